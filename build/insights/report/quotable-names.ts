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
  const namesNobody = ({ names, unknownNames, text }: ReviewVerdict): boolean =>
    unknownNames.length === 0 &&
    !names.some(({ kind }) => kind === "technicians") &&
    likeAny(text).length === 0 &&
    !mayName(text);
  const namesNoUnpublished = ({ names, text }: ReviewVerdict, start: number, end: number): boolean => {
    const named = names.filter((name) => name.start < end && name.end > start);
    return (
      !named.some(isUnpublished) &&
      likeUnpublished(text.slice(start, end)).every((word) =>
        named.some((name) => start + word.start >= name.start && start + word.end <= name.end),
      )
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
