import type { Entities } from "../../../model/entities.ts";
import { nameWords } from "../entities/name-words.ts";
import { wordsOf } from "../text/words.ts";
import type { Statement } from "./quote-clarity.ts";

type IsQuotable = (statement: Statement) => boolean;

/** "Steve" and "Mikes" are like Steven and Mike; shorter words are like too many names. */
const MIN_LIKENESS = 4;

/**
 * Compiles the rule by which names keep a statement from being quoted; it is counted all the same. No complaint is quoted
 * from a text that names somebody or may do so ("Chance charged me twice", "their plumber Steve"): who is meant by "then
 * she hung up" would be plain. Nothing is quoted that names one whose sentiment is not published.
 */
export function compileNameRule({ technicians }: Pick<Entities, "technicians">): IsQuotable {
  const words = nameWords({ technicians, service_areas: [] });
  const unpublished = new Set(
    technicians.flatMap((one) => (one.publish_sentiment === false ? [one.id] : [])),
  );
  const isNameLike = (word: string): boolean => {
    if (words.has(word)) return true;
    if (word.length < MIN_LIKENESS) return false;
    return (
      (word.endsWith("s") && words.has(word.slice(0, -1))) || [...words].some((name) => name.startsWith(word))
    );
  };
  return ({ verdict: { names, unknownNames, text }, mention: { start, end, polarity } }) => {
    const people = names.filter(({ kind }) => kind === "technicians");
    if (polarity !== "negative")
      return !people.some((name) => name.start < end && name.end > start && unpublished.has(name.id));
    return (
      people.length === 0 &&
      unknownNames.length === 0 &&
      !wordsOf(text).some(({ isCapitalized, folded }) => isCapitalized && isNameLike(folded))
    );
  };
}
