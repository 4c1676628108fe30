import type { Aspect } from "../../../model/content.ts";
import type { Problem } from "../../../model/entities.ts";
import { NEGATIVE } from "../lexicon/negative.ts";
import { COMPLAINT, NEUTRAL, PRAISE } from "../lexicon/phrases.ts";
import { POSITIVE } from "../lexicon/positive.ts";
import { PhraseTree } from "../text/phrases.ts";

/** The meaning of a word or phrase. Positive values praise, negative ones complain. */
export type Meaning =
  | { readonly kind: "opinion"; readonly value: number }
  /** A mention, if it is weak only next to an opinion. */
  | { readonly kind: "aspect"; readonly aspect: number; readonly isWeak: boolean }
  /** Inside it no word mentions the aspect. */
  | { readonly kind: "except"; readonly aspect: number }
  /** A statement of fact that judges one aspect: "two hours late". */
  | { readonly kind: "event"; readonly aspect: number; readonly value: number }
  /** Judges an aspect where the stars agree. */
  | { readonly kind: "hint"; readonly aspect: number; readonly value: number }
  | { readonly kind: "problem"; readonly id: string };

export type MeaningTree = PhraseTree<Meaning>;

const VALUES = { "1": 1, "2": 1.6, "3": 2.2 } as const;
const PHRASE = 1.8;
const EVENT = 2;
const HINT = 1;

/** One tree of the general lexicon and the business's own words, so that each text is searched once. */
export function compileMeanings(aspects: readonly Aspect[], problems: readonly Problem[]): MeaningTree {
  const tree: MeaningTree = new PhraseTree();
  addWords(tree, POSITIVE, 1);
  addWords(tree, NEGATIVE, -1);
  addPhrases(tree, PRAISE, { kind: "opinion", value: PHRASE });
  addPhrases(tree, COMPLAINT, { kind: "opinion", value: -PHRASE });
  addPhrases(tree, NEUTRAL, { kind: "opinion", value: 0 });
  for (const { id, phrases } of problems) {
    for (const phrase of phrases) tree.add(phrase, { kind: "problem", id });
  }
  for (const [index, aspect] of aspects.entries()) addAspect(tree, aspect, index);
  return tree;
}

/** Phrases of one meaning share its object, so two that match the same words count once. */
function addAspect(tree: MeaningTree, aspect: Aspect, index: number): void {
  for (const [meaning, phrases] of [
    [{ kind: "aspect", aspect: index, isWeak: false }, aspect.words],
    [{ kind: "aspect", aspect: index, isWeak: true }, aspect.weak ?? []],
    [{ kind: "except", aspect: index }, aspect.except ?? []],
  ] satisfies [Meaning, readonly string[]][])
    for (const phrase of phrases) tree.add(phrase, meaning);
  const praise: Meaning = { kind: "event", aspect: index, value: EVENT };
  const complaint: Meaning = { kind: "event", aspect: index, value: -EVENT };
  for (const { phrase, polarity } of aspect.events ?? [])
    tree.add(phrase, polarity === "positive" ? praise : complaint);
  for (const phrase of aspect.hints?.positive ?? [])
    tree.add(phrase, { kind: "hint", aspect: index, value: HINT });
  for (const phrase of aspect.hints?.negative ?? [])
    tree.add(phrase, { kind: "hint", aspect: index, value: -HINT });
}

function addWords(tree: MeaningTree, words: Readonly<Record<"1" | "2" | "3", string>>, sign: number): void {
  // A word of several groups keeps its strongest value.
  const added = new Set<string>();
  for (const strength of ["3", "2", "1"] as const) {
    const meaning: Meaning = { kind: "opinion", value: sign * VALUES[strength] };
    for (const written of words[strength].trim().split(/\s+/)) {
      for (const word of formsOf(written)) {
        if (added.has(word)) continue;
        added.add(word);
        tree.add(word, meaning);
      }
    }
  }
}

function formsOf(written: string): string[] {
  if (!written.endsWith("~")) return [written];
  const word = written.slice(0, -1);
  const stem = word.endsWith("e") ? word.slice(0, -1) : word;
  return [word, `${word}s`, `${stem}es`, `${stem}ed`, `${stem}ing`, `${stem}ingly`];
}

function addPhrases(tree: MeaningTree, phrases: string, meaning: Meaning): void {
  for (const phrase of phrases.split(/[|\n]/)) tree.add(phrase.trim(), meaning);
}
