import { reviewPath } from "../../../model/review.ts";
import type { AspectInsight, FaqInsight } from "../../../model/insights.ts";
import { reviewNoun } from "../claims.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { aspectRow, quoted } from "./home.ts";
import { breadcrumbs, faqNode } from "./json-ld.ts";
import { layOut } from "./layout.ts";
import type { RenderInput } from "./render-input.ts";
import { counted, spelledDate } from "./wording.ts";

const MAX_QUOTES = 3;

/** Renders `/summary/`: the summary, the evidence of each aspect and the FAQ. */
export function summaryPage(input: RenderInput): RenderedFile {
  const { site, insights, templates } = input;
  const { summary, pull_quote } = insights;
  const main = templates.fill("summary.eta", {
    businessName: site.business.name,
    paragraphs: summary.text.split(/\n{2,}/),
    isEditorial: summary.kind === "editorial",
    sentences: summary.kind === "editorial" ? [] : summary.sentences,
    pull: pull_quote && quoted(pull_quote),
    aspects: insights.aspects
      .filter(({ mention_count }) => mention_count > 0)
      .map((aspect) => evidence(aspect, insights.faq)),
    // Computed answers are the sentences of their aspects, which stand above.
    faq: insights.faq
      .filter(({ basis }) => basis === "editorial")
      // Templates that were ejected before ask who answered, and on which reviews.
      .map((entry) => ({ ...entry, isEditorial: true, reviews: [] })),
    overall: insights.overall_sentiment,
    total: counted(insights.review_count, reviewNoun(site.policy)),
  });
  return layOut(input, {
    path: "/summary/",
    title: "What customers say",
    description: summary.text,
    main,
    graph: [
      breadcrumbs(site, [["Summary", "/summary/"]]),
      ...(insights.faq.length > 0 ? [faqNode(site, insights.faq)] : []),
    ],
  });
}

function evidence(aspect: AspectInsight, faq: readonly FaqInsight[]): object {
  return {
    ...aspectRow(aspect),
    question: faq.find(({ basis }) => basis === `aspect:${aspect.id}`)?.question,
    newest: aspect.example_review_ids.map((id, index) => ({
      path: reviewPath(id),
      name: `review ${index + 1}`,
    })),
    sentence: aspect.sentence,
    positive: aspect.evidence.positive.slice(0, MAX_QUOTES).map(quoted),
    negative: aspect.evidence.negative.slice(0, MAX_QUOTES).map(quoted),
  };
}

/** Renders `/methodology/`: how reviews are collected, analyzed and counted. */
export function methodologyPage(input: RenderInput): RenderedFile {
  const { site, insights, templates } = input;
  const { earliest, latest } = insights.date_range;
  const main = templates.fill("methodology.eta", {
    businessName: site.business.name,
    publishing: site.publishing,
    method: insights.method,
    audit: auditSection(insights, site.policy.publisher.name),
    total: counted(insights.review_count, "review"),
    statements: site.policy.statements,
    range: earliest && latest && `${spelledDate(earliest)} to ${spelledDate(latest)}`,
    trendTest: insights.temporal.trend.test,
  });
  return layOut(input, {
    path: "/methodology/",
    title: "Method",
    description: `How the reviews of ${site.business.name} are counted and read, and what the figures cannot say.`,
    main,
    graph: [breadcrumbs(site, [["Method", "/methodology/"]])],
  });
}

const AUDITED_VERDICTS = {
  praise: "Praise",
  complaints: "Complaint",
  silence: "No judgement",
} as const;

/** The figures of this site's audit, if there was one. */
function auditSection({ method, aspects }: RenderInput["insights"], publisher: string): object | undefined {
  const { accuracy } = method;
  if (accuracy === null) return undefined;
  const labelOf = (basis: string): string =>
    aspects.find(({ id }) => basis === `aspect:${id}`)?.label ?? "All aspects";
  return {
    publisher,
    date: spelledDate(accuracy.latest_answer),
    rows: Object.entries(AUDITED_VERDICTS).flatMap(([kind, label]) => {
      const { n, right, right_pct, right_ci95 } = accuracy[kind as keyof typeof AUDITED_VERDICTS];
      return n === 0
        ? []
        : { label, n, right, share: right_pct ?? "too few", range: right_ci95?.join(" to ") };
    }),
    shares: accuracy.shares.map(({ basis, positive_pct, corrected_pct, corrected_ci95 }) => ({
      label: labelOf(basis),
      counted: positive_pct,
      corrected: corrected_pct,
      range: corrected_ci95?.join(" to "),
    })),
  };
}

export function notFoundPage(input: RenderInput): RenderedFile {
  return layOut(input, {
    path: "/404.html",
    title: "Page not found",
    description: "This address has no page.",
    main: input.templates.fill("404.eta", {}),
    isHidden: true,
  });
}
