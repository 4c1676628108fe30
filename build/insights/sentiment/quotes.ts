import type { AspectHit, Opinion } from "./opinions.ts";
import { endOf, type Passage, startOf } from "../text/passage.ts";
import type { Word } from "../text/words.ts";

const MAX_QUOTE_LENGTH = 140;

/** The sentence if it is short, else the clauses from the aspect's words to the opinion. */
export function quoteOf(
  passage: Passage,
  hit: AspectHit,
  main: Opinion | undefined,
): { start: number; end: number } {
  const from = Math.min(hit.at, main?.at ?? hit.at);
  const to = Math.max(hit.end, main?.end ?? hit.end) - 1;
  for (const marks of [passage.sentenceStart, passage.clauseStart]) {
    const quote = slice(passage, startOf(marks, from), endOf(marks, to) - 1);
    if (quote.end - quote.start <= MAX_QUOTE_LENGTH) return quote;
  }
  return slice(passage, from, to);
}

const MAX_PHRASE_WORDS = 4;

export function phraseOf({ text, words }: Passage, hit: AspectHit, main: Opinion | undefined): string {
  const from = Math.min(hit.at, main?.at ?? hit.at);
  const to = Math.max(hit.end, main?.end ?? hit.end);
  const [first, last] = to - from <= MAX_PHRASE_WORDS ? [from, to - 1] : [hit.at, hit.end - 1];
  return text
    .slice((words[first] as Word).start, (words[last] as Word).end)
    .toLowerCase()
    .replaceAll(/\s+/g, " ");
}

const slice = ({ words }: Passage, first: number, last: number): { start: number; end: number } => ({
  start: (words[first] as Word).start,
  end: (words[last] as Word).end,
});
