import { aggregate } from "../../../model/business.ts";
import type { TopicInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import { logOdds } from "../statistics/statistics.ts";
import { wordsOf } from "../text/words.ts";
import { topicSentence } from "./grammar.ts";
import { singular } from "./collocations.ts";

const MAX_EXAMPLES = 3;

export interface Themes {
  readonly topics: readonly TopicInsight[];
  /** Topic ids by review id. */
  readonly byReview: ReadonlyMap<string, readonly string[]>;
}

interface Theme {
  readonly id: string;
  readonly label: string;
  /** In the singular. */
  readonly words: readonly string[];
  readonly reviews: Review[];
}

/** Counts the topics of `learned.json`. A review has a topic by its own text alone. */
export class ThemeCounter {
  readonly #themes: readonly Theme[];
  readonly #byFirstWord: ReadonlyMap<string, readonly Theme[]>;
  readonly #byReview = new Map<string, readonly string[]>();
  #high = 0;
  #low = 0;

  constructor(labels: readonly string[]) {
    this.#themes = labels.map((label) => ({
      id: label.replaceAll(" ", "-"),
      label,
      words: label.split(" ").map((word) => singular(word)),
      reviews: [],
    }));
    this.#byFirstWord = Map.groupBy(this.#themes, ({ words }) => words[0] ?? "");
  }

  /** The reviews come newest first. */
  add(review: Review, text: string): void {
    if (review.rating > 3) this.#high += 1;
    if (review.rating < 3) this.#low += 1;
    if (this.#themes.length === 0) return;
    const found = new Set<Theme>();
    const said = wordsOf(text).map(({ folded }) => singular(folded));
    for (const [at, word] of said.entries())
      for (const theme of this.#byFirstWord.get(word) ?? [])
        if (theme.words.every((part, index) => said[at + index] === part)) found.add(theme);
    for (const { reviews } of found) reviews.push(review);
    if (found.size > 0)
      this.#byReview.set(
        review.id,
        this.#themes.filter((theme) => found.has(theme)).map(({ id }) => id),
      );
  }

  themes(): Themes {
    return { topics: this.#themes.map((theme) => this.#topicOf(theme)), byReview: this.#byReview };
  }

  #topicOf({ id, label, reviews }: Theme): TopicInsight {
    const high = reviews.filter(({ rating }) => rating > 3).length;
    const low = reviews.filter(({ rating }) => rating < 3).length;
    const numbers = {
      label,
      mention_count: reviews.length,
      rating_value: aggregate(reviews).rating_value,
      rating_effect: logOdds({ with: high, of: this.#high }, { with: low, of: this.#low }),
    };
    return {
      id,
      ...numbers,
      sentence: topicSentence(numbers),
      example_review_ids: reviews.slice(0, MAX_EXAMPLES).map((review) => review.id),
    };
  }
}
