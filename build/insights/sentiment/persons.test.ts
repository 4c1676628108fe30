import { expect, test } from "vitest";
import { compileJudge, review, verdict } from "../../../test/support/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import { countEntities } from "../report/entity-insights.ts";
import { personRules } from "../report/person-rules.ts";
import { readPack } from "../../load/aspects.ts";
import type { AspectVote } from "./judge.ts";
import { personVotes, withSupportedCriticism } from "./persons.ts";
import type { MentionPolarity } from "./stars.ts";

/** The votes on persons after the rule; each review is a list such as "ana- bo+". */
const SIGNS = { "+": "positive", "-": "negative", "~": "mixed", "0": "neutral" } as const;

function supported(...reviews: readonly string[]): string[] {
  const verdicts = reviews.map((votes, at) =>
    verdict(review({ author: `Kim ${at}`, text: `It was ${at}` }), {
      technicians: votes.split(" ").map((vote) => ({
        id: vote.slice(0, -1),
        polarity: SIGNS[vote.slice(-1) as keyof typeof SIGNS],
      })),
    }),
  );
  const persons = ["ana", "bo", "cy", "di"].map((id) => ({ id, name: id }));
  const { criticised } = personRules(persons, [{ entities: countEntities([], verdicts) }]);
  const sign = (polarity: Polarity): string =>
    Object.entries(SIGNS).find(([, name]) => name === polarity)?.[0] ?? "";
  return verdicts.map(({ technicians }) =>
    withSupportedCriticism(technicians, (id) => criticised.includes(id))
      .map(({ id, polarity }) => id + sign(polarity))
      .join(" "),
  );
}

test("one review that criticises a person is no evidence: the rest of its vote stays", () => {
  expect(supported("ana-")).toEqual(["ana0"]);
  expect(supported("ana~")).toEqual(["ana+"]);
  expect(supported("ana~ bo- cy+ di0")).toEqual(["ana+ bo0 cy+ di0"]);
});

test("two reviews are, of the same person only", () => {
  expect(supported("ana-", "ana~")).toEqual(["ana-", "ana~"]);
  expect(supported("ana-", "bo-")).toEqual(["ana0", "bo0"]);
  expect(supported("ana- bo-", "ana-", "bo+ cy0")).toEqual(["ana- bo0", "ana-", "bo+ cy0"]);
});

/** A name in the first of two sentences, of the letters 0 to 9 and 10 to 19. */
function votesOnName(
  rating: number,
  score: number,
  { here = [], elsewhere = [] }: Readonly<Partial<Record<"here" | "elsewhere", readonly MentionPolarity[]>>>,
): string[] {
  const mentions = [
    ...here.map((polarity) => [0, polarity] as const),
    ...elsewhere.map((p) => [10, p] as const),
  ];
  const votes = mentions.map(([start, polarity], aspect): AspectVote => ({
    aspect,
    polarity,
    mentions: [{ aspect, score: 1, start, end: start + 9, phrase: "", polarity, plainness: 0 }],
  }));
  const name = { kind: "technicians", id: "ana", start: 2, end: 5, match: "exact", score } as const;
  return personVotes(rating, [name, { ...name, kind: "services", id: "drain" }], votes).map(
    ({ id, polarity }) => `${id} ${polarity}`,
  );
}

test.for([
  // Words around the name, and a complaint about the same sentence.
  [3, -1, { here: ["negative"] }, "negative"],
  [3, -0.99, { here: ["negative"] }, "neutral"],
  [3, -1, { here: ["positive"], elsewhere: ["negative"] }, "neutral"],
  [3, -1, {}, "neutral"],
  [4, -1, { here: ["negative"] }, "neutral"],
  // Praise by the words around the name.
  [3, 0.25, {}, "positive"],
  [3, 0.249, {}, "neutral"],
  [2, 1, { here: ["positive"] }, "neutral"],
  // Praise of the same sentence.
  [4, 0, { here: ["positive"], elsewhere: ["negative"] }, "positive"],
  [4, 0, { here: ["positive", "negative"] }, "neutral"],
  [3, 0, { here: ["positive"] }, "neutral"],
  // A text that only praises.
  [4, 0, { elsewhere: ["positive", "neutral"] }, "positive"],
  [4, 0, { elsewhere: ["positive", "negative"] }, "neutral"],
  [4, 0, { elsewhere: ["neutral"] }, "neutral"],
  [3, 0, { elsewhere: ["positive"] }, "neutral"],
] as const)(
  "with %f stars and the score %f, votes %j make the name %s",
  ([rating, score, votes, polarity]) => {
    expect(votesOnName(rating, score, votes)).toEqual([`ana ${polarity}`]);
  },
);

const judgeText = compileJudge(readPack("home-services").aspects, {
  technicians: [{ id: "andre", name: "Andre" }],
  services: [],
  service_areas: [],
});

test.for([
  [
    1,
    "The bill was twice the quote. Poor Andre was mortified, he kept apologizing and none of this is his doing.",
    "andre neutral",
  ],
  [1, "Andre was rude to my mother and swore at her.", "andre negative"],
  [
    5,
    "Andre wrapped my mirrors like newborn babies. They were on time and the price was fair.",
    "andre positive",
  ],
] as const)("with %i stars %j says: %s", ([rating, text, expected]) => {
  const { technicians } = judgeText(text, rating);
  expect(technicians.map(({ id, polarity }) => `${id} ${polarity}`).join(", ")).toBe(expected);
});
