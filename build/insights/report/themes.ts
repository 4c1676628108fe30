import { aggregate } from "../../../model/business.ts";
import type { TopicInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import { BEFORE_NOUN, NOT_IN_NOUN } from "../lexicon/nouns.ts";
import { logOdds } from "../statistics/statistics.ts";
import type { Word } from "../text/words.ts";

const MIN_REVIEWS = 5;
const MAX_THEMES = 30;
const MAX_CANDIDATES = 200;
const MAX_EXAMPLES = 3;
const MAX_WORDS = 3;
/** A phrase is dropped if this share of its reviews has it inside one longer phrase. */
const MAX_SHARE_IN_LONGER = 0.8;

export interface Themes {
  readonly topics: readonly TopicInsight[];
  /** Topic ids by review id. */
  readonly byReview: ReadonlyMap<string, readonly string[]>;
}

/**
 * Counts noun phrases: up to three words between a determiner such as "the" and the next function word. Names of
 * entities are not themes. The id is derived from the words, so it is stable across builds.
 */
export class ThemeCounter {
  /** Each list has a review once, in the order of the calls. */
  readonly #reviewsByPhrase = new Map<string, Review[]>();
  readonly #names: ReadonlySet<string>;
  #high = 0;
  #low = 0;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  add(review: Review, text: string, words: readonly Word[]): void {
    if (review.rating > 3) this.#high += 1;
    if (review.rating < 3) this.#low += 1;
    for (const phrase of new Set(nounPhrases(text, words, this.#names))) {
      const reviews = this.#reviewsByPhrase.get(phrase);
      if (reviews) reviews.push(review);
      else this.#reviewsByPhrase.set(phrase, [review]);
    }
  }

  themes(): Themes {
    const candidates = [...this.#reviewsByPhrase]
      .filter(([, reviews]) => reviews.length >= MIN_REVIEWS)
      .toSorted(([a, reviewsA], [b, reviewsB]) => reviewsB.length - reviewsA.length || (a < b ? -1 : 1))
      .slice(0, MAX_CANDIDATES);
    const themes = withoutParts(candidates).slice(0, MAX_THEMES);
    const byReview = new Map<string, string[]>();
    for (const [phrase, reviews] of themes)
      for (const { id } of reviews) byReview.set(id, [...(byReview.get(id) ?? []), idOf(phrase)]);
    const topics = themes.map(([phrase, reviews]) => this.#topicOf(phrase, reviews));
    return { topics, byReview };
  }

  #topicOf(phrase: string, reviews: readonly Review[]): TopicInsight {
    const high = reviews.filter(({ rating }) => rating > 3).length;
    const low = reviews.filter(({ rating }) => rating < 3).length;
    return {
      id: idOf(phrase),
      label: phrase,
      mention_count: reviews.length,
      rating_value: aggregate(reviews).rating_value,
      rating_effect: logOdds({ with: high, of: this.#high }, { with: low, of: this.#low }),
      example_review_ids: reviews.slice(0, MAX_EXAMPLES).map(({ id }) => id),
    };
  }
}

const idOf = (phrase: string): string => phrase.replaceAll(" ", "-");

function nounPhrases(text: string, words: readonly Word[], names: ReadonlySet<string>): string[] {
  const phrases: string[] = [];
  for (let at = 0; at + 1 < words.length; at += 1) {
    if (!BEFORE_NOUN.has((words[at] as Word).folded)) continue;
    const noun: string[] = [];
    for (let next = at + 1; next < words.length && noun.length <= MAX_WORDS; next += 1) {
      const word = words[next] as Word;
      const gap = text.slice((words[next - 1] as Word).end, word.start);
      if (gap !== " " && gap !== "-") break;
      if (NOT_IN_NOUN.has(word.folded) || !/^[a-z]+$/.test(word.folded) || names.has(word.folded)) break;
      noun.push(singular(word.folded));
    }
    // A longer run without a function word is probably not a noun phrase.
    if (noun.length === 0 || noun.length > MAX_WORDS) continue;
    phrases.push(noun.join(" "));
    if (noun.length === MAX_WORDS) phrases.push(noun.slice(1).join(" "));
  }
  return phrases;
}

const singular = (word: string): string =>
  word.length > 4 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;

/** Drops "heater" where nearly every review that says it says "water heater". */
function withoutParts(phrases: readonly [string, Review[]][]): [string, Review[]][] {
  return phrases.filter(
    ([part, reviews]) =>
      !phrases.some(
        ([whole, others]) =>
          whole !== part &&
          ` ${whole} `.includes(` ${part} `) &&
          new Set(others).intersection(new Set(reviews)).size >= MAX_SHARE_IN_LONGER * reviews.length,
      ),
  );
}
