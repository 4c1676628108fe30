import type { Entities } from "../../../model/entities.ts";
import { nameWords } from "../entities/name-words.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { ENGLISH } from "../text/language.ts";
import { wordsOf } from "../text/words.ts";
import type { Statement } from "./quote-clarity.ts";

type IsQuotable = (statement: Statement) => boolean;

/** "Kev", "Tommy" and "Mikes" are like Kevin, Tom and Mike; shorter words are like too many names. */
const MIN_LIKENESS = 3;
/** Letters that a nickname adds: "evening" is not like Eve. */
const MAX_ENDING = 2;

/**
 * Compiles the rule by which names keep a statement from being quoted; it is counted all the same. No complaint is quoted
 * from a text that names somebody or may do so ("Chance charged me twice", "their plumber Steve"): who is meant by "then
 * she hung up" would be plain. Nothing is quoted that names one whose sentiment is not published.
 */
export function compileNameRule({ technicians }: Pick<Entities, "technicians">): IsQuotable {
  const words = nameWords({ technicians, service_areas: [] });
  const listed = [...words];
  const unpublished = new Set(
    technicians.flatMap((one) => (one.publish_sentiment === false ? [one.id] : [])),
  );
  const isNameLike = (word: string): boolean => {
    if (words.has(word)) return true;
    // "The" begins Theo.
    if (word.length < MIN_LIKENESS || ENGLISH.has(word)) return false;
    const isNickname = (name: string): boolean =>
      name.length >= MIN_LIKENESS && word.length <= name.length + MAX_ENDING && word.startsWith(name);
    return listed.some((name) => name.startsWith(word) || isNickname(name));
  };
  const namesNobody = ({ names, unknownNames, text }: ReviewVerdict): boolean =>
    unknownNames.length === 0 &&
    !names.some(({ kind }) => kind === "technicians") &&
    !wordsOf(text).some(({ isCapitalized, folded }) => isCapitalized && isNameLike(folded));
  // A text complains of several aspects, and is read once.
  const read = new WeakMap<ReviewVerdict, boolean>();
  return ({ verdict, mention: { start, end, polarity } }) => {
    if (polarity !== "negative")
      return !verdict.names.some(
        (name) =>
          name.kind === "technicians" && name.start < end && name.end > start && unpublished.has(name.id),
      );
    const isQuotable = read.get(verdict) ?? namesNobody(verdict);
    read.set(verdict, isQuotable);
    return isQuotable;
  };
}
