import type { Polarity } from "../../../model/review-insight.ts";
import type { Review } from "../../../model/review.ts";
import { ABSTAIN, type AspectMention } from "./aspect-mentions.ts";
import type { TextReading } from "./read-text.ts";
import type { StarModel } from "./star-model.ts";
import { rounded } from "../report/statistics.ts";

/** One review's verdict, with the weights of the whole business counted in. */
export interface Judged {
  readonly review: Review;
  readonly text: string;
  readonly names: TextReading["names"];
  readonly problems: TextReading["problems"];
  readonly sentiment: Exclude<Polarity, "mixed">;
  readonly score: number;
  /** One vote an aspect, in the order of the aspects. */
  readonly votes: readonly Vote[];
  readonly people: readonly { readonly id: string; readonly polarity: Polarity }[];
}

export interface Vote {
  readonly aspect: number;
  readonly polarity: Polarity;
  readonly mentions: readonly JudgedMention[];
}

export interface JudgedMention extends AspectMention {
  readonly polarity: Polarity;
}

/** What learned log-odds weigh beside the lexicon: in a whole text, and beside one mention. */
const TEXT_WEIGHT = 0.15;
const MENTION_WEIGHT = 0.1;
/** A whole text nearer to zero than this is called neutral. */
const TEXT_ABSTAIN = 0.15;

export interface Text {
  readonly review: Review;
  readonly text: string;
  /** What the star model sees of it. */
  readonly row: Uint32Array;
  readonly reading: TextReading;
}

export function judge({ review, text, row, reading }: Text, stars: StarModel): Judged {
  const learned = stars.blend === 0 ? 0 : TEXT_WEIGHT * stars.blend * stars.ofRow(row);
  const score = rounded(Math.max(-1, Math.min(1, reading.score + learned)), 3);
  return {
    review,
    text,
    names: reading.names,
    problems: reading.problems,
    sentiment: plain(score, TEXT_ABSTAIN),
    score,
    votes: votesOf(text, reading, stars),
    people: peopleOf(reading),
  };
}

function votesOf(text: string, reading: TextReading, stars: StarModel): Vote[] {
  const learned = learnedOnce(text, stars);
  const mentions = new Map<number, JudgedMention[]>();
  for (const mention of reading.aspects) {
    const score =
      stars.blend === 0 || reading.isAnnotated
        ? mention.score
        : rounded(mention.score + MENTION_WEIGHT * stars.blend * learned(mention), 3);
    const judged = { ...mention, score, polarity: plain(score, ABSTAIN) };
    const list = mentions.get(mention.aspect);
    if (list) list.push(judged);
    else mentions.set(mention.aspect, [judged]);
  }
  return [...mentions]
    .toSorted(([a], [b]) => a - b)
    .map(([aspect, list]) => ({
      aspect,
      polarity: voteOf(list.map(({ polarity }) => polarity)),
      mentions: list,
    }));
}

/** Mentions often share a quote: each is asked for once. */
function learnedOnce(text: string, stars: StarModel): (mention: AspectMention) => number {
  let start = -1;
  let end = -1;
  let odds = 0;
  return (mention) => {
    if (mention.start === start && mention.end === end) return odds;
    ({ start, end } = mention);
    odds = stars.ofText(text.slice(start, end));
    return odds;
  };
}

/** The polarity of each aspect by its mentions alone. */
export function verdictsOf(mentions: readonly AspectMention[]): Map<number, Polarity> {
  const byAspect = Map.groupBy(mentions, ({ aspect }) => aspect);
  return new Map(
    [...byAspect].map(([aspect, list]) => [aspect, voteOf(list.map(({ score }) => plain(score, ABSTAIN)))]),
  );
}

function peopleOf({ names }: TextReading): { id: string; polarity: Polarity }[] {
  const scores = new Map<string, Polarity[]>();
  for (const { kind, id, score } of names) {
    if (kind === "technicians") scores.set(id, [...(scores.get(id) ?? []), plain(score, ABSTAIN)]);
  }
  return [...scores].map(([id, polarities]) => ({ id, polarity: voteOf(polarities) }));
}

function plain(score: number, threshold: number): Exclude<Polarity, "mixed"> {
  if (score >= threshold) return "positive";
  return score <= -threshold ? "negative" : "neutral";
}

/** Both praise and complaint are mixed; a mention that claims nothing does not vote beside one that does. */
function voteOf(polarities: readonly Polarity[]): Polarity {
  const isPraised = polarities.includes("positive");
  const isBlamed = polarities.includes("negative");
  if (isPraised && isBlamed) return "mixed";
  if (isPraised) return "positive";
  return isBlamed ? "negative" : "neutral";
}
