import { expect, test } from "vitest";
import {
  aspectSentence,
  nounOf,
  personSentence,
  ratingSentence,
  textSentence,
  topicSentence,
} from "./grammar.ts";

type Counts = readonly [positive: number, negative: number, mixed: number, neutral: number];

const aspect = (
  [positive_count, negative_count, mixed_count, neutral_count]: Counts,
  share: Parameters<typeof aspectSentence>[2] = { positive_pct: null, positive_ci95: null },
): string =>
  aspectSentence("the price", { positive_count, negative_count, mixed_count, neutral_count }, share);

test.for<[Counts, string]>([
  [[0, 0, 0, 0], "The program finds no mention of the price."],
  [[0, 0, 0, 1], "One review mentions the price, and the program sees no clear side in it."],
  [[0, 0, 0, 2], "2 reviews mention the price, and the program sees no clear side in any."],
  [[1, 0, 0, 0], "The program sees a judgement of the price in 1 review, with praise."],
  [[0, 1, 0, 0], "The program sees a judgement of the price in 1 review, with criticism."],
  [[0, 0, 1, 0], "The program sees a judgement of the price in 1 review, with praise and criticism."],
  [[2, 0, 0, 0], "The program sees a judgement of the price in 2 reviews, both with praise."],
  [[0, 0, 2, 0], "The program sees a judgement of the price in 2 reviews, both with praise and criticism."],
  [[0, 3, 0, 0], "The program sees a judgement of the price in 3 reviews, all with criticism."],
  [
    [0, 0, 3, 0],
    "The program sees a judgement of the price in 3 reviews, all with both praise and criticism.",
  ],
  [[1, 1, 0, 0], "The program sees a judgement of the price in 2 reviews: 1 praises and 1 criticises."],
  [
    [2, 0, 1, 0],
    "The program sees a judgement of the price in 3 reviews: 2 praise and 1 both praises and criticises.",
  ],
  [
    [0, 1, 2, 0],
    "The program sees a judgement of the price in 3 reviews: 1 criticises and 2 both praise and criticise.",
  ],
  [
    [2, 3, 1, 0],
    "The program sees a judgement of the price in 6 reviews: 2 praise, 3 criticise and 1 does both.",
  ],
  [
    [1, 1, 2, 0],
    "The program sees a judgement of the price in 4 reviews: 1 praises, 1 criticises and 2 do both.",
  ],
  [
    [1, 0, 0, 1],
    "The program sees a judgement of the price in 1 review, with praise; in 1 more it sees no clear side.",
  ],
  [
    [1200, 0, 0, 3400],
    "The program sees a judgement of the price in 1,200 reviews, all with praise; in 3,400 more it sees no clear side.",
  ],
])("%j: %s", ([counts, sentence]) => {
  expect(aspect(counts)).toBe(sentence);
});

test("a share is stated with its interval", () => {
  expect(aspect([0, 0, 12, 0], { positive_pct: 0, positive_ci95: [0, 24.2] })).toBe(
    "The program sees a judgement of the price in 12 reviews, all with both praise and criticism. The share of praise alone is 0 %, with a 95 % interval of 0 to 24.2 %.",
  );
  expect(aspect([9, 3, 0, 0], { positive_pct: 75, positive_ci95: [46.8, 91.1] })).toBe(
    "The program sees a judgement of the price in 12 reviews: 9 praise and 3 criticise. The share of praise is 75 %, with a 95 % interval of 46.8 to 91.1 %.",
  );
});

test.for([
  [1, 0, 4, "The only review so far gives 4 of 5 stars."],
  [2, 0, 5, "Both reviews give 5 of 5 stars."],
  [3, 0, 1, "All 3 reviews give 1 of 5 stars."],
  [1200, 0, 4.5, "1,200 reviews give 4.50 of 5 stars on average."],
  [10, 9, 4, "The only review without a reward gives 4 of 5 stars."],
  [10, 8, 5, "Both reviews without a reward give 5 of 5 stars."],
  [10, 7, 5, "All 3 reviews without a reward give 5 of 5 stars."],
  [50, 2, 4.5, "48 reviews without a reward give 4.50 of 5 stars on average."],
  [5, 5, null, "There is no rating, because every review was written for a reward."],
] as const)(
  "%d reviews, %d with a reward, mean %d: %s",
  ([review_count, incentivised_count, mean, sentence]) => {
    expect(ratingSentence({ review_count, incentivised_count, rating_value: mean })).toBe(sentence);
  },
);

