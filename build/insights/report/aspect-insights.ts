import type { Aspect } from "../../../model/content.ts";
import type { AspectInsight, AspectQuarter, PolarityCounts, Quote, Share } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import type { Judged, JudgedMention, Vote } from "../sentiment/judge.ts";
import { percent, rounded, wilson } from "./statistics.ts";

/** Below this a percentage would say more than is known. */
export const MIN_MENTIONS = 10;
const EXAMPLES = 3;
const QUOTES = 3;
const PHRASES = 5;

interface Voice {
  readonly judged: Judged;
  readonly vote: Vote;
}

/** One row an aspect, in the order of the content, those that nobody mentioned included. */
export function aspectInsights(aspects: readonly Aspect[], all: readonly Judged[]): AspectInsight[] {
  const voices = aspects.map((): Voice[] => []);
  for (const judged of all) {
    for (const vote of judged.votes) voices[vote.aspect]?.push({ judged, vote });
  }
  return aspects.map(({ id, label }, index) => aspectInsight(id, label, voices[index] ?? []));
}

function aspectInsight(id: string, label: string, voices: readonly Voice[]): AspectInsight {
  const counts = countsOf(voices.map(({ vote }) => vote.polarity));
  const mentions = voices.length;
  const sufficient = mentions >= MIN_MENTIONS;
  return {
    id,
    label,
    mention_count: mentions,
    ...counts,
    ...shareOf(counts.positive_count, mentions),
    score: sufficient ? rounded((counts.positive_count - counts.negative_count) / mentions, 3) : null,
    sufficient,
    top_phrases: topPhrases(voices),
    example_review_ids: voices.slice(0, EXAMPLES).map(({ judged }) => judged.review.id),
    evidence: { positive: evidence(voices, "positive"), negative: evidence(voices, "negative") },
    trend: quarters(voices),
  };
}

export function countsOf(polarities: readonly Polarity[]): PolarityCounts {
  const count = (wanted: Polarity): number => polarities.filter((polarity) => polarity === wanted).length;
  return {
    positive_count: count("positive"),
    neutral_count: count("neutral"),
    negative_count: count("negative"),
    mixed_count: count("mixed"),
  };
}

function shareOf(positive: number, mentions: number): Share {
  if (mentions < MIN_MENTIONS) return { positive_pct: null, positive_ci95: null };
  return { positive_pct: percent(positive, mentions), positive_ci95: wilson(positive, mentions) };
}

/** Every quarter that has mentions, oldest first. */
function quarters(voices: readonly Voice[]): AspectQuarter[] {
  const byQuarter = new Map<string, Polarity[]>();
  for (const { judged, vote } of voices.toReversed()) {
    const { date } = judged.review;
    const quarter = `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
    const list = byQuarter.get(quarter);
    if (list) list.push(vote.polarity);
    else byQuarter.set(quarter, [vote.polarity]);
  }
  return [...byQuarter].map(([quarter, polarities]) => {
    const counts = countsOf(polarities);
    const mention_count = polarities.length;
    return { quarter, mention_count, ...counts, ...shareOf(counts.positive_count, mention_count) };
  });
}

/** What is said most often in words that claim something, each review counted once. */
function topPhrases(voices: readonly Voice[]): string[] {
  const counts = new Map<string, number>();
  for (const { vote } of voices) {
    const claiming = vote.mentions.filter(({ polarity }) => polarity !== "neutral");
    for (const phrase of new Set(claiming.map((mention) => mention.phrase)))
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, PHRASES)
    .map(([phrase]) => phrase);
}

/**
 * The statements nearest to the median score of their kind, the newest first among equals. A complaint that names a
 * technician is counted, but not put on show.
 */
function evidence(voices: readonly Voice[], polarity: "positive" | "negative"): Quote[] {
  const statements = voices.flatMap(({ judged, vote }) => {
    if (vote.polarity !== polarity) return [];
    const mention = vote.mentions.find((one) => one.polarity === polarity);
    if (mention === undefined || (polarity === "negative" && namesTechnician(judged, mention))) return [];
    return [{ judged, mention }];
  });
  const scores = statements.map(({ mention }) => mention.score).toSorted((a, b) => a - b);
  const median = scores[Math.floor(scores.length / 2)] ?? 0;
  const distance = ({ score }: JudgedMention): number => rounded(Math.abs(score - median), 3);
  return statements
    .toSorted((a, b) => distance(a.mention) - distance(b.mention))
    .slice(0, QUOTES)
    .map(({ judged: { review, text }, mention: { start, end } }) => ({
      review_id: review.id,
      quote: text.slice(start, end),
      start,
      end,
    }));
}

const namesTechnician = ({ names }: Judged, { start, end }: JudgedMention): boolean =>
  names.some((name) => name.kind === "technicians" && name.start < end && name.end > start);
