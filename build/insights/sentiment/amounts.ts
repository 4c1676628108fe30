import type { AspectHit } from "./opinions.ts";
import { endOf, type Passage } from "../text/passage.ts";
import type { Word } from "../text/words.ts";

const SAID = new Set("quote quoted quoting estimate estimated said told promised advertised".split(" "));
const TAKEN = new Set(
  "charge charged charging bill billed paid pay total invoice invoiced wanted final cost ended".split(" "),
);
/** How far the second amount may stand from the first, in words. */
const REACH = 14;
const NEAR = 6;
/** A bill this much above the quote is no rounding. */
const MARGIN = 1.05;
const JUDGED = 2;

/** "Quoted $200 and charged $650": two amounts that judge the price by themselves. */
export function priceEvents(passage: Passage, aspect: number): AspectHit[] {
  if (aspect < 0 || !/\d/.test(passage.text)) return [];
  const { words } = passage;
  const hits: AspectHit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!SAID.has((words[at] as Word).folded)) continue;
    const said = amountAfter(passage, at, NEAR);
    if (said === undefined) continue;
    const taken = takenAfter(passage, said.end);
    if (taken === undefined) continue;
    hits.push({
      at,
      end: taken.end,
      aspect,
      isWeak: false,
      event: taken.value > MARGIN * said.value ? -JUDGED : JUDGED,
    });
    at = taken.end;
  }
  return hits;
}

function takenAfter(passage: Passage, from: number): Amount | undefined {
  const { words, sentenceStart } = passage;
  // This sentence and the next one.
  let last = from < words.length ? endOf(sentenceStart, from - 1) : from;
  if (last < words.length) last = endOf(sentenceStart, last);
  for (let at = from; at < Math.min(last, from + REACH); at += 1) {
    const word = (words[at] as Word).folded;
    if (SAID.has(word)) return undefined;
    if (TAKEN.has(word)) return amountAfter(passage, at, NEAR);
  }
  return undefined;
}

const UNITS = /^(?:hours?|hrs?|minutes?|mins?|days?|weeks?|am|pm|percent|times?)$/;

interface Amount {
  readonly value: number;
  readonly end: number;
}

/** A number with a currency sign before it or "dollars" after it. */
function amountAfter({ text, words }: Passage, at: number, reach: number): Amount | undefined {
  for (let next = at + 1; next < words.length && next <= at + reach; next += 1) {
    const word = words[next] as Word;
    if (!/^\d/.test(word.folded)) continue;
    const after = words[next + 1]?.folded ?? "";
    const isMoney =
      /[$€£]\s?$/.test(text.slice(0, word.start)) ||
      /^(?:dollars|bucks|usd)$/.test(after) ||
      // "quoted 350 paid 525"
      (next === at + 1 && /^\d{2,}$/.test(word.folded) && !UNITS.test(after));
    if (!isMoney) continue;
    const written = /^[\d,]+(?:\.\d+)?/.exec(text.slice(word.start)) ?? [word.folded];
    const value = Number(written[0].replaceAll(",", ""));
    let end = next + 1;
    while ((words[end]?.start ?? Infinity) < word.start + written[0].length) end += 1;
    return Number.isFinite(value) && value > 0 ? { value, end } : undefined;
  }
  return undefined;
}
