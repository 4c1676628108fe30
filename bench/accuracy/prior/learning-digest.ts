import { createHash } from "node:crypto";
import { learnWords } from "./learn-prior.ts";
import { readCorpus } from "./prior-corpus.ts";
import type { TrainingText } from "./training-texts.ts";

/** One text of so many is learned from. */
const TRIED = 100;

/**
 * SHA-256, in hex, of all texts with their labels, and of the words that the learner makes of a part of them and of the
 * packs' phrases. While it stays the same, so do the words of `prior.json`, which take minutes to learn: another text,
 * another rule that reads it and another learner would change it.
 */
export function learningDigest(texts: readonly TrainingText[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(JSON.stringify({ ...text, labels: [...text.labels] }));
  const words = learnWords(readCorpus(texts.filter((_, index) => index % TRIED === 0)));
  return hash.update(JSON.stringify(words)).digest("hex");
}
