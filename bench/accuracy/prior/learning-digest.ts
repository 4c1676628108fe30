import { createHash } from "node:crypto";
import { labelsOf } from "../labeled-reviews.ts";
import { learnWords } from "./learn-prior.ts";
import { readCorpus } from "./prior-corpus.ts";
import { MAMS_TIMES, ownTrainingTexts } from "./training-texts.ts";

/** One text of so many is learned from. */
const TRIED = 100;

/**
 * SHA-256, in hex, of all own texts with their labels, of the labels of MAMS, whose files are known by their own SHA-256,
 * and of the words that the learner makes of a part of the own texts and of the packs' phrases. While it stays the same,
 * so do the words of `prior.json`, which take minutes to learn: another text, another rule that reads it and another
 * learner would change it. How sentences of MAMS are read is not part of it.
 */
export function learningDigest(): string {
  const texts = ownTrainingTexts();
  const hash = createHash("sha256");
  for (const text of texts) hash.update(JSON.stringify({ ...text, labels: [...text.labels] }));
  hash.update(JSON.stringify([MAMS_TIMES, labelsOf("mams")]));
  const words = learnWords(readCorpus(texts.filter((_, index) => index % TRIED === 0)));
  return hash.update(JSON.stringify(words)).digest("hex");
}
