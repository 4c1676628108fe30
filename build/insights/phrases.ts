import type { Word } from "./words.ts";
import { fold } from "./words.ts";

/**
 * A tree of phrases, word by word. In a phrase `*` stands for any one word, `#` for a number, and `his/her` for
 * either word. "did not" is also found as "didn't", and a "not" in front of a phrase in any such word.
 */
export interface PhraseTree<T> {
  next: Map<string, PhraseTree<T>> | undefined;
  any: PhraseTree<T> | undefined;
  number: PhraseTree<T> | undefined;
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

/** A placeholder in front only widens the match; it is left out, so that every phrase starts with a word. */
export function addPhrase<T>(tree: PhraseTree<T>, phrase: string, entry: T): void {
  // Every spelling ends in this one place unless it already is another's: most places are ends.
  const end = Object.freeze({ ...newTree<T>(), entries: [entry] });
  for (const written of spellings(phrase)) {
    let node = tree;
    for (const part of written.slice(0, -1)) node = ownPlace(node, part);
    const last = written.at(-1);
    if (last === undefined) continue;
    if (placeAt(node, last) === undefined) setPlace(node, last, end);
    else {
      const place = ownPlace(node, last);
      if (!place.entries.includes(entry)) place.entries = [...place.entries, entry];
    }
  }
}

function placeAt<T>(node: PhraseTree<T>, part: string): PhraseTree<T> | undefined {
  if (part === "*") return node.any;
  return part === "#" ? node.number : node.next?.get(part);
}

function setPlace<T>(node: PhraseTree<T>, part: string, place: PhraseTree<T>): void {
  if (part === "*") node.any = place;
  else if (part === "#") node.number = place;
  else (node.next ??= new Map()).set(part, place);
}

/** A place of this path alone: a shared end is copied before it grows. */
function ownPlace<T>(node: PhraseTree<T>, part: string): PhraseTree<T> {
  const known = placeAt(node, part);
  if (known !== undefined && !Object.isFrozen(known)) return known;
  const own = known === undefined ? newTree<T>() : { ...known };
  setPlace(node, part, own);
  return own;
}

/** All matches that start at a word, the shortest first. `breaks` marks words that begin a sentence. */
export function matchesAt<T>(
  tree: PhraseTree<T>,
  words: readonly Word[],
  at: number,
  breaks: Uint8Array,
): PhraseMatch<T>[] {
  const first = (words[at] as Word).folded;
  let nodes = startsOf(tree, first);
  if (nodes.length === 0) return [];
  const matches: PhraseMatch<T>[] = [];
  for (let end = at + 1; nodes.length > 0; end += 1) {
    const entries = nodes.length === 1 ? (nodes[0]?.entries ?? []) : nodes.flatMap((node) => node.entries);
    if (entries.length > 0) matches.push({ entries, end });
    const word = words[end];
    if (word === undefined || breaks[end] === 1) break;
    nodes = nodes.flatMap((node) => step(node, word.folded));
  }
  return matches;
}

/** "didn't" begins what is written with "didn't" or "did not", and what is written with "not". */
function startsOf<T>({ next }: PhraseTree<T>, word: string): PhraseTree<T>[] {
  const own = next?.get(word);
  const not = NOT_INSIDE.has(word) ? next?.get("not") : undefined;
  if (own && not) return [own, not];
  return own ? [own] : not ? [not] : [];
}

function step<T>(node: PhraseTree<T>, word: string): PhraseTree<T>[] {
  const nodes: PhraseTree<T>[] = [];
  const next = node.next?.get(word);
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

const CONTRACTIONS: Readonly<Record<string, string>> = { will: "wont", can: "cant", shall: "shant" };
const CONTRACTED =
  /^(?:are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would|will|can)$/;

const NOT_INSIDE = new Set([
  ..."are did do does had has have is must need should was were would could"
    .split(" ")
    .map((verb) => `${verb}nt`),
  ...Object.values(CONTRACTIONS),
]);

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
