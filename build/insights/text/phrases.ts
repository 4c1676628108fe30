import type { Passage } from "./passage.ts";
import { wordNumber } from "./vocabulary.ts";
import { fold, type Word } from "./words.ts";

/**
 * A tree of phrases, word by word. In a phrase `*` stands for any one word, `#` for a number, and `his/her` for
 * either word. "did not" also matches "didn't", and a leading "not" matches any such contraction.
 */
export interface PhraseTree<T> {
  /** By the number of the word, see `vocabulary.ts`. */
  next: Map<number, PhraseTree<T>> | undefined;
  any: PhraseTree<T> | undefined;
  number: PhraseTree<T> | undefined;
  /** The meanings of the phrases that end here. */
  entries: readonly T[];
  /** At the root: phrases by first word that are added once a text has that word. A text has few of all words. */
  unread: Map<number, (readonly [phrase: string, entry: T])[]> | undefined;
}

export interface PhraseMatch<T> {
  readonly entries: readonly T[];
  /** Index of the word after the match. */
  readonly end: number;
}

export const newTree = <T>(): PhraseTree<T> => ({
  next: undefined,
  any: undefined,
  number: undefined,
  entries: [],
  unread: undefined,
});

export function addPhrase<T>(tree: PhraseTree<T>, phrase: string, entry: T): void {
  tree.unread ??= new Map();
  for (const word of firstWords(phrase)) {
    const others = tree.unread.get(word);
    if (others === undefined) tree.unread.set(word, [[phrase, entry]]);
    else others.push([phrase, entry]);
  }
}

/** The words that a spelling of the phrase begins with. */
function firstWords(phrase: string): Iterable<number> {
  const first = phrase.trim().split(/\s/, 1)[0] ?? "";
  if (PLAIN_WORD.test(first) && !CONTRACTIBLE.test(first)) return [wordNumber(first)];
  return new Set(spellings(phrase).flatMap(([word]) => (word === undefined ? [] : [wordNumber(word)])));
}

/** The numbers of the words that phrases of the tree begin with. */
export const firstWordsOf = <T>(tree: PhraseTree<T>): number[] => [
  ...(tree.unread?.keys() ?? []),
  ...(tree.next?.keys() ?? []),
];

/** The node of a first word, with all phrases that begin with it. */
function beginningWith<T>(tree: PhraseTree<T>, word: number): PhraseTree<T> | undefined {
  const added = tree.unread?.get(word);
  if (added === undefined) return tree.next?.get(word);
  tree.unread?.delete(word);
  for (const phrase of added) addSpellings(tree, word, phrase);
  return tree.next?.get(word);
}

function addSpellings<T>(
  tree: PhraseTree<T>,
  word: number,
  [phrase, entry]: readonly [phrase: string, entry: T],
): void {
  // One list for all spellings: most of them end in a node of their own.
  const entries = [entry];
  for (const written of spellings(phrase)) {
    if (written[0] === undefined || wordNumber(written[0]) !== word) continue;
    let node = tree;
    for (const part of written) node = childOf(node, part);
    if (node.entries.includes(entry)) continue;
    node.entries = node.entries.length === 0 ? entries : [...node.entries, entry];
  }
}

function childOf<T>(node: PhraseTree<T>, part: string): PhraseTree<T> {
  if (part === "*") return (node.any ??= newTree());
  if (part === "#") return (node.number ??= newTree());
  node.next ??= new Map();
  const number = wordNumber(part);
  let child = node.next.get(number);
  if (child === undefined) node.next.set(number, (child = newTree()));
  return child;
}

const NONE: readonly never[] = [];

/** All matches that start at a word, the shortest first. None goes past the end of a sentence. */
export function matchesAt<T>(tree: PhraseTree<T>, passage: Passage, at: number): readonly PhraseMatch<T>[] {
  const number = passage.numbers[at] as number;
  const first = beginningWith(tree, number);
  // "didn't" begins phrases written with "didn't", "did not" or just "not".
  const not = NEGATIVE_CONTRACTIONS.has(number) ? beginningWith(tree, NOT) : undefined;
  if (first === undefined && not === undefined) return NONE;
  const matches: PhraseMatch<T>[] = [];
  if (first) collect(first, at + 1, { passage, matches });
  if (not) collect(not, at + 1, { passage, matches });
  return matches;
}

