import type { Word } from "./words.ts";
import { fold } from "./words.ts";

/**
 * A tree of phrases, word by word. In a phrase `*` stands for any one word, `#` for a number, and `his/her` for
 * either word. "did not" is also found as "didn't".
 */
export interface PhraseTree<T> {
  readonly next: Map<string, PhraseTree<T>>;
  any: PhraseTree<T> | undefined;
  number: PhraseTree<T> | undefined;
  readonly entries: T[];
}

export interface PhraseMatch<T> {
  readonly entries: readonly T[];
  /** Index of the word after the match. */
  readonly end: number;
}

export const newTree = <T>(): PhraseTree<T> => ({
  next: new Map(),
  any: undefined,
  number: undefined,
  entries: [],
});

/** A placeholder in front only widens the match; it is left out, so that every phrase starts with a word. */
export function addPhrase<T>(tree: PhraseTree<T>, phrase: string, entry: T): void {
  for (const written of spellings(phrase)) {
    let node = tree;
    for (const part of written) node = part === "*" || part === "#" ? wild(node, part) : child(node, part);
    if (node !== tree && !node.entries.includes(entry)) node.entries.push(entry);
  }
}

/** All matches that start at a word, the shortest first. `breaks` marks words that begin a sentence. */
export function matchesAt<T>(
  tree: PhraseTree<T>,
  words: readonly Word[],
  at: number,
  breaks: Uint8Array,
): PhraseMatch<T>[] {
  const first = tree.next.get((words[at] as Word).folded);
  if (first === undefined) return [];
  const matches: PhraseMatch<T>[] = [];
  let nodes: PhraseTree<T>[] = [first];
  for (let end = at + 1; nodes.length > 0; end += 1) {
    const entries = nodes.length === 1 ? (nodes[0]?.entries ?? []) : nodes.flatMap((node) => node.entries);
    if (entries.length > 0) matches.push({ entries, end });
    const word = words[end];
    if (word === undefined || breaks[end] === 1) break;
    nodes = nodes.flatMap((node) => step(node, word.folded));
  }
  return matches;
}

function step<T>(node: PhraseTree<T>, word: string): PhraseTree<T>[] {
  const nodes: PhraseTree<T>[] = [];
  const next = node.next.get(word);
  if (next) nodes.push(next);
  if (node.number && isNumber(word)) nodes.push(node.number);
  if (node.any) nodes.push(node.any);
  return nodes;
}

const NUMBERS = new Set(
  "a an another couple dozen eight eleven few five four half hour many nine one several seven six ten thirty three twelve twenty two".split(
    " ",
  ),
);

const isNumber = (word: string): boolean => NUMBERS.has(word) || /^\d/.test(word);

function child<T>(node: PhraseTree<T>, word: string): PhraseTree<T> {
  let next = node.next.get(word);
  if (next === undefined) node.next.set(word, (next = newTree()));
  return next;
}

function wild<T>(node: PhraseTree<T>, placeholder: "*" | "#"): PhraseTree<T> {
  if (placeholder === "*") return (node.any ??= newTree());
  return (node.number ??= newTree());
}

const CONTRACTIONS: Readonly<Record<string, string>> = { will: "wont", can: "cant", shall: "shant" };
const CONTRACTED =
  /^(?:are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would|will|can)$/;

/** Every way to write the phrase, each as folded words. */
function spellings(phrase: string): string[][] {
  let all: string[][] = [[]];
  for (const part of phrase.trim().split(/\s+/)) {
    const options = part.split("/").map((option) => stepsOf(option));
    all = all.flatMap((before) => options.map((option) => [...before, ...option]));
  }
  const expanded = all.flatMap((words) => [words, ...contracted(words)]);
  return expanded.map((words) => words.slice(words.findIndex((word) => word !== "*" && word !== "#")));
}

function stepsOf(option: string): string[] {
  if (option === "*" || option === "#") return [option];
  return option
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== "")
    .map((word) => fold(word));
}

function contracted(words: readonly string[]): string[][] {
  const at = words.indexOf("not");
  const verb = words[at - 1] ?? "";
  if (at < 1 || !CONTRACTED.test(verb)) return [];
  return [[...words.slice(0, at - 1), CONTRACTIONS[verb] ?? `${verb}nt`, ...words.slice(at + 1)]];
}
