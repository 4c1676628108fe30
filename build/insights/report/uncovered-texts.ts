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

/** Only if most texts name no aspect: their aspects are those of another trade, then. The newest come first. */
export function uncoveredTexts(
  verdicts: readonly ReviewVerdict[],
  aspects: readonly Aspect[],
  names: ReadonlySet<string>,
): UncoveredTexts | undefined {
  const uncovered = verdicts.filter(
    ({ votes }) => !votes.some(({ aspect }) => aspects[aspect]?.general !== true),
  );
  if (verdicts.length < MIN_TEXTS || uncovered.length <= MAX_SHARE * verdicts.length) return undefined;
  const words = chooseTopics(
    uncovered.slice(0, MAX_READ_TEXTS).map(({ text }) => text),
    names,
  );
  return { texts: uncovered.length, of: verdicts.length, words: words.slice(0, MAX_WORDS) };
}

export function uncoveredWarning({ texts, of, words }: UncoveredTexts): string {
  const examples = words.length === 0 ? "those of your customers" : words.join(", ");
  return `${texts} of ${of} texts name no aspect: set business.type, name another pack in aspects.json, or add aspects with words such as ${examples}`;
}
