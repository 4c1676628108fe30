import { describe, expect, test } from "vitest";
import { review } from "../../../test/support/insights.ts";
import { wordsOf } from "../text/words.ts";
import { ThemeCounter, type Themes } from "./themes.ts";

/** Counts the texts, each as a review of its own, with ids from "0" on. */
function themesOf(texts: readonly (readonly [text: string, rating: number])[]): Themes {
  const counter = new ThemeCounter(new Set(["fennimore"]));
  for (const [index, [text, rating]] of texts.entries())
    counter.add(review({ id: String(index), text, rating }), text, wordsOf(text));
  return counter.themes();
}

const times = (count: number, text: string, rating = 5): [string, number][] =>
  Array.from({ length: count }, () => [text, rating]);

describe("themes", () => {
  test("are noun phrases of at least five reviews, the most frequent first", () => {
    const { topics } = themesOf([
      ...times(4, "We saw the invoice."),
      ...times(5, "They used a ladder."),
      ...times(6, "Ask about their warranty."),
    ]);
    expect(topics.map(({ id, mention_count }) => [id, mention_count])).toEqual([
      ["warranty", 6],
      ["ladder", 5],
    ]);
  });

  test("a review has all of its topics, each once", () => {
    const text = "They left the ladder and the warranty. Bring the ladder.";
    const { topics, byReview } = themesOf(times(5, text));
    expect(topics.map(({ mention_count }) => mention_count)).toEqual([5, 5]);
    expect([...byReview]).toEqual(["0", "1", "2", "3", "4"].map((id) => [id, ["ladder", "warranty"]]));
  });

  test.for([
    [4, ["gas-water-heater"]],
    [5, ["water-heater", "gas-water-heater"]],
  ] as const)(
    "a phrase is dropped if 80 %% of its reviews have a longer one: %d without",
    ([without, expected]) => {
      const { topics } = themesOf([
        ...times(without, "It is the water heater."),
        ...times(16, "It is the gas water heater."),
      ]);
      expect(topics.map(({ id }) => id)).toEqual(expected);
    },
  );

  test("names are no themes", () => {
    expect(themesOf(times(9, "Call the Fennimore again.")).topics).toEqual([]);
  });

  test("a theme has the ratings of its reviews, and their effect against all analyzed reviews", () => {
    const { topics } = themesOf([
      ...times(3, "Ask about the warranty.", 5),
      ...times(2, "Ask about the warranty.", 1),
      ...times(1, "Ask about the warranty.", 3),
      ...times(7, "All was well.", 4),
      ...times(8, "All was wrong.", 2),
    ]);
    // 3 of 10 with four or five stars, 2 of 10 with one or two: log((3.5 / 7.5) / (2.5 / 8.5)).
    expect(topics).toEqual([
      {
        id: "warranty",
        label: "warranty",
        mention_count: 6,
        rating_value: 3.33,
        rating_effect: { log_odds: 0.462, z: 0.477 },
        example_review_ids: ["0", "1", "2"],
      },
    ]);
  });
});
