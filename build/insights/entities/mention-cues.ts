import type { EntityKind } from "../../../model/entities.ts";
import { AFTER_PERSON, BEFORE_PERSON, BEFORE_PLACE, RELATIVES } from "./everyday-words.ts";
import type { Word } from "../text/words.ts";

/** A text being read: all that the rules may look at. */
export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
  /** Whether a capital letter is evidence in this text. */
  readonly capitalsCount: boolean;
}

/** Months and seasons are names too, but not after these. */
const BEFORE_TIME = new Set([
  "in",
  "since",
  "last",
  "this",
  "next",
  "until",
  "till",
  "by",
  "early",
  "late",
  "during",
  "of",
]);
const TIMES = new Set(["april", "august", "autumn", "june", "may", "summer", "winter"]);
const BEFORE_SERVICE = new Set(
  "a an another any broken for her his leaking my new of old our repair replace replaced the their this your".split(
    " ",
  ),
);
/** "Will, our technician" and "Will, who came at noon". */
const APPOSITION = new Set(["a", "from", "our", "the", "their", "who", "your"]);

/** Whether what stands around an everyday word shows that the entity is meant. */
export function hasCue(reading: Reading, at: number, end: number, kind: EntityKind): boolean {
  if (kind === "services") return BEFORE_SERVICE.has(before(reading, at)?.folded ?? "");
  const word = reading.words[at] as Word;
  if (!word.isCapital || !reading.capitalsCount) return false;
  return kind === "technicians" ? isPerson(reading, at, end) : isPlace(reading, at, end);
}

/** "my husband Mark" is not our Mark. */
export function isRelative(reading: Reading, at: number): boolean {
  const word = before(reading, at);
  return word !== undefined && RELATIVES.has(word.folded) && !word.isPossessive;
}

function isPerson(reading: Reading, at: number, end: number): boolean {
  const word = reading.words[at] as Word;
  const previous = before(reading, at)?.folded ?? "";
  if (TIMES.has(word.folded) && BEFORE_TIME.has(previous)) return false;
  if ((reading.words[end - 1] as Word).isPossessive || BEFORE_PERSON.has(previous)) return true;
  const next = reading.words[end];
  if (next === undefined) return false;
  const gap = reading.text.slice((reading.words[end - 1] as Word).end, next.start);
  if (/^\s*(&|\/)\s*$/.test(gap)) return true;
  if (/^\s*[,(–-]\s*$/.test(gap)) return APPOSITION.has(next.folded);
  return /^\s+$/.test(gap) && AFTER_PERSON.has(next.folded);
}

function isPlace(reading: Reading, at: number, end: number): boolean {
  const next = reading.words[end];
  const last = reading.words[end - 1] as Word;
  const gap = next === undefined ? "" : reading.text.slice(last.end, next.start);
  // "Orange County" is another place than Orange.
  if (next?.folded === "county" && /^\s+$/.test(gap)) return false;
  if (
    next !== undefined &&
    /^,\s*$/.test(gap) &&
    /^\p{Lu}{2}$/u.test(reading.text.slice(next.start, next.end))
  )
    return true;
  return BEFORE_PLACE.has(before(reading, at)?.folded ?? "");
}

/** The word before, if only space or an opening sign lies between. */
function before({ text, words }: Reading, at: number): Word | undefined {
  const word = words[at - 1];
  if (word === undefined) return undefined;
  return /^[\s("“'‘&]*$/.test(text.slice(word.end, (words[at] as Word).start)) ? word : undefined;
}
