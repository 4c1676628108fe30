import { aggregateOf, type RatingCounts, ratingCounts } from "../../../model/business.ts";
import type { TopicInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import { logOdds } from "../statistics/statistics.ts";
import { sumOfLists } from "../statistics/sums.ts";
import { wordsOf } from "../text/words.ts";
import { countMentions, type MentionCounts, mentionsById } from "./entity-insights.ts";
import { topicSentence } from "./grammar.ts";
import { isJoined, singular } from "./collocations.ts";

/** The topics of the texts of a month. */
export interface ThemeCounts {
  /** Of all texts that were searched. */
  readonly ratings: RatingCounts;
  readonly mentions: readonly MentionCounts[];
}

interface Theme {
  readonly id: string;
  readonly label: string;
  /** In the singular. */
  readonly words: readonly string[];
}

/** The topics of `learned.json`. A review has a topic by its own text alone. */
export class Themes {
  readonly #themes: readonly Theme[];
  readonly #byFirstWord: ReadonlyMap<string, readonly Theme[]>;

  constructor(labels: readonly string[]) {
    this.#themes = labels.map((label) => ({
      id: label.replaceAll(" ", "-"),
      label,
      words: label.split(" ").map((word) => singular(word)),
    }));
    this.#byFirstWord = Map.groupBy(this.#themes, ({ words }) => words[0] ?? "");
  }

  /** Ids of the topics of a text. */
  find(text: string): string[] {
    if (this.#themes.length === 0) return [];
    const found = new Set<Theme>();
    const words = wordsOf(text);
    const said = words.map(({ folded }) => singular(folded));
    const isAt = (theme: Theme, first: number): boolean =>
      theme.words.every((part, index) => {
        const at = first + index;
        return said[at] === part && (index === 0 || isJoined(text, words, at));
      });
    for (const [at, word] of said.entries())
      for (const theme of this.#byFirstWord.get(word) ?? []) if (isAt(theme, at)) found.add(theme);
    return found.size === 0 ? [] : this.#themes.filter((theme) => found.has(theme)).map(({ id }) => id);
  }

  /** One row per topic. The newest month comes first. */
  topics(months: readonly { readonly themes: ThemeCounts }[]): TopicInsight[] {
    const byId = mentionsById(months.map(({ themes }) => themes.mentions));
    const all = highAndLow(sumOfLists(months.map(({ themes }) => themes.ratings)));
    return this.#themes.map(({ id, label }) => {
      const { ratings = [], examples = [] } = byId.get(id) ?? {};
      const { rating_value, review_count, incentivised_count } = aggregateOf(ratings);
      const { high, low } = highAndLow(ratings);
      const numbers = {
        label,
        mention_count: review_count,
        rating_value,
        incentivised_count,
        rating_effect: logOdds({ with: high, of: all.high }, { with: low, of: all.low }),
      };
      return { id, ...numbers, sentence: topicSentence(numbers), example_review_ids: [...examples] };
    });
  }
}

/** Takes the reviews with a text that was searched, and the ids of their topics. */
export const countThemes = (
  found: readonly (readonly [review: Review, ids: readonly string[]])[],
): ThemeCounts => ({
  ratings: ratingCounts(found.map(([review]) => review)),
  mentions: countMentions(found),
});

/** Reviews without a reward: those with four or five stars, and those with one or two. */
function highAndLow(ratings: RatingCounts): { readonly high: number; readonly low: number } {
  const [one = 0, two = 0, , four = 0, five = 0] = ratings;
  return { high: four + five, low: one + two };
}
