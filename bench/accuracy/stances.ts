import type { Scorer } from "./labeled.ts";
import type { LabeledReview } from "./whole-reviews.ts";
import type { SideCounts } from "./labeled-claims.ts";

type Sentiment = "positive" | "neutral" | "negative";

/** Texts that a method calls positive or negative, against the stance that a person labeled. */
export interface StanceCounts {
  readonly positive: SideCounts;
  readonly negative: SideCounts;
  /** Texts called positive whose stance is negative, or the other way round. */
  readonly opposite: number;
}

/** The sentiment of whole texts, ours and VADER's. Texts that are not analyzed or have no stance are left out. */
export function stanceCounts(
  reviews: readonly LabeledReview[],
  vader: Scorer,
): Readonly<Record<"ours" | "VADER", StanceCounts>> {
  const texts = reviews.flatMap(({ stance, insight, review }) =>
    stance === undefined || "skipped" in insight
      ? []
      : [{ stance, ours: insight.sentiment, VADER: sentimentOf(vader(review.text ?? "")) }],
  );
  const countsOf = (method: "ours" | "VADER"): StanceCounts => {
    const side = (sentiment: Sentiment, label: "+" | "-"): SideCounts => ({
      right: texts.filter((one) => one[method] === sentiment && one.stance === label).length,
      claimed: texts.filter((one) => one[method] === sentiment).length,
      labeled: texts.filter((one) => one.stance === label).length,
    });
    const opposite = texts.filter(
      (one) =>
        (one[method] === "positive" && one.stance === "-") ||
        (one[method] === "negative" && one.stance === "+"),
    ).length;
    return { positive: side("positive", "+"), negative: side("negative", "-"), opposite };
  };
  return { ours: countsOf("ours"), VADER: countsOf("VADER") };
}

function sentimentOf(score: number): Sentiment {
  if (score > 0) return "positive";
  return score < 0 ? "negative" : "neutral";
}
