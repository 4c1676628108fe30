import { fold, type Word } from "./words.ts";

/**
 * A tree of phrases, word by word. In a phrase `*` stands for any one word, `#` for a number, and `his/her` for
 * either word. "did not" also matches "didn't", and a leading "not" matches any such contraction.
 */
export interface PhraseTree<T> {
  next: Map<string, PhraseTree<T>> | undefined;
  any: PhraseTree<T> | undefined;
  number: PhraseTree<T> | undefined;
  /** The meanings of the phrases that end here. */
  entries: readonly T[];
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
});

export function addPhrase<T>(tree: PhraseTree<T>, phrase: string, entry: T): void {
  // One list for all spellings: most of them end in a node of their own.
  const entries = [entry];
  for (const written of spellings(phrase)) {
    let node = tree;
    for (const part of written) node = childOf(node, part);
    if (node === tree || node.entries.includes(entry)) continue;
    node.entries = node.entries.length === 0 ? entries : [...node.entries, entry];
  }
}

function childOf<T>(node: PhraseTree<T>, part: string): PhraseTree<T> {
  if (part === "*") return (node.any ??= newTree());
  if (part === "#") return (node.number ??= newTree());
  node.next ??= new Map();
  let child = node.next.get(part);
  if (child === undefined) node.next.set(part, (child = newTree()));
  return child;
}

/** All matches that start at a word, the shortest first. None goes past the end of a sentence. */
export function matchesAt<T>(
  tree: PhraseTree<T>,
  words: readonly Word[],
  at: number,
  sentenceStart: Uint8Array,
): readonly PhraseMatch<T>[] {
  const { folded } = words[at] as Word;
  const first = tree.next?.get(folded);
  // "didn't" begins phrases written with "didn't", "did not" or just "not".
  const not = NEGATIVE_CONTRACTIONS.has(folded) ? tree.next?.get("not") : undefined;
  if (first === undefined && not === undefined) return [];
  const matches: PhraseMatch<T>[] = [];
  let nodes = [first, not].filter((node) => node !== undefined);
  for (let end = at + 1; nodes.length > 0; end += 1) {
    const [node] = nodes;
    const entries =
      node && nodes.length === 1 ? node.entries : [...new Set(nodes.flatMap((one) => one.entries))];
    if (entries.length > 0) matches.push({ entries, end });
    const word = words[end];
    if (word === undefined || sentenceStart[end] === 1) break;
    nodes = childrenOf(nodes, word.folded);
  }
  return matches;
}

function childrenOf<T>(nodes: readonly PhraseTree<T>[], word: string): PhraseTree<T>[] {
  const children: PhraseTree<T>[] = [];
  for (const { next, number, any } of nodes) {
    const child = next?.get(word);
    if (child) children.push(child);
    if (number && isNumber(word)) children.push(number);
    if (any) children.push(any);
  }
  return children;
}

const NUMBERS = new Set(
  "a an another couple dozen eight eleven few five four half hour many nine one several seven six ten thirty three twelve twenty two".split(
    " ",
  ),
);

const isNumber = (word: string): boolean => NUMBERS.has(word) || /^\d/.test(word);

const IRREGULAR_CONTRACTIONS: Readonly<Record<string, string>> = {
  will: "wont",
  can: "cant",
  shall: "shant",
};
const CONTRACTIBLE =
  /^(?:are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would|will|can)$/;

const NEGATIVE_CONTRACTIONS = new Set([
  ..."are did do does had has have is must need should was were would could"
    .split(" ")
    .map((verb) => `${verb}nt`),
  ...Object.values(IRREGULAR_CONTRACTIONS),
]);

/** Every way to write the phrase, as folded words. Leading placeholders are dropped: a phrase starts with a word. */
function spellings(phrase: string): string[][] {
  let all: string[][] = [[]];
  for (const part of phrase.trim().split(/\s+/)) {
    const options = part.split("/").map((option) => partsOf(option));
    all = all.flatMap((before) => options.map((option) => [...before, ...option]));
  }
  const expanded = all.flatMap((words) => [words, ...contracted(words)]);
  return expanded.map((words) => words.slice(words.findIndex((word) => word !== "*" && word !== "#")));
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
