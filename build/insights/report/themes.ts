import { aggregate } from "../../../model/business.ts";
import type { TopicInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import { BEFORE_NOUN, NOT_IN_NOUN } from "../lexicon/nouns.ts";
import { logOdds } from "./statistics.ts";
import type { Word } from "../text/words.ts";

const MIN_REVIEWS = 5;
const MOST = 30;
const CANDIDATES = 200;
const EXAMPLES = 3;
const LONGEST = 3;
/** Share of its reviews in which a phrase is part of a longer one, from which on it is only that. */
const PART = 0.8;

export interface Themes {
  readonly topics: readonly TopicInsight[];
  /** Topic ids by review id. */
  readonly byReview: ReadonlyMap<string, readonly string[]>;
}

/**
 * What customers speak of beside the aspects: noun phrases, found as the words between "the", "my" or "their" and
 * the next small word. Names of entities are not themes. The id is made of the words, so it outlives builds.
 */
export class ThemeCount {
  /** Most phrases are in one review only: a list for each would be most of the memory. */
  readonly #mentioning = new Map<string, Review | Review[]>();
  readonly #names: ReadonlySet<string>;
  #high = 0;
  #low = 0;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  add(review: Review, text: string, words: readonly Word[]): void {
    if (review.rating > 3) this.#high += 1;
    if (review.rating < 3) this.#low += 1;
    for (const phrase of nounPhrases(text, words, this.#names)) {
      const known = this.#mentioning.get(phrase);
      if (known === undefined) this.#mentioning.set(phrase, review);
      else if (!Array.isArray(known)) {
        if (known !== review) this.#mentioning.set(phrase, [known, review]);
      } else if (known.at(-1) !== review) known.push(review);
    }
  }

  themes(): Themes {
    const rated = { high: this.#high, low: this.#low };
    const frequent: [string, Review[]][] = [];
    for (const [phrase, reviews] of this.#mentioning)
      if (Array.isArray(reviews) && reviews.length >= MIN_REVIEWS) frequent.push([phrase, reviews]);
    const candidates = frequent
      .toSorted(([a, reviewsA], [b, reviewsB]) => reviewsB.length - reviewsA.length || (a < b ? -1 : 1))
      .slice(0, CANDIDATES);
    const topics = withoutParts(candidates)
      .slice(0, MOST)
      .map(([phrase, reviews]) => ({ reviews, topic: topicOf(phrase, reviews, rated) }));
    const byReview = new Map<string, string[]>();
    for (const { reviews, topic } of topics) {
      for (const { id } of reviews) {
        const ids = byReview.get(id);
        if (ids) ids.push(topic.id);
        else byReview.set(id, [topic.id]);
      }
    }
    return { topics: topics.map(({ topic }) => topic), byReview };
  }
}

function nounPhrases(text: string, words: readonly Word[], names: ReadonlySet<string>): string[] {
  const phrases: string[] = [];
  for (let at = 0; at + 1 < words.length; at += 1) {
    if (!BEFORE_NOUN.has((words[at] as Word).folded)) continue;
    const noun: string[] = [];
    for (let next = at + 1; next < words.length && noun.length <= LONGEST; next += 1) {
      const word = words[next] as Word;
      const gap = text.slice((words[next - 1] as Word).end, word.start);
      if (gap !== " " && gap !== "-") break;
      if (NOT_IN_NOUN.has(word.folded) || !/^[a-z]+$/.test(word.folded) || names.has(word.folded)) break;
      noun.push(singular(word.folded));
    }
    // A longer run has no small word at its end: most likely no noun phrase.
    if (noun.length === 0 || noun.length > LONGEST) continue;
    phrases.push(noun.join(" "));
    if (noun.length === LONGEST) phrases.push(noun.slice(1).join(" "));
  }
  return phrases;
}

const singular = (word: string): string =>
  word.length > 4 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;

/** "heater" goes where nearly every review that says it says "water heater". */
function withoutParts(phrases: readonly [string, Review[]][]): [string, Review[]][] {
  return phrases.filter(
    ([part, reviews]) =>
      !phrases.some(
        ([whole, others]) =>
          whole !== part &&
          others.length >= PART * reviews.length &&
          ` ${whole} `.includes(` ${part} `) &&
          new Set(others).intersection(new Set(reviews)).size >= PART * reviews.length,
      ),
  );
}

function topicOf(
  phrase: string,
  reviews: readonly Review[],
  rated: { readonly high: number; readonly low: number },
): TopicInsight {
  const high = reviews.filter(({ rating }) => rating > 3).length;
  const low = reviews.filter(({ rating }) => rating < 3).length;
  return {
    id: phrase.replaceAll(" ", "-"),
    label: phrase,
    mention_count: reviews.length,
    rating_value: aggregate(reviews).rating_value,
    rating_effect: logOdds({ with: high, of: rated.high }, { with: low, of: rated.low }),
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ id }) => id),
  };
}