interface Search<T> {
  readonly passage: Passage;
  readonly matches: PhraseMatch<T>[];
}

/** Adds the matches that go on from a node, which the words before `end` lead to. */
function collect<T>(node: PhraseTree<T>, end: number, search: Search<T>): void {
  if (node.entries.length > 0) addMatch(search.matches, node.entries, end);
  const { words, numbers, sentenceStart } = search.passage;
  if (end >= words.length || sentenceStart[end] === 1) return;
  const number = numbers[end] as number;
  const child = node.next?.get(number);
  if (child) collect(child, end + 1, search);
  if (node.number && isNumber(number, words[end] as Word)) collect(node.number, end + 1, search);
  if (node.any) collect(node.any, end + 1, search);
}

/** Keeps matches in the order of their ends, with one entry for each end. */
function addMatch<T>(matches: PhraseMatch<T>[], entries: readonly T[], end: number): void {
  let at = matches.length;
  while (at > 0 && (matches[at - 1] as PhraseMatch<T>).end >= end) at -= 1;
  const same = matches[at];
  if (same?.end !== end) matches.splice(at, 0, { entries, end });
  else matches[at] = { entries: [...new Set([...same.entries, ...entries])], end };
}

const NUMBERS = new Set(
  "a an another couple dozen eight eleven few five four half hour many nine one several seven six ten thirty three twelve twenty two"
    .split(" ")
    .map((word) => wordNumber(word)),
);

const isDigit = (word: string): boolean => {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
};

const isNumber = (number: number, { folded }: Word): boolean => NUMBERS.has(number) || isDigit(folded);

const NOT = wordNumber("not");

const IRREGULAR_CONTRACTIONS: Readonly<Record<string, string>> = {
  will: "wont",
  can: "cant",
  shall: "shant",
};
const CONTRACTIBLE =
  /^(?:are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would|will|can)$/;

/** By number: "didn't" and its kin. */
export const NEGATIVE_CONTRACTIONS: ReadonlySet<number> = new Set(
  [
    ..."are did do does had has have is must need should was were would could"
      .split(" ")
      .map((verb) => `${verb}nt`),
    ...Object.values(IRREGULAR_CONTRACTIONS),
  ].map((word) => wordNumber(word)),
);

const PLAIN_WORD = /^[a-z0-9]+$/;

/** Every way to write the phrase, as folded words. Leading placeholders are dropped: a phrase starts with a word. */
function spellings(phrase: string): string[][] {
  let all: string[][] = [[]];
  for (const part of phrase.trim().split(/\s+/)) {
    if (PLAIN_WORD.test(part)) {
      for (const words of all) words.push(part);
      continue;
    }
    const options = part.split("/").map((option) => partsOf(option));
    all = all.flatMap((before) => options.map((option) => [...before, ...option]));
  }
  const expanded = all.some((words) => words.includes("not"))
    ? all.flatMap((words) => [words, ...contracted(words)])
    : all;
  return expanded.map((words) => {
    const first = words.findIndex((word) => word !== "*" && word !== "#");
    return first === 0 ? words : words.slice(first);
  });
}

function partsOf(option: string): string[] {
  if (option === "*" || option === "#") return [option];
  return option
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== "")
    .map((word) => fold(word));
}

function contracted(words: readonly string[]): string[][] {
  const at = words.indexOf("not");
  const verb = words[at - 1] ?? "";
  if (at < 1 || !CONTRACTIBLE.test(verb)) return [];
  return [[...words.slice(0, at - 1), IRREGULAR_CONTRACTIONS[verb] ?? `${verb}nt`, ...words.slice(at + 1)]];
}
