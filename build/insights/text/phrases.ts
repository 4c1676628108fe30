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

const NO_MATCH: readonly never[] = [];

/** All matches that start at a word, the shortest first. `breaks` marks words that begin a sentence. */
export function matchesAt<T>(
  tree: PhraseTree<T>,
  words: readonly Word[],
  at: number,
  breaks: Uint8Array,
): readonly PhraseMatch<T>[] {
  const { folded } = words[at] as Word;
  const own = tree.next?.get(folded);
  // "didn't" begins what is written with "didn't" or "did not", and what is written with "not".
  const not = NOT_INSIDE.has(folded) ? tree.next?.get("not") : undefined;
  if (own === undefined && not === undefined) return NO_MATCH;
  const matches: PhraseMatch<T>[] = [];
  // Nearly always one place at a time: a list is made only where a placeholder opens a second way.
  let node = own && not ? undefined : (own ?? not);
  let nodes: readonly PhraseTree<T>[] = node ? NO_MATCH : [own, not].filter((one) => one !== undefined);
  for (let end = at + 1; node !== undefined || nodes.length > 0; end += 1) {
    const entries = node ? node.entries : [...new Set(nodes.flatMap((one) => one.entries))];
    if (entries.length > 0) matches.push({ entries, end });
    const word = words[end];
    if (word === undefined || breaks[end] === 1) break;
    if (node && !node.any && !node.number) {
      node = node.next?.get(word.folded);
      continue;
    }
    nodes = reachedFrom(node ? [node] : nodes, word.folded);
    node = undefined;
  }
  return matches;
}

function reachedFrom<T>(nodes: readonly PhraseTree<T>[], word: string): readonly PhraseTree<T>[] {
  const reached: PhraseTree<T>[] = [];
  for (const { next, number, any } of nodes) {
    const place = next?.get(word);
    if (place) reached.push(place);
    if (number && isNumber(word)) reached.push(number);
    if (any) reached.push(any);
  }
  return reached;
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
