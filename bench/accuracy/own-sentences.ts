import { readFileSync } from "node:fs";
import { join } from "node:path";
import { aspectRows, type LabelledSentence } from "./home-services.ts";
import type { Measured, Scorer } from "./labelled.ts";

const FILE = join(import.meta.dirname, "own-sentences.tsv");

/** Sentences of our own, labelled before the rules read them and then used to mend the rules: what may not get lost. */
export const ownSentences = (vader?: Scorer): Measured[] =>
  aspectRows("own sentences, used to mend rules", readOwnSentences(), vader);

/** A line is labels such as "price+ quality-", or "-" for none, a tab and the sentence. */
function readOwnSentences(): LabelledSentence[] {
  const lines = readFileSync(FILE, "utf8").trimEnd().split("\n");
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
