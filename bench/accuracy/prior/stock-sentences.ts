import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { seededRandom } from "../../../scripts/generate.ts";
import { parseTagged, type TaggedText } from "./inline-labels.ts";

/** Praise, blame, and neither. */
type Sign = "+" | "-" | "0";
const SIGNS = ["+", "-", "0"] as const;

/** `stock/general.json`: what judges anything, and what judges an aspect in every trade that has it. */
interface GeneralPhrases {
  readonly aspects: Readonly<Record<string, OwnPhrases>>;
  readonly adjectives: Readonly<Record<Sign, readonly string[]>>;
  /** Such as "a joke": only after "was". */
  readonly predicates: Readonly<Record<Sign, readonly string[]>>;
  /** `*` is the noun. */
  readonly sentences: Readonly<Record<Sign, readonly string[]>>;
}

/** Adjectives and sentences that judge one aspect alone. */
interface OwnPhrases extends Readonly<Record<"+" | "-", readonly string[]>> {
  /** `*` is a noun. */
  readonly sentences: Readonly<Record<Sign, readonly string[]>>;
}

/** `stock/*.json`, by aspect: what judges this aspect in the trade alone. */
interface AspectPhrases extends OwnPhrases {
  /** Nouns that customers use for it: "the service" of a restaurant is its people, see docs/labeling.md. */
  readonly nouns: readonly string[];
  /** Nouns that general words judge for another aspect: "the food was slow", but not "the food was awful". */
  readonly shared: readonly string[];
}

type PackPhrases = Readonly<Record<string, AspectPhrases>>;

interface Noun {
  readonly aspect: string;
  readonly noun: string;
  readonly isShared: boolean;
}

const FOLDER = join(import.meta.dirname, "stock");
/** Sentences about the nouns of an aspect: at least so many, and so many for each noun. */
const MIN_SENTENCES: Readonly<Record<Sign, number>> = { "+": 400, "-": 480, "0": 40 };
const OF_NOUN: Readonly<Record<Sign, number>> = { "+": 12, "-": 14, "0": 1 };
/** The least number of sentences that judge two aspects, and their number for each noun. */
const PAIRS = { least: 240, ofNoun: 6 };
/** Fillings of an aspect's own sentence that has a place for a noun. */
const FILLINGS = 2;
const SEED = 7;

export interface StockSentence extends TaggedText {
  readonly pack: PackName;
}

/**
 * Short sentences in the words that most customers use ("The service was awful") and authors of whole reviews avoid. The
 * same ones each time.
 */
export function stockSentences(): StockSentence[] {
  const general = readPhrases<GeneralPhrases>("general");
  return PACK_NAMES.flatMap((pack) => {
    const ofPack = Object.entries(readPhrases<PackPhrases>(pack)).map(
      ([aspect, own]) => [aspect, withCommon(own, general.aspects[aspect])] as const,
    );
    const writer = new Writer(general, Object.fromEntries(ofPack));
    return [...new Set(writer.lines())].map((line) => ({ pack, ...parseTagged(line) }));
  });
}

const readPhrases = <T>(name: string): T =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as T;

const withCommon = (own: AspectPhrases, common: OwnPhrases | undefined): AspectPhrases =>
  common === undefined
    ? own
    : {
        ...own,
        "+": [...common["+"], ...own["+"]],
        "-": [...common["-"], ...own["-"]],
        sentences: {
          "+": [...common.sentences["+"], ...own.sentences["+"]],
          "-": [...common.sentences["-"], ...own.sentences["-"]],
          0: [...common.sentences[0], ...own.sentences[0]],
        },
      };

/** Writes lines as in `invented/sentences`, with tags. */
class Writer {
  readonly #general: GeneralPhrases;
  readonly #ofPack: PackPhrases;
  readonly #nouns: readonly Noun[];
  readonly #random = seededRandom(SEED);

  constructor(general: GeneralPhrases, ofPack: PackPhrases) {
    this.#general = general;
    this.#ofPack = ofPack;
    this.#nouns = Object.entries(ofPack).flatMap(([aspect, { nouns }]) => nounsOf(aspect, nouns, false));
  }

