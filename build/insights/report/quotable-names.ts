import type { Entities } from "../../../model/entities.ts";
import { nameWords } from "../entities/name-words.ts";
import type { Mention } from "../entities/mentions.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { ENGLISH } from "../text/language.ts";
import { type Word, wordsOf } from "../text/words.ts";
import type { Statement } from "./quote-clarity.ts";

type IsQuotable = (statement: Statement) => boolean;

/** "Kev", "Tommy" and "Mikes" are like Kevin, Tom and Mike; shorter words are like too many names. */
const MIN_LIKENESS = 3;
/** Letters that a nickname adds: "evening" is not like Eve. */
const MAX_ENDING = 2;

/**
 * Compiles the rule by which names keep a statement from being quoted; it is counted all the same. No complaint is quoted
 * from a text that names somebody or may do so ("Chance charged me twice", "their plumber Steve"): who is meant by "then
 * she hung up" would be plain. No praise is quoted that names one whose sentiment is not published, or may do so: "Ana",
 * where one of two is not.
 */
export function compileNameRule({ technicians }: Pick<Entities, "technicians">): IsQuotable {
  const unpublished = technicians.filter(({ publish_sentiment }) => publish_sentiment === false);
  const isUnpublished = ({ kind, id }: Mention): boolean =>
    kind === "technicians" && unpublished.some((one) => one.id === id);
  const isLikeAny = compileLikeness(technicians);
  const isLikeUnpublished = compileLikeness(unpublished);
  const namesNobody = ({ names, unknownNames, text }: ReviewVerdict): boolean =>
    unknownNames.length === 0 &&
    !names.some(({ kind }) => kind === "technicians") &&
    !wordsOf(text).some(isLikeAny);
  const namesNoUnpublished = ({ names, text }: ReviewVerdict, start: number, end: number): boolean => {
    const named = names.filter((name) => name.start < end && name.end > start);
    const isNamed = (word: Word): boolean =>
      named.some((name) => start + word.start >= name.start && start + word.end <= name.end);
    return (
      !named.some(isUnpublished) &&
      !wordsOf(text.slice(start, end)).some((word) => isLikeUnpublished(word) && !isNamed(word))
    );
  };
  // A text complains of several aspects, and is read once.
  const read = new WeakMap<ReviewVerdict, boolean>();
  return ({ verdict, mention: { start, end, polarity } }) => {
    if (polarity !== "negative") return unpublished.length === 0 || namesNoUnpublished(verdict, start, end);
    const isQuotable = read.get(verdict) ?? namesNobody(verdict);
    read.set(verdict, isQuotable);
    return isQuotable;
  };
}

/** Compiles a test for capitalized words that are like a name of these persons. */
function compileLikeness(technicians: Entities["technicians"]): (word: Word) => boolean {
  const words = nameWords({ technicians, service_areas: [] });
  const listed = [...words];
  return ({ isCapitalized, folded: word }) => {
    if (!isCapitalized) return false;
    if (words.has(word)) return true;
    // "The" begins Theo.
    if (word.length < MIN_LIKENESS || ENGLISH.has(word)) return false;
    const isNickname = (name: string): boolean =>
      name.length >= MIN_LIKENESS && word.length <= name.length + MAX_ENDING && word.startsWith(name);
    return listed.some((name) => name.startsWith(word) || isNickname(name));
  };
}
