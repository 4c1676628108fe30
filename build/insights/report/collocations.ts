import { BEFORE_NOUN, NOT_IN_NOUN, NOT_TOPICS } from "../lexicon/nouns.ts";
import { logLikelihood } from "../statistics/statistics.ts";
import { type Word, wordsOf } from "../text/words.ts";

const MIN_TEXTS = 4;
const MAX_TOPICS = 40;
const MAX_WORDS = 3;
/** Uses after a determiner ("the invoice"), and their share of all uses, that make a word a noun. */
const MIN_NOUN_USES = 3;
const MIN_NOUN_SHARE = 0.3;
/** Chance below one in a thousand. */
const MIN_LIKELIHOOD = 10.83;
/** A phrase is dropped if this share of its texts has it inside one longer phrase. */
const MAX_SHARE_IN_LONGER = 0.75;

type Counts = Map<string, number>;

interface PhraseCount {
  readonly key: string;
  /** Indexes. */
  readonly texts: Set<number>;
  /** Its spellings, such as singular and plural. */
  readonly labels: Counts;
}

/**
 * Finds what a corpus talks about: nouns by their determiners, and words that stand side by side more often than
 * chance, with a noun at the end. Names are no topics.
 */
export function chooseTopics(texts: readonly string[], names: ReadonlySet<string>): string[] {
  const corpus = new Corpus();
  for (const [index, text] of texts.entries()) corpus.add(index, text, names);
  return withoutParts(corpus.topics())
    .slice(0, MAX_TOPICS)
    .map(({ labels }) => [...labels].reduce((a, b) => (b[1] > a[1] ? b : a))[0]);
}

class Corpus {
  readonly #phrases = new Map<string, PhraseCount>();
  readonly #uses: Counts = new Map();
  readonly #nounUses: Counts = new Map();
  readonly #firsts: Counts = new Map();
  readonly #seconds: Counts = new Map();
  readonly #pairs: Counts = new Map();
  #pairCount = 0;

  add(index: number, text: string, names: ReadonlySet<string>): void {
    const words = wordsOf(text);
    for (const { at, run } of contentRuns(text, words, names)) {
      const keys = run.map((word) => singular(word));
      for (const key of keys) increment(this.#uses, key);
      const isAfterDeterminer = BEFORE_NOUN.has(words[at - 1]?.folded ?? "");
      if (isAfterDeterminer && keys.length <= MAX_WORDS) increment(this.#nounUses, keys.at(-1) ?? "");
      for (const [from, first] of keys.entries()) {
        this.#addPair(first, keys[from + 1]);
        for (let to = from + 1; to <= Math.min(keys.length, from + MAX_WORDS); to += 1)
          this.#addPhrase(index, keys.slice(from, to).join(" "), run.slice(from, to).join(" "));
      }
    }
  }

  #addPair(first: string, second: string | undefined): void {
    if (second === undefined) return;
    increment(this.#pairs, `${first} ${second}`);
    increment(this.#firsts, first);
    increment(this.#seconds, second);
    this.#pairCount += 1;
  }

  #addPhrase(index: number, key: string, label: string): void {
    let candidate = this.#phrases.get(key);
    if (candidate === undefined)
      this.#phrases.set(key, (candidate = { key, texts: new Set(), labels: new Map() }));
    candidate.texts.add(index);
    increment(candidate.labels, label);
  }

  /** The most frequent first. A phrase says more than a word, so it needs fewer texts. */
  topics(): PhraseCount[] {
    return [...this.#phrases.values()]
      .filter(({ key, texts }) => texts.size >= MIN_TEXTS && this.#isTopic(key.split(" ")))
      .toSorted((a, b) => weightOf(b) - weightOf(a) || lengthOf(b) - lengthOf(a) || (a.key < b.key ? -1 : 1));
  }

  #isTopic(words: readonly string[]): boolean {
    const head = words.at(-1) ?? "";
    const nounUses = this.#nounUses.get(head) ?? 0;
    if (nounUses < MIN_NOUN_USES || (words.length === 1 && NOT_TOPICS.has(head))) return false;
    if (nounUses / (this.#uses.get(head) ?? 1) < MIN_NOUN_SHARE) return false;
    return words.slice(1).every((word, index) => this.#isCollocation(words[index] ?? "", word));
  }

  #isCollocation(first: string, second: string): boolean {
    const both = this.#pairs.get(`${first} ${second}`) ?? 0;
    const [before, after] = [this.#firsts.get(first) ?? 0, this.#seconds.get(second) ?? 0];
    const isMoreThanChance = both * this.#pairCount > before * after;
    return isMoreThanChance && logLikelihood(both, before, after, this.#pairCount) >= MIN_LIKELIHOOD;
  }
}

const lengthOf = ({ key }: PhraseCount): number => key.split(" ").length;

const weightOf = (phrase: PhraseCount): number => phrase.texts.size * lengthOf(phrase);

function increment(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Words side by side between function words, names and punctuation. */
function contentRuns(
  text: string,
  words: readonly Word[],
  names: ReadonlySet<string>,
): { readonly at: number; readonly run: string[] }[] {
  const runs: { at: number; run: string[] }[] = [];
  let current: { at: number; run: string[] } | undefined;
  for (const [at, { folded }] of words.entries()) {
    const isContent =
      /^[a-z]{2,}$/.test(folded) &&
      !NOT_IN_NOUN.has(folded) &&
      !BEFORE_NOUN.has(folded) &&
      !names.has(folded);
    if (!isContent || !isJoined(text, words, at)) current = undefined;
    if (!isContent) continue;
    if (current === undefined) runs.push((current = { at, run: [] }));
    current.run.push(folded);
  }
  return runs;
}

/** True if a word and the one before it may be one phrase, with a space or a hyphen between them. */
export const isJoined = (text: string, words: readonly Word[], at: number): boolean =>
  at > 0 && /^[ -]$/.test(text.slice(words[at - 1]?.end, words[at]?.start));

/** "facilities" and "facility" are one word, as are "boxes" and "box". */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is|as)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Drops "heater" where nearly every text that says it says "water heater". */
function withoutParts(candidates: readonly PhraseCount[]): PhraseCount[] {
  return candidates.filter(
    (part) =>
      !candidates.some(
        (whole) =>
          whole !== part &&
          ` ${whole.key} `.includes(` ${part.key} `) &&
          whole.texts.intersection(part.texts).size >= MAX_SHARE_IN_LONGER * part.texts.size,
      ),
  );
}
