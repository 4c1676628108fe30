import { readFileSync } from "node:fs";
import { join } from "node:path";
import { aspectRows, type LabeledSentence } from "./home-services.ts";
import type { AccuracyRow, Scorer } from "./labeled.ts";

const READ = "own-sentences.tsv";

/** Those whose errors were read. */
export const readOwnSentences = (): LabeledSentence[] => readSentences(READ);

/**
 * Our own sentences, labeled before the rules first saw them. The first set was then used to fix rules and guards
 * against regressions. Nobody read the errors of the second.
 */
export const ownSentences = (vader?: Scorer): AccuracyRow[] => [
  ...aspectRows("own sentences, used to fix rules", readSentences(READ), vader),
  ...aspectRows(
    "single sentences in figures of speech, kept aside",
    readSentences("own-sentences-unread.tsv"),
    vader,
  ),
];

/** Each line has labels such as "price+ quality-", or "-" for none, a tab and the sentence. */
function readSentences(file: string): LabeledSentence[] {
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
