import type { Aspect } from "../../../model/content.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { chooseTopics } from "./collocations.ts";

/** Texts that name no aspect, and words that they use. Reported to the owner, never published. */
export interface UncoveredTexts {
  readonly texts: number;
  readonly of: number;
  readonly words: readonly string[];
}

/** With fewer texts their share says little. */
const MIN_TEXTS = 20;
const MAX_SHARE = 0.5;
const MAX_WORDS = 10;
/** The newest texts tell which words there are: reading all of many would take longer than the rest of the insights. */
const MAX_READ_TEXTS = 200;

/** The texts of a month that name no aspect. */
export interface UncoveredCounts {
  readonly texts: number;
  readonly of: number;
  /** Ids of the reviews with the newest ones. */
  readonly newest: readonly string[];
}

export function countUncovered(
  verdicts: readonly ReviewVerdict[],
  aspects: readonly Aspect[],
): UncoveredCounts {
  const uncovered = verdicts.filter(
    ({ votes }) => !votes.some(({ aspect }) => aspects[aspect]?.general !== true),
  );
  const newest = uncovered.slice(0, MAX_READ_TEXTS).map(({ review }) => review.id);
  return { texts: uncovered.length, of: verdicts.length, newest };
}

/** Only if most texts name no aspect: their aspects are those of another trade, then. The newest month comes first. */
export function uncoveredTexts(
  months: readonly { readonly uncovered: UncoveredCounts }[],
  textOf: (id: string) => string,
  names: ReadonlySet<string>,
): UncoveredTexts | undefined {
  const texts = months.reduce((sum, { uncovered }) => sum + uncovered.texts, 0);
  const of = months.reduce((sum, { uncovered }) => sum + uncovered.of, 0);
  if (of < MIN_TEXTS || texts <= MAX_SHARE * of) return undefined;
  const newest = months.flatMap(({ uncovered }) => uncovered.newest).slice(0, MAX_READ_TEXTS);
  return { texts, of, words: chooseTopics(newest.map(textOf), names).slice(0, MAX_WORDS) };
}

export function uncoveredWarning({ texts, of, words }: UncoveredTexts): string {
  const examples = words.length === 0 ? "those of your customers" : words.join(", ");
  return `${texts} of ${of} texts name no aspect: choose another pack (by business.type, or "pack" in aspects.json), or add aspects with words such as ${examples}`;
}
