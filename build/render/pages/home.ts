import { reviewPath } from "../../../model/review.ts";
import { type AggregateRating, ratedCount } from "../../../model/business.ts";
import { ENTITY_KINDS } from "../../../model/entities.ts";
import type { AspectInsight, MonthInsight, Quote } from "../../../model/insights.ts";
import { STARS } from "../../../model/schema-pieces.ts";
import { claim, reviewNoun } from "../claims.ts";
import { describe, lastChange } from "../feed-entry.ts";
import { sourceLabels } from "../method-words.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { bar, interval, meanStars, SMOOTHED_MONTHS, trend } from "./charts.ts";
import { businessNode, datasetNode, websiteNode } from "./json-ld.ts";
import { layOut } from "./layout.ts";
import { methodRows } from "./policy-page.ts";
import { ENTITY_FOLDERS, ENTITY_TITLES, type RenderInput, searchExamples } from "./render-input.ts";
import { reviewCard } from "./review-pages.ts";
import { counted, grouped, spelledMonth } from "./wording.ts";

const MAX_CARDS = 6;
const MAX_OPINIONS = 4;
const HOME_CLAIMS = ["nothingWithheld", "withheld", "sourceTotals", "incentivised"] as const;

/** Renders the front page. */
export function home(input: RenderInput): RenderedFile {
  const { site, reviews, insights, rating, templates } = input;
  const months = insights.temporal.monthly;
  const { text } = insights.summary;
  const main = templates.fill("index.eta", {
    business: site.business,
    publishing: site.publishing,
    rating,
    total: counted(rating.review_count, reviewNoun(site.policy)),
    rated: grouped(ratedCount(rating)),
    methods: methodRows(site.policy),
    statements: HOME_CLAIMS.flatMap((name) => claim(name, site.policy) ?? []),
    sources: JSON.stringify(sourceLabels(site.policy)),
    examples: searchExamples(insights),
    stars: meanStars(rating.rating_value ?? 0),
    bars: bars(rating.distribution),
    aspects: insights.aspects.filter(({ mention_count }) => mention_count > 0).map(aspectRow),
    praise: opinionRows(insights.aspects, "positive"),
    complaints: opinionRows(insights.aspects, "negative"),
    trend: months.length > 1 ? trendSection(months, insights.temporal.trend.direction) : null,
    summary: text.split(/\n{2,}/)[0] ?? "",
    newest: reviews.slice(0, MAX_CARDS).map((review) => reviewCard(input, review)),
    browse: ENTITY_KINDS.map((kind) => ({
      // Templates that were ejected before name the kind themselves.
      kind,
      folder: ENTITY_FOLDERS[kind],
      title: ENTITY_TITLES[kind],
      entities: insights.entities[kind].filter(({ mention_count }) => mention_count > 0),
    })),
  });
  return layOut(input, {
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

/** Draws the distribution as rows, five stars first. */
export function bars(distribution: AggregateRating["distribution"]): object[] {
  const all = Object.values(distribution).reduce((sum, count) => sum + count, 0);
  return STARS.toReversed().map((stars) => {
    const count = distribution[stars];
    return { stars, count: grouped(count), bar: bar(count, all) };
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

/**
 * Selects the aspects most often praised or criticised, of equally many those with the larger share, each with a quote
 * from a different review if possible.
 */
export function opinionRows(aspects: readonly AspectInsight[], polarity: "positive" | "negative"): object[] {
  const votes = (aspect: AspectInsight): number => aspect[`${polarity}_count`] + aspect.mixed_count;
  const shareOf = (aspect: AspectInsight): number => votes(aspect) / aspect.mention_count;
  const used = new Set<string>();
  return aspects
    .filter((aspect) => votes(aspect) > 0)
    .toSorted((a, b) => votes(b) - votes(a) || shareOf(b) - shareOf(a) || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_OPINIONS)
    .map((aspect) => {
      const { evidence } = aspect;
      const quote = evidence[polarity].find(({ review_id }) => !used.has(review_id)) ?? evidence[polarity][0];
      if (quote) used.add(quote.review_id);
      return { label: aspect.label, count: counted(votes(aspect), "review"), quote: quote && quoted(quote) };
    });
}

export const quoted = ({ quote, review_id }: Quote): object => ({ text: quote, path: reviewPath(review_id) });

const DIRECTIONS = {
  improving: "Ratings are rising.",
  declining: "Ratings are falling.",
  steady: "No rise or fall beyond what chance explains.",
  unknown: "Too few reviews, or too much alike, to tell a rise from chance.",
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
