import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { parseTagged, type TaggedText } from "./inline-labels.ts";

/** Praise, blame, and neither. */
type Sign = "+" | "-" | "0";
const SIGNS = ["+", "-", "0"] as const;

/** `stock-phrases.json`. */
interface StockPhrases {
  /** By pack and aspect, what customers call it: "the service" of a restaurant is its people, see docs/labeling.md. */
  readonly nouns: Readonly<Record<PackName, Readonly<Record<string, readonly string[]>>>>;
  readonly adjectives: Readonly<Record<Sign, readonly string[]>>;
  /** Those that judge one aspect only, by aspect. */
  readonly ofAspects: Readonly<Record<string, Readonly<Record<"+" | "-", readonly string[]>>>>;
  /** Such as "a joke": only after "was". */
  readonly predicates: Readonly<Record<Sign, readonly string[]>>;
  /** `*` is the noun. */
  readonly sentences: Readonly<Record<Sign, readonly string[]>>;
}

interface Noun {
  readonly aspect: string;
  readonly noun: string;
}

const FILE = join(import.meta.dirname, "stock-phrases.json");
const SENTENCES_OF_NOUN: Readonly<Record<Sign, number>> = { "+": 30, "-": 36, "0": 5 };
/** Sentences that judge a noun and one of another aspect. */
const PAIRS_OF_NOUN = 24;
const SEED = 7;

export interface StockSentence extends TaggedText {
  readonly pack: PackName;
}

/**
 * Short sentences in the words that most customers use ("The service was awful") and authors of whole reviews avoid. The
 * same ones each time.
 */
export function stockSentences(): StockSentence[] {
  const phrases = JSON.parse(readFileSync(FILE, "utf8")) as StockPhrases;
  const writer = new Writer(phrases);
  return PACK_NAMES.flatMap((pack) => {
    const nouns = Object.entries(phrases.nouns[pack]).flatMap(([aspect, ofAspect]) =>
      ofAspect.map((noun) => ({ aspect, noun })),
    );
    const lines = nouns.flatMap((noun) => [
      ...SIGNS.flatMap((sign) =>
        Array.from({ length: SENTENCES_OF_NOUN[sign] }, () => writer.sentence(noun, sign)),
      ),
      ...Array.from({ length: PAIRS_OF_NOUN }, () => writer.pair(noun, nouns)),
    ]);
    return [...new Set(lines)].map((line) => ({ pack, ...parseTagged(line) }));
  });
}

/** Writes lines as in `invented/sentences`, with tags. */
class Writer {
  readonly #phrases: StockPhrases;
  readonly #random = seededRandom(SEED);

  constructor(phrases: StockPhrases) {
    this.#phrases = phrases;
  }

  sentence(noun: Noun, sign: Sign): string {
    return `${tagOf(noun, sign)}${capitalized(this.#claim(noun, sign))}${this.#one([".", ".", ".", "!", ""])}`;
  }

  pair(first: Noun, nouns: readonly Noun[]): string {
    const second = this.#one(nouns.filter(({ aspect }) => aspect !== first.aspect));
    const signs = [this.#one(["+", "-"] as const), this.#one(["+", "-"] as const)] as const;
    if (this.#isIn(0.3)) return this.#claimOfBoth(first, second, signs[0]);
    const between =
      signs[0] === signs[1] ? this.#one([" and ", ", ", ". "]) : this.#one([" but ", ", but ", ". "]);
    const claim = this.#claim(second, signs[1]);
    const next = between === ". " ? capitalized(claim) : withSmallLetter(claim);
    const start = `${tagOf(first, signs[0])}${capitalized(this.#claim(first, signs[0]))}`;
    return `${start}${between}${tagOf(second, signs[1])}${next}.`;
  }

  #claimOfBoth(first: Noun, second: Noun, sign: "+" | "-"): string {
    const adjective = this.#one(this.#phrases.adjectives[sign]);
    const text = this.#isIn(0.5)
      ? `${adjective} ${first.noun} and ${second.noun}`
      : `the ${first.noun} and ${second.noun} were ${adjective}`;
    return `[${first.aspect}${sign} ${second.aspect}${sign}]${capitalized(text)}.`;
  }

  #claim({ aspect, noun }: Noun, sign: Sign): string {
    const { adjectives, ofAspects, predicates, sentences } = this.#phrases;
    const shape = this.#random();
    if (shape >= 0.7) return this.#one(sentences[sign]).replace("*", noun);
    const own = sign === "0" ? undefined : ofAspects[aspect]?.[sign];
    const adjective = this.#one(own !== undefined && this.#isIn(0.45) ? own : adjectives[sign]);
    if (shape >= 0.45) return `${adjective} ${noun}`;
    const be = isMany(noun) ? this.#one(["were", "are"]) : this.#one(["was", "was", "is"]);
    const subject = `${this.#one(["the ", "the ", "", "their "])}${noun} ${be}`;
    return `${subject} ${shape < 0.3 ? adjective : this.#one(predicates[sign])}`;
  }

  #isIn(share: number): boolean {
    return this.#random() < share;
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }
}

const tagOf = ({ aspect }: Noun, sign: Sign): string => (sign === "0" ? "[]" : `[${aspect}${sign}]`);

const isMany = (noun: string): boolean => /[^s]s$|people$/.test(noun);

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A capital inside a sentence would be a name. */
const withSmallLetter = (text: string): string =>
  /^I\b/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
