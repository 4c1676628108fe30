import type { Aspect } from "../../../model/content.ts";
import type { Problem } from "../../../model/entities.ts";
import { NEGATIVE } from "../lexicon/negative.ts";
import { COMPLAINT, NEUTRAL, OTHERS, PRAISE } from "../lexicon/phrases.ts";
import { POSITIVE } from "../lexicon/positive.ts";
import { addPhrase, newTree, type PhraseTree } from "../text/phrases.ts";

/** What a word or phrase means to the rules. */
export type Meaning =
  | { readonly kind: "opinion"; readonly value: number }
  /** "named" counts as a mention, "weak" only with an opinion beside it, "except" means something else. */
  | { readonly kind: "aspect"; readonly aspect: number; readonly as: "named" | "weak" | "except" }
  /** A factual statement that judges one aspect: "two hours late". */
  | { readonly kind: "problem"; readonly id: string }
  /** Another business: what follows in the clause is not about this one. */
  | { readonly kind: "other" }
  | { readonly kind: "event"; readonly aspect: number; readonly value: number };

export type Vocabulary = PhraseTree<Meaning>;

const VALUES = { "1": 1, "2": 1.6, "3": 2.2 } as const;
const PHRASE = 1.8;
const EVENT = 2;

/** The business's aspects and the general lexicon in one tree, so that a text is walked once. */
export function compileVocabulary(aspects: readonly Aspect[], problems: readonly Problem[]): Vocabulary {
  const tree: Vocabulary = newTree();
  addWords(tree, POSITIVE, 1);
  addWords(tree, NEGATIVE, -1);
  for (const phrase of phrasesOf(PRAISE)) addPhrase(tree, phrase, { kind: "opinion", value: PHRASE });
  for (const phrase of phrasesOf(COMPLAINT)) addPhrase(tree, phrase, { kind: "opinion", value: -PHRASE });
  for (const phrase of phrasesOf(NEUTRAL)) addPhrase(tree, phrase, { kind: "opinion", value: 0 });
  for (const phrase of phrasesOf(OTHERS)) addPhrase(tree, phrase, { kind: "other" });
  for (const { id, phrases } of problems) {
    for (const phrase of phrases) addPhrase(tree, phrase, { kind: "problem", id });
  }
  for (const [index, aspect] of aspects.entries()) addAspect(tree, aspect, index);
  return tree;
}

/** Phrases of one meaning share it, so that a text is not counted twice where two of them fit. */
function addAspect(tree: Vocabulary, aspect: Aspect, index: number): void {
  for (const [as, phrases] of [
    ["named", aspect.words],
    ["weak", aspect.weak ?? []],
    ["except", aspect.except ?? []],
  ] as const) {
    const meaning: Meaning = { kind: "aspect", aspect: index, as };
    for (const phrase of phrases) addPhrase(tree, phrase, meaning);
  }
  const praise: Meaning = { kind: "event", aspect: index, value: EVENT };
  const complaint: Meaning = { kind: "event", aspect: index, value: -EVENT };
  for (const { phrase, polarity } of aspect.events ?? [])
    addPhrase(tree, phrase, polarity === "positive" ? praise : complaint);
}

function addWords(tree: Vocabulary, words: Readonly<Record<"1" | "2" | "3", string>>, sign: number): void {
  // The strongest last group wins: a word that was entered keeps its first value.
  const known = new Set<string>();
  for (const strength of ["3", "2", "1"] as const) {
    const meaning: Meaning = { kind: "opinion", value: sign * VALUES[strength] };
    for (const written of words[strength].trim().split(/\s+/)) {
      for (const word of formsOf(written)) {
        if (known.has(word)) continue;
        known.add(word);
        addPhrase(tree, word, meaning);
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

const phrasesOf = (written: string): string[] =>
  written
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");
