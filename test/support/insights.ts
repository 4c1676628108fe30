import type { CalendarDate } from "../../model/calendar-date.ts";
import type { Aspect } from "../../model/content.ts";
import type { Entities } from "../../model/entities.ts";
import { UNIT_SCALE, weightsToText } from "../../build/insights/sentiment/weight-text.ts";
import { OUTPUT_SCALE, SCALE } from "../../build/insights/sentiment/output-layer.ts";
import { ClaimModel } from "../../build/insights/sentiment/claim-model.ts";
import {
  type Prior,
  type PriorWeights,
  SHIPPED,
  type SideWeights,
} from "../../build/insights/sentiment/prior.ts";
import { EVIDENCE } from "../../build/insights/sentiment/evidence.ts";
import { SegmentReader } from "../../build/insights/sentiment/segment-reader.ts";
import { targetsOf } from "../../build/insights/sentiment/targets.ts";
import { passageOf } from "../../build/insights/text/passage.ts";
import { judge, type JudgedMention, type ReviewVerdict } from "../../build/insights/sentiment/judge.ts";
import { type StarModel, UNTRAINED } from "../../build/insights/sentiment/star-model.ts";
import { compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import type { Review } from "../../model/review.ts";

/** A published review with one visible difference. */
export function review(different: Partial<Omit<Review, "date">> & { readonly date?: string }): Review {
  const one = {
    id: "01HZZZZZZZZZZZZZZZZZZZZZZZ",
    author: "A. Customer",
    author_avatar_url: null,
    rating: 5,
    text: "The price was fair.",
    source: "google",
    source_url: null,
    owner_reply: null,
    verified: true as const,
    verification: { method: "invoice" as const },
    incentive: null,
    photos: [],
    url: "",
    mentions: { technicians: [], services: [], service_areas: [] },
    ...different,
  };
  return { ...one, date: (different.date ?? "2026-01-01") as CalendarDate };
}

/** A positive mention with one visible difference. */
export const mention = (different: Partial<JudgedMention> = {}): JudgedMention => ({
  aspect: 0,
  score: 1,
  polarity: "positive",
  start: 0,
  end: 40,
  phrase: "fair price",
  plainness: 0,
  ...different,
});

/** A verdict with one vote for the first aspect, by its mentions. */
export function verdict(one: Review, different: Partial<ReviewVerdict> = {}): ReviewVerdict {
  return {
    review: one,
    text: one.text ?? "",
    names: [],
    unknownNames: [],
    problems: [],
    sentiment: "positive",
    score: 1,
    votes: [],
    technicians: [],
    ...different,
  };
}

export const NO_NAMES: Entities = { technicians: [], services: [], service_areas: [] };

/** Judges texts as a build does for a business, by its own ratings where they are given. */
export function compileJudge(
  aspects: readonly Aspect[],
  names: Entities = NO_NAMES,
): (text: string, rating: number, stars?: StarModel) => ReviewVerdict {
  const analyzeText = compileTextAnalyzer(aspects, names);
  const model = new ClaimModel(SHIPPED, aspects);
  return (text, rating, stars = UNTRAINED) =>
    judge({ review: review({ text, rating }), text, analysis: analyzeText(text) }, stars, model);
}

const NONE: SideWeights = { bias: 0, trees: [], minLogOdds: 0, minAgainstStars: 0 };
/** Weights without trees: every claim has log-odds of zero. */
export const NO_TREES: Pick<PriorWeights, "edges" | "evidence" | "evidenceOfTrades"> = {
  edges: EVIDENCE.map(() => []),
  evidence: { praise: NONE, complaint: NONE },
  evidenceOfTrades: { praise: NONE, complaint: NONE },
};

/** The segments of a text, and the log-odds of each by each network. */
export function readSegments(prior: Prior, text: string): SegmentReader {
  const reader = new SegmentReader(prior);
  const passage = passageOf(text);
  reader.read(passage, targetsOf(passage, new Uint8Array(passage.words.length)).at);
  return reader;
}

const ALWAYS_ABOVE_ZERO = 2 ** 10;

/**
 * A network that only adds up: each hidden unit is always above zero, and passes the weights of the features on to one
 * output. Log-odds and weights of features are in units of `1 / SCALE`, praise and complaint of each aspect.
 */
export function addingWeights(
  aspects: readonly string[],
  logOdds: number,
  features: Readonly<Record<string, readonly number[]>>,
): PriorWeights {
  const units = aspects.flatMap((aspect) => [`${aspect}+`, `${aspect}-`]);
  const one = (UNIT_SCALE * OUTPUT_SCALE) / SCALE;
  return {
    aspects,
    trades: {},
    ...NO_TREES,
    biases: units.map(() => ALWAYS_ABOVE_ZERO),
    outputs: [
      units.map((output) =>
        [logOdds - ALWAYS_ABOVE_ZERO, ...units.map((unit) => (unit === output ? one : 0))].join(" "),
      ),
    ],
    features: Object.entries(features).map(([name, weights]) => `${name}${weightsToText(weights)}`),
  };
}
