import { bitOf } from "./number-map.ts";
import { isSegmentStart, type Passage } from "./passage.ts";
import { CONTRACTIONS, patternsOf } from "./spellings.ts";
import { WordTable, wordNumber } from "./vocabulary.ts";
import type { Word } from "./words.ts";

interface PhraseNode<T> {
  /** By the number of the word, see `vocabulary.ts`. */
  next: Map<number, PhraseNode<T>> | undefined;
  /** Bits of the numbers in `next`, see `bitOf`: most words that follow a node are in none. */
  followers: number;
  any: PhraseNode<T> | undefined;
  amount: PhraseNode<T> | undefined;
  /** The meanings of the phrases that end here. */
  entries: readonly T[];
  /** Added below this node once a text reaches it: texts reach few of all nodes. */
  unread: PhraseRest<T>[] | undefined;
}

/** A phrase without its first words. */
interface PhraseRest<T> {
  readonly pattern: readonly (readonly string[])[];
  readonly from: number;
  readonly entries: readonly [T];
}

export interface PhraseMatch<T> {
  readonly entries: readonly T[];
  /** Index of the word after the match. */
  readonly end: number;
}

const newNode = <T>(): PhraseNode<T> => ({
  next: undefined,
  followers: 0,
  any: undefined,
  amount: undefined,
  entries: [],
  unread: undefined,
});

/**
 * A tree of phrases, word by word. In a phrase `*` stands for any one word, `#` for digits or a word of amount, and
 * `his/her` for either word. "did not" also matches "didn't", and a leading "not" matches any such contraction.
 */
export class PhraseTree<T> {
  /** The numbers of the words that phrases begin with. */
  readonly firstWords: number[] = [];
  /** By index in `firstWords`. */
  readonly #nodes: PhraseNode<T>[] = [];
  /** One more than the index. */
  readonly #indexes = new WordTable();

  add(phrase: string, entry: T): void {
    for (const pattern of patternsOf(phrase)) {
      const rest = { pattern, from: 1, entries: [entry] } as const;
      for (const word of pattern[0] ?? []) addRest(this.#nodeOf(wordNumber(word)), rest);
    }
  }

  #nodeOf(number: number): PhraseNode<T> {
    const known = this.beginningWith(number);
    if (known !== undefined) return known;
    const node = newNode<T>();
    this.#nodes.push(node);
    this.#indexes.set(number, this.firstWords.push(number));
    return node;
  }

  beginningWith(number: number): PhraseNode<T> | undefined {
    const index = this.#indexes.get(number);
    return index === 0 ? undefined : this.#nodes[index - 1];
  }
}

function addRest<T>(node: PhraseNode<T>, rest: PhraseRest<T>): void {
  const { pattern, from, entries } = rest;
  if (from < pattern.length) (node.unread ??= []).push(rest);
  else if (!node.entries.includes(entries[0]))
    node.entries = node.entries.length === 0 ? entries : [...node.entries, ...entries];
}

function addUnread<T>(node: PhraseNode<T>): void {
  const { unread = [] } = node;
  node.unread = undefined;
  for (const { pattern, from, entries } of unread) {
    const rest = { pattern, from: from + 1, entries };
    for (const word of pattern[from] ?? []) addRest(childOf(node, word), rest);
  }
}

function childOf<T>(node: PhraseNode<T>, part: string): PhraseNode<T> {
  if (part === "*") return (node.any ??= newNode());
  if (part === "#") return (node.amount ??= newNode());
  node.next ??= new Map();
  const number = wordNumber(part);
  let child = node.next.get(number);
  if (child === undefined) node.next.set(number, (child = newNode()));
  node.followers |= bitOf(number);
  return child;
}

const NONE: readonly never[] = [];

/** All matches that start at a word, the shortest first. None goes past the end of a sentence. */
export function matchesAt<T>(tree: PhraseTree<T>, passage: Passage, at: number): readonly PhraseMatch<T>[] {
  const { number } = passage.words[at] as Word;
  const first = tree.beginningWith(number);
  // "didn't" begins phrases written with "didn't", "did not" or just "not".
  const not = NEGATIVE_CONTRACTIONS.get(number) === 1 ? tree.beginningWith(NOT) : undefined;
  let matches = first && collect(first, at + 1, passage, undefined);
  if (not) matches = collect(not, at + 1, passage, matches);
  return matches ?? NONE;
}

/** Adds the matches that go on from a node, which the words before `end` lead to. Most words have none. */
function collect<T>(
  node: PhraseNode<T>,
  end: number,
  passage: Passage,
  before: PhraseMatch<T>[] | undefined,
): PhraseMatch<T>[] | undefined {
  let matches = node.entries.length > 0 ? withMatch(before, node.entries, end) : before;
  const { words, sentences } = passage;
  if (end >= words.length || isSegmentStart(sentences, end)) return matches;
  if (node.unread !== undefined) addUnread(node);
  const word = words[end] as Word;
  const child = node.followers & bitOf(word.number) ? node.next?.get(word.number) : undefined;
  if (child) matches = collect(child, end + 1, passage, matches);
  if (node.amount && isAmount(word)) matches = collect(node.amount, end + 1, passage, matches);
  return node.any ? collect(node.any, end + 1, passage, matches) : matches;
}

/** Keeps matches in the order of their ends, with one entry for each end. */
function withMatch<T>(
  matches: PhraseMatch<T>[] | undefined,
  entries: readonly T[],
  end: number,
): PhraseMatch<T>[] {
  if (matches === undefined) return [{ entries, end }];
  let at = matches.length;
  while (at > 0 && (matches[at - 1] as PhraseMatch<T>).end >= end) at -= 1;
  const same = matches[at];
  if (same?.end === end) matches[at] = { entries: [...new Set([...same.entries, ...entries])], end };
  else matches.splice(at, 0, { entries, end });
  return matches;
}

const AMOUNTS = WordTable.of(
  "a an another couple dozen eight eleven few five four half hour many nine one several seven six ten thirty three twelve twenty two".split(
    " ",
  ),
);
const isDigit = (word: string): boolean => {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
};

const isAmount = ({ number, folded }: Word): boolean => AMOUNTS.get(number) === 1 || isDigit(folded);

const NOT = wordNumber("not");
const NEGATIVE_CONTRACTIONS = WordTable.of(CONTRACTIONS);
