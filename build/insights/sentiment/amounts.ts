import { type Passage, segmentEnd } from "../text/passage.ts";
import { WordTable } from "../text/vocabulary.ts";
import type { Word } from "../text/words.ts";
import type { AspectHit } from "./opinions.ts";

const QUOTE_WORDS = WordTable.of(
  "quote quoted quoting estimate estimated said told promised advertised".split(" "),
);
const BILL_WORDS = new Set(
  "became came charge charged charging bill billed paid pay total turned went invoice invoiced wanted final cost ended".split(
    " ",
  ),
);
/** Distances in words, from an amount to the word for the bill and from a word to its amount. */
const MAX_WORDS_TO_BILL = 14;
const MAX_WORDS_TO_AMOUNT = 6;
/** A bill above the quote by this factor is more than rounding. */
const OVERCHARGE_FACTOR = 1.05;
const EVENT = 2;

/** "Quoted $200 and charged $650": statements of two amounts, which judge the price. */
export function priceEvents(passage: Passage, priceAspect: number): AspectHit[] {
  if (priceAspect < 0 || !/\d/.test(passage.text)) return [];
  const { words } = passage;
  const hits: AspectHit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (QUOTE_WORDS.get((words[at] as Word).number) === 0) continue;
    const quote = amountAfter(passage, at);
    if (quote === undefined) continue;
    const bill = billAfter(passage, quote.end);
    if (bill === undefined) continue;
    const event = bill.value > OVERCHARGE_FACTOR * quote.value ? -EVENT : EVENT;
    hits.push({ at, end: bill.end, aspect: priceAspect, isWeak: false, event });
    at = bill.end;
  }
  return hits;
}

/** The amount of a bill in the same sentence or the next one. */
function billAfter(passage: Passage, from: number): Amount | undefined {
  const { words, sentences } = passage;
  let last = segmentEnd(sentences, from - 1);
  if (last < words.length) last = segmentEnd(sentences, last);
  for (let at = from; at < Math.min(last, from + MAX_WORDS_TO_BILL); at += 1) {
    const { number, folded } = words[at] as Word;
    if (QUOTE_WORDS.get(number) === 1) return undefined;
    if (BILL_WORDS.has(folded)) return amountAfter(passage, at);
  }
  return undefined;
}

const UNITS = /^(?:hours?|hrs?|minutes?|mins?|days?|weeks?|am|pm|percent|times?)$/;

interface Amount {
  readonly value: number;
  /** Index of the word after it. */
  readonly end: number;
}

/** The next amount of money: a number with a currency sign, "dollars" after it, or a word such as "paid" before it. */
function amountAfter({ text, words }: Passage, at: number): Amount | undefined {
  for (let next = at + 1; next < words.length && next <= at + MAX_WORDS_TO_AMOUNT; next += 1) {
    const word = words[next] as Word;
    if (!/^\d/.test(word.folded)) continue;
    const after = words[next + 1]?.folded ?? "";
    const isMoney =
      /[$€£]\s?$/.test(text.slice(0, word.start)) ||
      /^(?:dollars|bucks|usd)$/.test(after) ||
      // "quoted 350 paid 525"
      (next === at + 1 && /^\d{2,}$/.test(word.folded) && !UNITS.test(after));
    if (!isMoney) continue;
    const [written] = /^[\d,]+(?:\.\d+)?/.exec(text.slice(word.start)) ?? [word.folded];
    const value = Number(written.replaceAll(",", ""));
    let end = next + 1;
    while ((words[end]?.start ?? Infinity) < word.start + written.length) end += 1;
    return Number.isFinite(value) && value > 0 ? { value, end } : undefined;
  }
  return undefined;
}
