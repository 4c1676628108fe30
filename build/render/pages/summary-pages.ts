import { reviewPath } from "../../../model/review.ts";
import type { AspectInsight } from "../../../model/insights.ts";
import type { Rendered } from "../rendered.ts";
import { aspectRow, quoted } from "./home.ts";
import { breadcrumbs, faqNode } from "./json-ld.ts";
import { laidOut } from "./layout.ts";
import { type Publication } from "./publication.ts";
import { counted, spelledDate } from "./wording.ts";

const QUOTES = 3;

/** `/summary/`: what all reviews say together, each statement with the reviews behind it. */
export function summaryPage(publication: Publication): Rendered {
  const { site, insights, templates } = publication;
  const { summary, pull_quote } = insights;
  const main = templates.fill("summary.eta", {
    businessName: site.business.name,
    paragraphs: summary.text.split(/\n{2,}/),
    isEditorial: summary.kind === "editorial",
    sentences: summary.kind === "editorial" ? [] : summary.sentences,
    pull: pull_quote && quoted(pull_quote),
    aspects: insights.aspects.filter(({ mention_count }) => mention_count > 0).map(evidence),
    faq: insights.faq.map((entry) => ({
      ...entry,
      isEditorial: entry.basis === "editorial",
      reviews: entry.review_ids.map((id, index) => ({ path: reviewPath(id), name: `review ${index + 1}` })),
    })),
    overall: insights.overall_sentiment,
    total: counted(insights.review_count, "verified review"),
  });
  return laidOut(publication, {
    path: "/summary/",
    title: "What customers say",
    description: summary.text,
    main,
    graph: [
      breadcrumbs(site, [["Summary", "/summary/"]]),
      ...(insights.faq.length > 0 ? [faqNode(insights.faq)] : []),
    ],
  });
}

function evidence(aspect: AspectInsight): object {
  return {
    ...aspectRow(aspect),
    counts: `${aspect.positive_count} praise, ${aspect.negative_count} criticise, ${aspect.mixed_count} do both, ${aspect.neutral_count} only mention`,
    positive: aspect.evidence.positive.slice(0, QUOTES).map(quoted),
    negative: aspect.evidence.negative.slice(0, QUOTES).map(quoted),
  };
}

/** `/methodology/`: how reviews come here and how they are counted. */
export function methodologyPage(publication: Publication): Rendered {
  const { site, insights, templates } = publication;
  const { earliest, latest } = insights.date_range;
  const main = templates.fill("methodology.eta", {
    businessName: site.business.name,
    publishing: site.publishing,
    method: insights.method,
    total: counted(insights.review_count, "review"),
    range: earliest && latest && `${spelledDate(earliest)} to ${spelledDate(latest)}`,
    trendTest: insights.temporal.trend.test,
  });
  return laidOut(publication, {
    path: "/methodology/",
    title: "Method",
    description: `How the reviews of ${site.business.name} are verified, counted and read, and what the figures cannot say.`,
    main,
    graph: [breadcrumbs(site, [["Method", "/methodology/"]])],
  });
}

export function notFoundPage(publication: Publication): Rendered {
  return laidOut(publication, {
    path: "/404.html",
    title: "Nothing is here",
    description: "This address has no page.",
    main: publication.templates.fill("404.eta", {}),
    isHidden: true,
  });
}
