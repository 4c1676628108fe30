import type { Entities } from "../../../model/entities.ts";
import { nameWords } from "../entities/name-words.ts";
import { wordsOf } from "../text/words.ts";
import type { Statement } from "./quote-clarity.ts";

type IsQuotable = (statement: Statement) => boolean;

/** "She hung up on me", in a text that names somebody. */
const PERSONAL = /\b(?:he|her|him|his|she)\b/i;

/**
 * Compiles the rule by which names keep a statement from being quoted; it is counted all the same. No complaint is quoted
 * that may name one of our people ("Chance charged me twice") or point to one, and nothing that names one whose
 * sentiment is not published.
 */
export function compileNameRule(entities: Pick<Entities, "technicians">): IsQuotable {
  const { technicians } = entities;
  const words = nameWords({ technicians, service_areas: [] });
  const unpublished = new Set(
    technicians.flatMap((one) => (one.publish_sentiment === false ? [one.id] : [])),
  );
  return ({ verdict: { names, text }, mention: { start, end, polarity } }) => {
    const people = names.filter(({ kind }) => kind === "technicians");
    const named = people.filter((name) => name.start < end && name.end > start);
    if (polarity !== "negative") return !named.some(({ id }) => unpublished.has(id));
    const quote = text.slice(start, end);
    return (
      named.length === 0 &&
      !(people.length > 0 && PERSONAL.test(quote)) &&
      !wordsOf(quote).some(({ isCapitalized, folded }) => isCapitalized && words.has(folded))
    );
  };
}
