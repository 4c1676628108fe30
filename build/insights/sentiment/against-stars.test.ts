import { expect, test } from "vitest";
import { compileJudge } from "../../../test/support/insights.ts";
import { readPack } from "../../load/aspects.ts";
import { isCritical } from "./persons.ts";

const { aspects } = readPack("home-services");
const judgeText = compileJudge(aspects);

/** The aspects that a review complains of. */
const complaintsIn = (text: string, rating = 5): (string | undefined)[] =>
  judgeText(text, rating).votes.flatMap(({ aspect, polarity }) =>
    isCritical(polarity) ? [aspects[aspect]?.id] : [],
  );

test.for([
  "He could have sold me a new valve but didn't, fixed the old one and charged forty dollars.",
  "Arturo held to his bid though it took longer than he had thought. So careful with the tub.",
])("no complaint is read into: %s", (text) => {
  expect(complaintsIn(text)).toEqual([]);
});

test.for([
  ["punctuality", "Great crew. My only complaint is that they were two hours late."],
  ["cleanliness", "Great crew, although they left mud all over the stairs."],
] as const)("a complaint of %s stands in: %s", ([aspect, text]) => {
  expect(complaintsIn(text)).toEqual([aspect]);
});

test.for([
  ["cleanliness", "Nice people. They left a mess in the kitchen."],
  ["communication", "The technician did good work. Nobody called to say he was running late."],
  ["price", "The plumber was friendly and quick. Only the bill was higher than the quote."],
  ["cleanliness", "Good work. Could have been cleaner."],
  ["cleanliness", "Good work. He tracked some dust in."],
  ["communication", "Nice people. The office was slow to answer."],
] as const)('with four stars a complaint of %s needs neither an event nor a "but": %s', ([aspect, text]) => {
  expect(complaintsIn(text, 4)).toEqual([aspect]);
  expect(complaintsIn(text, 5)).toEqual([]);
});

test.for([
  "He was polite and careful. My old furnace was loud and dirty.",
  "Excellent work. We were worried that it would be expensive.",
  "They came on time. The last company left a mess.",
])("four stars complain of nothing in: %s", (text) => {
  expect(complaintsIn(text, 4)).toEqual([]);
});

test.for(["Good work. Cleanup could be better.", "Nice people. Could have been cleaner."])(
  "a complaint that is only probable stands with three stars, not with four: %s",
  (text) => {
    expect(complaintsIn(text, 3)).toEqual(["cleanliness"]);
    expect(complaintsIn(text, 4)).toEqual([]);
  },
);