test("the texts are counted apart from the reviews where they are fewer", () => {
  const sentence = (analyzed: number, review_count: number, incentivised_count = 0): string =>
    textSentence(analyzed, { review_count, incentivised_count });
  expect(sentence(7, 7)).toBe("What follows is counted from their texts by a program.");
  expect(sentence(1200, 1300)).toBe("What follows is counted by a program from the 1,200 texts it can read.");
  expect(sentence(1, 2)).toBe("What follows is counted by a program from the only text it can read.");
  expect(sentence(15, 15, 12)).toBe("What follows is counted by a program from the texts of all 15 reviews.");
  expect(sentence(1, 1, 1)).toBe("What follows is counted by a program from its text.");
  expect(sentence(14, 15, 12)).toBe(
    "What follows is counted by a program from the 14 texts it can read, also of rewarded reviews.",
  );
});

test.for([
  [0, null, 0, "“Blue van” does not come up at present."],
  [1, 4, 0, "“Blue van” comes up in 1 review, which gives 4.00 of 5 stars."],
  [2, null, 0, "“Blue van” comes up in 2 reviews."],
  [2, 4, 2.99, "“Blue van” comes up in 2 reviews, which give 4.00 of 5 stars on average."],
  [
    2,
    4,
    3,
    "“Blue van” comes up in 2 reviews, which give 4.00 of 5 stars on average. A larger share of the reviews with four or five stars has it than of those with one or two.",
  ],
  [
    2,
    2,
    -3,
    "“Blue van” comes up in 2 reviews, which give 2.00 of 5 stars on average. A larger share of the reviews with one or two stars has it than of those with four or five.",
  ],
] as const)("a topic of %d reviews with the mean %d and z %d: %s", ([count, mean, z, sentence]) => {
  const effect = { log_odds: 0, z };
  expect(
    topicSentence({
      label: "blue van",
      mention_count: count,
      rating_value: mean,
      incentivised_count: 0,
      rating_effect: effect,
    }),
  ).toBe(sentence);
});

test.for([
  [4, 3, 1, "“Invoice” comes up in 4 reviews, of which 1 without a reward gives 1.00 of 5 stars."],
  [
    4,
    2,
    2.5,
    "“Invoice” comes up in 4 reviews, of which 2 without a reward give 2.50 of 5 stars on average.",
  ],
  [4, 4, null, "“Invoice” comes up in 4 reviews."],
] as const)(
  "of %d reviews with a topic %d have a reward",
  ([mention_count, incentivised_count, mean, sentence]) => {
    const rating_effect = { log_odds: 0, z: 0 };
    const topic = { label: "invoice", mention_count, incentivised_count, rating_value: mean, rating_effect };
    expect(topicSentence(topic)).toBe(sentence);
  },
);

test.for<[Parameters<typeof nounOf>[0], string]>([
  [{ label: "Price", noun: "the price" }, "the price"],
  [{ label: "Follow-up" }, "follow-up"],
  [{ label: "AC repair" }, "AC repair"],
  [{ label: "ÉCLAIRS" }, "ÉCLAIRS"],
  [{ label: "Ärzte" }, "ärzte"],
])("%j is %s in a sentence", ([names, noun]) => {
  expect(nounOf(names)).toBe(noun);
});

const CRITICISM_RULE =
  "It rarely detects criticism of individuals, which counts only where two reviews plainly tell of the person's own conduct.";

test.for<[Counts, string]>([
  [[12, 0, 0, 3], `The program sees praise for the person in 12 of 15 texts. ${CRITICISM_RULE}`],
  [[5, 0, 0, 0], `The program sees praise for the person in 5 of 5 texts. ${CRITICISM_RULE}`],
  [[1, 0, 0, 4], `The program sees praise for the person in 1 of 5 texts. ${CRITICISM_RULE}`],
  [[0, 0, 0, 1], "The program sees no clear side in 1 text."],
  [[0, 0, 0, 1200], "The program sees no clear side in 1,200 texts."],
  [[5, 2, 0, 1], "Of 8 texts, 5 praise and 2 criticise; in 1 the program sees no clear side."],
  [[5, 1, 1, 2], "Of 9 texts, 5 praise, 1 criticises and 1 does both; in 2 the program sees no clear side."],
  [[0, 5, 0, 0], "Of 5 texts, 5 criticise."],
])(
  "the counts %j of a person read %j",
  ([[positive_count, negative_count, mixed_count, neutral_count], sentence]) => {
    expect(personSentence({ positive_count, negative_count, mixed_count, neutral_count })).toBe(sentence);
  },
);
