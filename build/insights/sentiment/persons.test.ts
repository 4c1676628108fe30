import { expect, test } from "vitest";
import { review, verdict } from "../../../test/support/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import { countEntities, personRules } from "../report/entity-insights.ts";
import { withSupportedCriticism } from "./persons.ts";

/** The votes on persons after the rule; each review is a list such as "ana- bo+". */
const SIGNS = { "+": "positive", "-": "negative", "~": "mixed", "0": "neutral" } as const;

function supported(...reviews: readonly string[]): string[] {
  const verdicts = reviews.map((votes) =>
    verdict(review({}), {
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
