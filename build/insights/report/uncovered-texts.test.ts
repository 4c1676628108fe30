import { expect, test } from "vitest";
import { mention, review, verdict } from "../../../test/support/insights.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { countUncovered, uncoveredTexts, uncoveredWarning } from "./uncovered-texts.ts";

const ASPECTS = [
  { id: "price", label: "Price", words: ["price"] },
  { id: "overall", label: "Overall", general: true, words: ["overall"] },
];

const texts = (count: number, text: string, aspect?: number): ReviewVerdict[] =>
  Array.from({ length: count }, () =>
    verdict(review({ text }), {
      votes: aspect === undefined ? [] : [{ aspect, polarity: "positive", mentions: [mention({ aspect })] }],
    }),
  );

function uncovered(...verdicts: readonly ReviewVerdict[]) {
  const numbered = verdicts.map((one, id) => ({ ...one, review: { ...one.review, id: String(id) } }));
  const half = numbered.length / 2;
  const months = [numbered.slice(0, half), numbered.slice(half)];
  return uncoveredTexts(
    months.map((month) => ({ uncovered: countUncovered(month, ASPECTS) })),
    (id) => numbered[Number(id)]?.text ?? "",
    new Set(),
  );
}

test("if most texts name no aspect, words from them are proposed", () => {
  const verdicts = [
    ...texts(6, "The kennel was fine."),
    ...texts(5, "I saw the groomer and the kennel."),
    ...texts(9, "The price was fair.", 0),
  ];
  expect(uncovered(...verdicts)).toEqual({ texts: 11, of: 20, words: ["kennel", "groomer"] });
});

test("the newest 200 texts of a month are enough to propose words", () => {
  const { texts: all, newest } = countUncovered(texts(201, "The kennel was fine."), ASPECTS);
  expect([all, newest.length]).toEqual([201, 200]);
});

test("an aspect of the business as a whole covers no text", () => {
  expect(uncovered(...texts(20, "Overall fine.", 1))).toMatchObject({ texts: 20, of: 20 });
});

test.for([
  [10, 10],
  [19, 0],
] as const)("%d texts without an aspect and %d with one are no reason to warn", ([without, named]) => {
  const verdicts = [...texts(without, "The kennel was fine."), ...texts(named, "The price was fair.", 0)];
  expect(uncovered(...verdicts)).toBeUndefined();
});

test.for([
  [["kennel", "groomer"], "words such as kennel, groomer"],
  [[], "words such as those of your customers"],
] as const)("the warning proposes %j", ([words, proposal]) => {
  expect(uncoveredWarning({ texts: 30, of: 40, words })).toBe(
    `30 of 40 texts name no aspect: choose another pack (by business.type, or "pack" in aspects.json), or add aspects with ${proposal}`,
  );
});
