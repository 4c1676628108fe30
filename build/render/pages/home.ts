import { reviewPath } from "../../../model/review.ts";
import type { AggregateRating, Stars } from "../../../model/business.ts";
import { ENTITY_KINDS } from "../../../model/entities.ts";
import type { AspectInsight, MonthInsight, Quote } from "../../../model/insights.ts";
import { describe, lastChange } from "../feed-entry.ts";
import type { Rendered } from "../rendered.ts";
import { bar, interval, meanStars, SMOOTHED_MONTHS, trend } from "./charts.ts";
import { businessNode, datasetNode, websiteNode } from "./json-ld.ts";
import { laidOut } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { ENTITY_FOLDERS, type Publication } from "./publication.ts";
import { reviewCard } from "./review-card.ts";
import { counted, grouped, spelledMonth } from "./wording.ts";

const NEWEST = 6;
const OPINIONS = 4;

/** The front page: what the reviews say, before they are read. */
export function home(publication: Publication): Rendered {
  const { site, reviews, insights, rating, templates } = publication;
  const months = insights.temporal.monthly;
  const { text } = insights.summary;
  const main = templates.fill("index.eta", {
    business: site.business,
    publishing: site.publishing,
    rating,
    total: grouped(rating.review_count),
    stars: meanStars(rating.rating_value ?? 0),
    bars: bars(rating),
    aspects: insights.aspects.filter(({ mention_count }) => mention_count > 0).map(aspectRow),
    praise: opinions(insights.aspects, "positive"),
    complaints: opinions(insights.aspects, "negative"),
    trend: months.length > 1 ? trendSection(months, insights.temporal.trend.direction) : null,
    summary: text.split(/\n{2,}/)[0] ?? "",
    newest: reviews.slice(0, NEWEST).map((review) => reviewCard(publication, review)),
    browse: ENTITY_KINDS.map((kind) => ({
      kind,
      folder: ENTITY_FOLDERS[kind],
      entities: insights.entities[kind].filter(({ mention_count }) => mention_count > 0),
    })),
  });
  return laidOut(publication, {
    path: "/",
    title: site.publishing.title,
    description: describe(site),
    main,
    graph: [
      websiteNode(site),
      businessNode(site, rating),
      datasetNode(site, reviews[0] && lastChange(reviews[0])),
    ],
    searches: true,
  });
}

/** Rows of the distribution, best first. */
export function bars({
  distribution,
}: {
  readonly distribution: AggregateRating["distribution"];
}): { stars: number; count: string; bar: Markup }[] {
  const all = Object.values(distribution).reduce((sum, count) => sum + count, 0);
  return ([5, 4, 3, 2, 1] as const).map((rating) => {
    const count = distribution[`${rating}` as Stars];
    return { stars: rating, count: grouped(count), bar: bar(count, all) };
  });
}

export function aspectRow(aspect: AspectInsight): object {
  const { positive_pct, positive_ci95 } = aspect;
  return {
    id: aspect.id,
    label: aspect.label,
    mentions: grouped(aspect.mention_count),
    interval: interval(aspect),
    share: positive_pct === null ? null : `${Math.round(positive_pct)} %`,
    range: positive_ci95 && `${Math.round(positive_ci95[0])} to ${Math.round(positive_ci95[1])} %`,
  };
}

/** The aspects that are praised, or complained of, most often, each in a customer's own words. */
function opinions(aspects: readonly AspectInsight[], polarity: "positive" | "negative"): object[] {
  const votes = (aspect: AspectInsight): number => aspect[`${polarity}_count`];
  const used = new Set<string>();
  return aspects
    .filter((aspect) => votes(aspect) > 0)
    .toSorted((a, b) => votes(b) - votes(a) || (a.id < b.id ? -1 : 1))
    .slice(0, OPINIONS)
    .map((aspect) => {
      const { evidence } = aspect;
      const quote = evidence[polarity].find((one) => !used.has(one.review_id)) ?? evidence[polarity][0];
      if (quote) used.add(quote.review_id);
      return { label: aspect.label, count: counted(votes(aspect), "review"), quote: quote && quoted(quote) };
    });
}

export const quoted = ({ quote, review_id }: Quote): object => ({ text: quote, path: reviewPath(review_id) });

const DIRECTIONS = {
  improving: "Ratings are rising.",
  declining: "Ratings are falling.",
  steady: "No rise or fall that chance would not explain.",
  unknown: "Too few reviews to tell a rise from chance.",
} as const;

function trendSection(months: readonly MonthInsight[], direction: keyof typeof DIRECTIONS): object {
  return {
    wide: trend(months, { id: "wide", width: 760, height: 230 }),
    narrow: trend(months, { id: "narrow", width: 340, height: 210 }),
    verdict: DIRECTIONS[direction],
    smoothedMonths: SMOOTHED_MONTHS,
    rows: months.toReversed().map(({ month, review_count, rating_value }) => ({
      month: spelledMonth(month),
      count: review_count,
      mean: rating_value?.toFixed(2) ?? "none",
    })),
  };
}
