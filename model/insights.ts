import type { Stars } from "./business.ts";
import type { CalendarDate } from "./calendar-date.ts";
import type { EntityName } from "./entities.ts";

/** "neutral" includes every mention of which the rules cannot tell: they abstain rather than guess. */
export type Polarity = "positive" | "neutral" | "negative" | "mixed";

/** Reviews by what they say: one vote a review. The four add up to the mentions. */
export interface PolarityCounts {
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
  readonly mixed_count: number;
}

/** 95 % Wilson score interval of a percentage. It covers sampling, not the errors of the method. */
export type Interval = readonly [low: number, high: number];

/** `quote` is the exact slice `text.slice(start, end)` of the review. */
export interface Quote {
  readonly review_id: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** Percentages are of `mention_count`, and null below ten mentions. */
export interface Share {
  readonly positive_pct: number | null;
  readonly positive_ci95: Interval | null;
}

export interface AspectInsight extends PolarityCounts, Share {
  readonly id: string;
  readonly label: string;
  readonly mention_count: number;
  /** (positive - negative) / mentions, null below ten mentions. */
  readonly score: number | null;
  readonly sufficient: boolean;
  readonly top_phrases: readonly string[];
  readonly example_review_ids: readonly string[];
  /** The most typical statements, not the best ones. */
  readonly evidence: { readonly positive: readonly Quote[]; readonly negative: readonly Quote[] };
  readonly trend: readonly AspectQuarter[];
}

export interface AspectQuarter extends PolarityCounts, Share {
  /** YYYY-Qn */
  readonly quarter: string;
  readonly mention_count: number;
}

export interface EntityInsight extends EntityName {
  /** Reviews that mention it: one vote a review. */
  readonly mention_count: number;
  readonly rating_value: number | null;
  readonly distribution: Readonly<Record<Stars, number>>;
  readonly first_mention: CalendarDate | null;
  readonly last_mention: CalendarDate | null;
  readonly example_review_ids: readonly string[];
}

export interface TechnicianInsight extends EntityInsight {
  /** From five mentions on, unless the technician's sentiment is private. */
  readonly sentiment?: PolarityCounts;
}

export interface TopicInsight {
  /** The words of the label: the same in every build. */
  readonly id: string;
  readonly label: string;
  readonly mention_count: number;
  readonly rating_value: number | null;
  /** How much more often reviews with 4 or 5 stars say it than those with 1 or 2; z is its standard score. */
  readonly rating_effect: { readonly log_odds: number; readonly z: number };
  readonly example_review_ids: readonly string[];
}

export interface MonthInsight {
  /** YYYY-MM */
  readonly month: string;
  readonly review_count: number;
  readonly rating_value: number | null;
  readonly distribution: Readonly<Record<Stars, number>>;
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

export interface TrendInsight {
  readonly direction: "improving" | "declining" | "steady" | "unknown";
  readonly test: string;
  readonly review_count: number;
  readonly tau: number | null;
  readonly p_value: number | null;
}

export interface ReviewAspect {
  readonly id: string;
  readonly polarity: Polarity;
  /** Where the text speaks of it. */
  readonly mentions: readonly { readonly polarity: Polarity; readonly start: number; readonly end: number }[];
}

/** What was read in one review; all counts of the document can be made again from these. */
export type ReviewInsight =
  | {
      readonly sentiment: Exclude<Polarity, "mixed">;
      /** -1 to 1 */
      readonly score: number;
      readonly aspects: readonly ReviewAspect[];
      /** Only technicians whose sentiment is published. */
      readonly technicians: readonly { readonly id: string; readonly polarity: Polarity }[];
      readonly problems: readonly string[];
      readonly topics: readonly string[];
    }
  | { readonly skipped: "no_text" | "placeholder" | "language" };

export interface FaqInsight {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** "editorial", or what was counted, such as "aspect:price". */
  readonly basis: string;
  readonly review_ids: readonly string[];
}

export interface SummaryInsight {
  readonly kind: "editorial" | "template";
  readonly text: string;
  readonly basis: string;
  readonly sentences: readonly { readonly text: string; readonly basis: string }[];
}

export interface MethodInsight {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly language: string;
  readonly coverage: Readonly<Record<"analysed" | "no_text" | "placeholder" | "language", number>>;
  /** Weights learned from this business's own ratings; `blend` is how much they count, 0 to 1. */
  readonly star_model: { readonly high: number; readonly low: number; readonly blend: number };
  /** The language model that labelled texts, if one was asked, and how it agrees with the rules. */
  readonly annotator: {
    readonly model: string;
    readonly texts: number;
    readonly failures: number;
    readonly aspect_agreement_pct: number | null;
    readonly polarity_agreement_pct: number | null;
  } | null;
  readonly evaluation: readonly {
    readonly set: string;
    readonly measure: string;
    readonly n: number;
    readonly value: number;
  }[];
  readonly limitations: readonly string[];
}

export interface InsightsDocument {
  readonly version: number;
  readonly generated_at: string;
  /** Name and version of the method. */
  readonly model: string;
  readonly review_count: number;
  readonly date_range: { readonly earliest: CalendarDate | null; readonly latest: CalendarDate | null };
  readonly overall_sentiment: {
    readonly score: number | null;
    readonly positive_pct: number | null;
    readonly neutral_pct: number | null;
    readonly negative_pct: number | null;
  };
  readonly aspects: readonly AspectInsight[];
  readonly entities: {
    readonly technicians: readonly TechnicianInsight[];
    readonly services: readonly EntityInsight[];
    readonly problems: readonly EntityInsight[];
    readonly service_areas: readonly EntityInsight[];
  };
  readonly topics: readonly TopicInsight[];
  readonly temporal: { readonly monthly: readonly MonthInsight[]; readonly trend: TrendInsight };
  readonly per_review: Readonly<Record<string, ReviewInsight>>;
  readonly faq: readonly FaqInsight[];
  readonly summary: SummaryInsight;
  readonly pull_quote?: Quote & { readonly rule: string };
  readonly method: MethodInsight;
}