  lines(): string[] {
    return Object.entries(this.#ofPack).flatMap(([aspect, { nouns, shared, sentences }]) => {
      const own = nounsOf(aspect, nouns, false);
      const all = [...own, ...nounsOf(aspect, shared, true)];
      return [
        ...SIGNS.flatMap((sign) => [
          ...sentences[sign].flatMap((sentence) => this.#filled(sentence, all, sign)),
          ...Array.from({ length: Math.max(MIN_SENTENCES[sign], OF_NOUN[sign] * all.length) }, () =>
            this.#sentence(this.#one(all), sign),
          ),
        ]),
        ...(own.length === 0
          ? []
          : Array.from({ length: Math.max(PAIRS.least, PAIRS.ofNoun * own.length) }, () =>
              this.#pair(this.#one(own)),
            )),
      ];
    });
  }

  #filled(sentence: string, nouns: readonly Noun[], sign: Sign): string[] {
    return Array.from({ length: sentence.includes("*") ? FILLINGS : 1 }, () => {
      const noun = this.#one(nouns);
      return this.#line(noun, sign, withNoun(sentence, noun.noun));
    });
  }

  #line(noun: Noun, sign: Sign, text: string): string {
    return `${tagOf(noun, sign)}${capitalized(text)}${this.#one([".", ".", ".", "!", ""])}`;
  }

  #sentence(noun: Noun, sign: Sign): string {
    return this.#line(noun, sign, this.#claim(noun, sign));
  }

  #pair(first: Noun): string {
    const second = this.#one(this.#nouns.filter(({ aspect }) => aspect !== first.aspect));
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
    const adjective = this.#one(this.#general.adjectives[sign]);
    const text = this.#isIn(0.5)
      ? `${adjective} ${first.noun} and ${second.noun}`
      : `the ${first.noun} and ${second.noun} were ${adjective}`;
    return `[${first.aspect}${sign} ${second.aspect}${sign}]${capitalized(text)}.`;
  }

  #claim({ aspect, noun, isShared }: Noun, sign: Sign): string {
    const { adjectives, predicates, sentences } = this.#general;
    const own = sign === "0" ? [] : (this.#ofPack[aspect]?.[sign] ?? []);
    const isOwn = own.length > 0 && (isShared || this.#isIn(0.5));
    const shape = this.#random();
    if (!isOwn && shape >= 0.55) return withNoun(this.#one(sentences[sign]), noun);
    const adjective = this.#one(isOwn ? own : adjectives[sign]);
    if (shape < 0.2 && !adjective.includes(" ")) return `${adjective} ${noun}`;
    const be = isMany(noun) ? this.#one(["were", "are"]) : this.#one(["was", "was", "is"]);
    const subject = `${this.#one(["the ", "the ", "", "their "])}${noun} ${be}`;
    return `${subject} ${isOwn || shape < 0.4 ? adjective : this.#one(predicates[sign])}`;
  }

  #isIn(share: number): boolean {
    return this.#random() < share;
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }
}

const nounsOf = (aspect: string, nouns: readonly string[], isShared: boolean): Noun[] =>
  nouns.map((noun) => ({ aspect, noun, isShared }));

const tagOf = ({ aspect }: Noun, sign: Sign): string => (sign === "0" ? "[]" : `[${aspect}${sign}]`);

/** "The size of the portions" is one thing, "ramen" too. */
const isMany = (noun: string): boolean =>
  /(?:[^siu]|menu)s$|people$|(?:\b|wo)men$/.test(noun.split(" of ")[0] as string);

const REGULAR_VERB = /^(cover|depend|get|hurt|know|leave|look|make|need|run|suck)s$/;

const OF_MANY: Readonly<Record<string, string>> = {
  was: "were",
  is: "are",
  has: "have",
  "wasn't": "weren't",
  "isn't": "aren't",
};

/** Puts the noun in the place of the `*`; the verb after it agrees. */
function withNoun(sentence: string, noun: string): string {
  const agreeing = isMany(noun)
    ? sentence.replace(/(?<=\* )[\w']+/, (verb) => OF_MANY[verb] ?? verb.replace(REGULAR_VERB, "$1"))
    : sentence;
  return agreeing.replace("*", noun);
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A capital inside a sentence would be a name. */
const withSmallLetter = (text: string): string =>
  /^I\b/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
