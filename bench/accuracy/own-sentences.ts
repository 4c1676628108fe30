import { readFileSync } from "node:fs";
import { join } from "node:path";
import { aspectRows, type LabelledSentence } from "./home-services.ts";
import type { AccuracyRow, Scorer } from "./labelled.ts";

/**
 * Sentences of our own, labelled before the rules read them. Those of the first set were used to mend rules: what they
 * measure may not get lost. The errors of the second were not read.
 */
export const ownSentences = (vader?: Scorer): AccuracyRow[] => [
  ...aspectRows("own sentences, used to mend rules", readSentences("own-sentences.tsv"), vader),
  ...aspectRows("own sentences, errors not read", readSentences("own-sentences-unread.tsv"), vader),
];

/** A line is labels such as "price+ quality-", or "-" for none, a tab and the sentence. */
function readSentences(file: string): LabelledSentence[] {
  const lines = readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const [labels = "", text = ""] = line.split("\t");
    const aspects = labels
      .split(" ")
      .filter((label) => label !== "-")
      .map((label) => ({
        category: label.slice(0, -1),
        polarity: label.endsWith("+") ? "positive" : "negative",
      }));
    return { text, aspects };
  });
}
