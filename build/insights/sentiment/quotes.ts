import { type Passage, segmentEnd, segmentStart } from "../text/passage.ts";
import type { Word } from "../text/words.ts";
import type { WordSpan } from "./opinion-value.ts";

const MAX_QUOTE_LENGTH = 140;
const MAX_PHRASE_WORDS = 4;

/** Offsets into the text. */
interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The sentences from the aspect's words to the opinion, or the clauses or words alone if those are too long. */
export function quoteOf(passage: Passage, hit: WordSpan, opinion: WordSpan | undefined): TextSpan {
  const { at, end } = spanOf(hit, opinion);
  for (const segments of [passage.sentences, passage.clauses]) {
    const quote = textSpan(passage, segmentStart(segments, at), segmentEnd(segments, end - 1));
    if (quote.end - quote.start <= MAX_QUOTE_LENGTH) return quote;
  }
  return textSpan(passage, at, end);
}

/** The words from the aspect to the opinion in lower case, or those of the aspect alone if that is too long. */
export function phraseOf(passage: Passage, hit: WordSpan, opinion: WordSpan | undefined): string {
  const both = spanOf(hit, opinion);
  const { at, end } = both.end - both.at <= MAX_PHRASE_WORDS ? both : hit;
  const { start, end: endOffset } = textSpan(passage, at, end);
  const phrase = passage.text.slice(start, endOffset).toLowerCase();
  return end - at === 1 ? phrase : phrase.replaceAll(/\s+/g, " ");
}

const spanOf = (hit: WordSpan, opinion: WordSpan = hit): WordSpan => ({
  at: Math.min(hit.at, opinion.at),
  end: Math.max(hit.end, opinion.end),
});

const BEFORE_WORD = /[$€£#]/;
const AFTER_WORD = /[%€£°+]/;
const POSSESSIVE_LENGTH = "'s".length;

/** Of words `at` to `end`, with the signs that belong to them: "$90", "#1", "50%", "Lowe's". */
export function textSpan({ text, words }: Passage, at: number, end: number): TextSpan {
  const { start } = words[at] as Word;
  const last = words[end - 1] as Word;
  const lastEnd = last.isPossessive ? last.end + POSSESSIVE_LENGTH : last.end;
  return {
    start: BEFORE_WORD.test(text.charAt(start - 1)) ? start - 1 : start,
    end: AFTER_WORD.test(text.charAt(lastEnd)) ? lastEnd + 1 : lastEnd,
  };
}
