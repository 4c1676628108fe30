import type { Entities } from "../../../model/entities.ts";
import { compileLikeness } from "../entities/name-likeness.ts";
import { namesOf, wordsOfNames } from "../entities/name-words.ts";
import type { Mention } from "../entities/mentions.ts";
import { compileNameGuess } from "./possible-names.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { stemsOf } from "../sentiment/prior.ts";
import type { Statement } from "./quote-clarity.ts";

type IsQuotable = (statement: Statement) => boolean;

/**
 * Compiles the rule by which names keep a statement from being quoted; it is counted all the same. No complaint is quoted
 * from a text that names somebody or may do so ("Chance charged me twice", "their plumber Steve"): who is meant by "then
 * she hung up" would be plain. No praise is quoted that names one whose sentiment is not published, or may do so: "Ana",
 * where one of two is not.
 */
export function compileNameRule(
  { technicians, services, service_areas }: Entities,
  business = "",
): IsQuotable {
  const unpublished = technicians.filter(({ publish_sentiment }) => publish_sentiment === false);
  const isUnpublished = ({ kind, id }: Mention): boolean =>
    kind === "technicians" && unpublished.some((one) => one.id === id);
  const likeAny = compileLikeness(technicians);
  const likeUnpublished = compileLikeness(unpublished);
  // No person's: the words of the business's name, of places and of services.
  const others = wordsOfNames([business, ...namesOf([...services, ...service_areas])]);
  let guess: ((text: string) => boolean) | undefined;
  // Many publications quote no complaint, and the stems take a while.
  const mayName = (text: string): boolean => (guess ??= compileNameGuess(others, stemsOf()))(text);
  const namesSomebody = remembered(
    ({ names, unknownNames, text }) =>
      unknownNames.length > 0 ||
      names.some(({ kind }) => kind === "technicians") ||
      likeAny(text).length > 0 ||
      mayName(text),
  );
  const unpublishedIn = remembered(({ names, text }): readonly Span[] => [
    ...names.filter(isUnpublished),
    // "Ann" is like Ana, but not where it names our Ann.
    ...likeUnpublished(text).filter((word) => !names.some((name) => isInside(word, name))),
  ]);
  return ({ verdict, mention }) =>
    mention.polarity === "negative"
      ? !namesSomebody(verdict)
      : unpublished.length === 0 || !unpublishedIn(verdict).some((name) => overlaps(name, mention));
}

type Span = Pick<Mention, "start" | "end">;

const isInside = (word: Span, name: Span): boolean => word.start >= name.start && word.end <= name.end;
const overlaps = (a: Span, b: Span): boolean => a.start < b.end && a.end > b.start;

/** A text judges several aspects, and is read once. */
function remembered<T>(read: (verdict: ReviewVerdict) => T): (verdict: ReviewVerdict) => T {
  const known = new WeakMap<ReviewVerdict, T>();
  return (verdict) => {
    const before = known.get(verdict);
    if (before !== undefined) return before;
    const found = read(verdict);
    known.set(verdict, found);
    return found;
  };
}
