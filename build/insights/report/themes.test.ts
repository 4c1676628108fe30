import { describe, expect, test } from "vitest";
import type { TopicInsight } from "../../../model/insights.ts";
import { review } from "../../../test/support/insights.ts";
import { countThemes, Themes } from "./themes.ts";
import { chooseTopics, singular } from "./collocations.ts";

/** Counts the topics in the texts, each a review of its own, with ids from "0" on. */
function themesOf(
  labels: readonly string[],
  texts: readonly (readonly [text: string, rating: number])[],
): { readonly topics: readonly TopicInsight[]; readonly byReview: ReadonlyMap<string, readonly string[]> } {
  const themes = new Themes(labels);
  const found = texts.map(
    ([text, rating], index) => [review({ id: String(index), text, rating }), themes.find(text)] as const,
  );
  return {
    topics: themes.topics([{ themes: countThemes(found) }]),
    byReview: new Map(found.flatMap(([{ id }, ids]) => (ids.length > 0 ? [[id, ids]] : []))),
  };
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe("topics are chosen", () => {
  const choose = (...texts: readonly string[]): string[] => chooseTopics(texts, new Set(["fennimore"]));

  test("from nouns in at least four texts, the most frequent first", () => {
    const texts = [
      ...times(3, "We saw the invoice."),
      ...times(4, "They used a ladder."),
      ...times(5, "Ask about their warranty."),
    ];
    expect(choose(...texts)).toEqual(["warranty", "ladder"]);
  });

  test("and phrases before words, since they say more", () => {
    const texts = [
      ...times(8, "She checked the gum."),
      ...times(5, "He did the root canal."),
      ...times(9, "We saw the red box."),
    ];
    expect(choose(...texts)).toEqual(["red box", "root canal", "gum"]);
  });

  test("but not from words that are side by side by chance", () => {
    const texts = [
      ...times(6, "We saw the blue door."),
      ...times(20, "We saw the red door."),
      ...times(20, "We saw the blue box."),
      ...times(100, "We saw the red box."),
    ];
    expect(choose(...texts)).not.toContain("blue door");
  });

  test("not from verbs, which have no determiner, nor from names, people and days", () => {
    expect(choose(...times(9, "They replaced it and must hurry."))).toEqual([]);
    expect(choose(...times(9, "Call the Fennimore again, said my husband on the Monday."))).toEqual([]);
    expect(choose(...times(9, "I made the call. He used the card."))).toEqual([]);
  });

  test("not from parts of a house or a bill alone", () => {
    expect(choose(...times(9, "The wall, the door and the charge."))).toEqual([]);
  });

  test("as whole words, in the spelling that is most frequent", () => {
    const texts = [...times(2, "The facility is new."), ...times(3, "The facilities are new.")];
    expect(choose(...texts)).toEqual(["facilities"]);
    expect(choose(...texts.toReversed())).toEqual(["facilities"]);
  });

  test("if the word is a noun often enough: three times, and in three of ten uses", () => {
    const verb = "They drive past.";
    const noun = "The drive is long.";
    expect(choose(...times(3, noun), ...times(7, verb))).toEqual(["drive"]);
    expect(choose(...times(3, noun), ...times(8, verb))).toEqual([]);
    expect(choose(...times(2, noun), ...times(4, verb))).toEqual([]);
  });

  test("within a sentence part: not over punctuation, function words, names or single letters", () => {
    const pairs = (text: string): string[] =>
      choose(...times(6, text), ...times(30, "See the copper pipe now.")).filter((topic) =>
        topic.includes("heater"),
      );
    expect(pairs("It is the water heater.")).toEqual(["water heater"]);
    expect(pairs("It is the water-heater.")).toEqual(["water heater"]);
    expect(pairs("It is the water, heater.")).toEqual([]);
    expect(pairs("It is the water  heater.")).toEqual([]);
    expect(pairs("It is the water with the heater.")).toEqual(["heater"]);
    expect(pairs("It is the water Fennimore heater.")).toEqual([]);
    expect(pairs("It is the water x heater.")).toEqual([]);
    expect(pairs("It is the Fennimore heater.")).toEqual([]);
  });

  test("of at most three words, and forty in all", () => {
    const long = choose(
      ...times(6, "See the copper water heater."),
      ...times(4, "See the antique copper water heater."),
      ...times(60, "See the blue van."),
    );
    expect(long).toContain("copper water heater");
    expect(long.every((topic) => topic.split(" ").length <= 3)).toBe(true);
    const letters = "abcdefghijklmnopqrstuvwxyz".split("").flatMap((one) => [`z${one}q`, `z${one}k`]);
    expect(choose(...letters.flatMap((word) => times(4, `The ${word}.`)))).toHaveLength(40);
  });

  test("of equal ones those of most words first, then by letter", () => {
    const equal = ["The valve.", "The thermostat.", "The blue van."].flatMap((text) => times(4, text));
    const texts = [...equal, ...times(20, "See the copper pipe now.")];
    expect(choose(...texts)).toEqual(["copper pipe", "blue van", "thermostat", "valve"]);
  });

  test("as pairs of words that stand side by side more often than chance", () => {
    const others = times(30, "The copper pipe is near the old pump.");
    expect(choose(...times(6, "It is the water heater."), ...others)).toContain("water heater");
    // Each word is everywhere, the pair no more frequent than chance makes it.
    const mixed = ["copper", "steel", "iron", "brass"].flatMap((metal) =>
      ["pipe", "valve", "joint", "pan"].flatMap((part) => times(4, `See the ${metal} ${part} here.`)),
    );
    expect(choose(...mixed)).toEqual(["joint", "pan", "pipe", "valve"]);
  });

  test.for([
    [1, ["water heater"]],
    [5, ["heater", "water heater"]],
  ] as const)("a part of a longer topic is dropped, unless it is often alone: %d", ([alone, expected]) => {
    const texts = [
      ...times(alone, "The heater is old."),
      ...times(10, "The water heater is old."),
      ...times(20, "See the cold pump now."),
    ];
    expect(
      choose(...texts)
        .filter((topic) => /heater/.test(topic))
        .toSorted(),
    ).toEqual(expected);
  });
});

test.for([
  ["facilities", "facility"],
  ["boxes", "box"],
  ["leaks", "leak"],
  ["gas", "gas"],
  ["glass", "glass"],
  ["chassis", "chassis"],
  ["dishes", "dish"],
  ["watches", "watch"],
  ["fizzes", "fizz"],
  ["houses", "house"],
  ["ties", "tie"],
  ["gps", "gps"],
  ["cars", "car"],
  ["stress", "stress"],
  ["virus", "virus"],
  ["heater", "heater"],
])("%s is %s in the singular", ([plural, one]) => {
  expect(singular(plural ?? "")).toBe(one);
});

describe("topics are counted", () => {
  test("once in each review, in singular and plural", () => {
    const text = "They left the ladder and the warranty. Bring ladders.";
    const { topics, byReview } = themesOf(["warranty", "ladder"], times(2, [text, 5] as const));
    expect(topics.map(({ id, mention_count }) => [id, mention_count])).toEqual([
      ["warranty", 2],
      ["ladder", 2],
    ]);
    expect([...byReview]).toEqual(["0", "1"].map((id) => [id, ["warranty", "ladder"]]));
  });

  test("not across sentences and commas", () => {
    const { byReview } = themesOf(
      ["water heater"],
      [
        ["We had no hot water. Heater men came.", 1],
        ["They sell water, heaters and pipes.", 5],
        ["The new water-heater works.", 5],
      ],
    );
    expect([...byReview.keys()]).toEqual(["2"]);
  });

  test("with the ratings of their reviews, and their effect against all analyzed reviews", () => {
    const { topics } = themesOf(
      ["water heater"],
      [
        ...times(3, ["Ask about the water heater.", 5] as const),
        ...times(2, ["Ask about water heaters.", 1] as const),
        ...times(1, ["Ask about the water heater.", 3] as const),
        ...times(7, ["The heater is well.", 4] as const),
        ...times(8, ["The water was cold.", 2] as const),
      ],
    );
    // 3 of 10 with four or five stars, 2 of 10 with one or two: log((3.5 / 7.5) / (2.5 / 8.5)).
    expect(topics).toEqual([
      {
        id: "water-heater",
        label: "water heater",
        mention_count: 6,
        rating_value: 3.33,
        incentivised_count: 0,
        rating_effect: { log_odds: 0.462, z: 0.477 },
        sentence: "“Water heater” comes up in 6 reviews, which give 3.33 of 5 stars on average.",
        example_review_ids: ["0", "1", "2"],
      },
    ]);
  });

  test("without learned topics there are none", () => {
    expect(themesOf([], [["The water heater.", 5]])).toEqual({ topics: [], byReview: new Map() });
  });
});
