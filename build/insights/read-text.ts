import type { Aspect } from "../../model/content.ts";
import { type AspectMention, aspectMentions } from "./aspect-mentions.ts";
import { isEnglish } from "./language.ts";
import { findOpinions, type Opinion } from "./opinions.ts";
import { passageOf } from "./passage.ts";
import { compileVocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

/** What one text says by itself, whatever other reviews say: it can be kept for as long as text and method stay. */
export type TextReading =
  | { readonly state: "read"; readonly score: number; readonly mentions: readonly AspectMention[] }
  | { readonly state: "skipped"; readonly reason: "placeholder" | "language" };

export type ReadText = (text: string) => TextReading;

/** Prepares the vocabulary once. */
export function compileReading(aspects: readonly Aspect[]): ReadText {
  const vocabulary = compileVocabulary(aspects);
  return (text) => {
    const words = wordsOf(text);
    if (isPlaceholder(text, words.length)) return { state: "skipped", reason: "placeholder" };
    if (!isEnglish(text, words)) return { state: "skipped", reason: "language" };
    const passage = passageOf(text, words);
    const found = findOpinions(passage, vocabulary);
    return {
      state: "read",
      score: scoreOf(found.opinions, found.hits),
      mentions: aspectMentions(passage, found),
    };
  };
}

const PLACEHOLDER =
  /^\W*(?:did not answer|no answer|none|nothing|n\/?a|no comment|no comments|nil|test)\W*$/i;

const isPlaceholder = (text: string, words: number): boolean => words === 0 || PLACEHOLDER.test(text);

/** The sum of what is said, events included, brought between -1 and 1. */
function scoreOf(
  opinions: readonly Opinion[],
  hits: readonly { readonly at: number; readonly end: number; readonly event: number | undefined }[],
): number {
  const events = hits.filter(({ event }) => event !== undefined);
  let sum = 0;
  let index = 0;
  for (const { event } of events) sum += event ?? 0;
  for (const { at, value } of opinions) {
    while (index < events.length && (events[index]?.end ?? 0) <= at) index += 1;
    const over = events[index];
    if (over === undefined || at < over.at) sum += value;
  }
  return Math.round((sum / Math.sqrt(sum * sum + 6)) * 1000) / 1000;
}
