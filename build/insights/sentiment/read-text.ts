import type { Aspect } from "../../../model/content.ts";
import type { Entities } from "../../../model/entities.ts";
import { type AspectMention, aspectMentions, scoreBeside } from "./aspect-mentions.ts";
import { priceEvents } from "./amounts.ts";
import { isEnglish } from "../text/language.ts";
import { CHEER, FROWN } from "../lexicon/emoji.ts";
import { compileMentions, type Mention } from "../entities/mentions.ts";
import { findOpinions, type Found, type Opinion } from "./opinions.ts";
import { type Passage, passageOf } from "../text/passage.ts";
import { compileVocabulary } from "./vocabulary.ts";
import { type Word, wordsOf } from "../text/words.ts";

/** What one text says by itself, whatever other reviews say: it may be kept as long as text and method stay. */
export interface TextReading {
  /** Why nothing was read but names. */
  readonly skipped?: "placeholder" | "language";
  /** The aspects are a language model's finding, which learned weights leave alone. */
  readonly isAnnotated?: true;
  /** -1 to 1. */
  readonly score: number;
  readonly aspects: readonly AspectMention[];
  /** Technicians, services and areas; the score is what stands beside the name. */
  readonly names: readonly (Mention & { readonly score: number })[];
  /** Ids of the troubles it tells of. */
  readonly problems: readonly string[];
}

/** `words` saves taking the text apart again. */
export type ReadText = (text: string, words?: readonly Word[]) => TextReading;

/** Prepares the vocabulary once. */
export function compileReading(aspects: readonly Aspect[], entities: Entities): ReadText {
  const vocabulary = compileVocabulary(aspects, entities.problems ?? []);
  const price = aspects.findIndex(({ id }) => id === PRICE);
  const findNames = compileMentions(entities);
  return (text, words = wordsOf(text)) => {
    const names = findNames(text, words);
    const emoji = emojiValue(text);
    const skipped =
      isPlaceholder(text, words.length) && emoji === 0
        ? "placeholder"
        : isEnglish(text, words)
          ? undefined
          : "language";
    if (skipped)
      return {
        skipped,
        score: 0,
        aspects: [],
        names: names.map((name) => ({ ...name, score: 0 })),
        problems: [],
      };
    const passage = passageOf(text, words);
    const known = findOpinions(passage, vocabulary);
    const moves = priceEvents(passage, price);
    const found =
      moves.length === 0 ? known : { ...known, hits: [...known.hits, ...moves].toSorted(byPlace) };
    const opinions = withEvents(found);
    return {
      score: scoreOf(opinions, emoji),
      aspects: aspectMentions(passage, found),
      names: names.map((name) => ({ ...name, score: besideName(passage, opinions, name) })),
      problems: found.problems,
    };
  };
}

/** The one aspect that amounts judge. */
const PRICE = "price";

const byPlace = (a: { readonly at: number }, b: { readonly at: number }): number => a.at - b.at;

const PLACEHOLDER = /^\W*(?:did not answer|no answer|none|nothing|n\/?a|no comments?|nil|test)\W*$/i;

const isPlaceholder = (text: string, words: number): boolean => words === 0 || PLACEHOLDER.test(text);

/** Opinions and judging facts together; inside the words of a fact only the fact counts. */
function withEvents({ opinions, hits }: Found): Opinion[] {
  const events = hits.flatMap(({ at, end, event }) =>
    event === undefined ? [] : [{ at, end, value: event }],
  );
  if (events.length === 0) return [...opinions];
  const outside = opinions.filter(({ at, end }) => !events.some((event) => at < event.end && end > event.at));
  return [...outside, ...events].toSorted(byPlace);
}

/** Grows with what is said, more slowly the more is said. */
function scoreOf(opinions: readonly Opinion[], emoji: number): number {
  let sum = emoji;
  for (const { value } of opinions) sum += value;
  return Math.round((sum / Math.sqrt(sum * sum + 6)) * 1000) / 1000;
}

const EMOJI = 1.6;
const MAX_EMOJI = 2;
const ANY_EMOJI = /[\u2600-\u27BF\u2B50\uD83C-\uD83E]/;

/** A row of the same sign says little more than two of it. */
function emojiValue(text: string): number {
  if (!ANY_EMOJI.test(text)) return 0;
  const count = (signs: RegExp): number => Math.min(MAX_EMOJI, text.match(signs)?.length ?? 0);
  return EMOJI * (count(CHEER) - count(FROWN));
}

function besideName(passage: Passage, opinions: readonly Opinion[], { kind, start, end }: Mention): number {
  if (kind !== "technicians" || opinions.length === 0) return 0;
  const at = passage.words.findIndex((word) => word.end > start);
  let after = at + 1;
  while ((passage.words[after]?.start ?? end) < end) after += 1;
  return scoreBeside(passage, opinions, { at, end: after });
}
