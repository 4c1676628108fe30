import { expect, test } from "vitest";
import type { Polarity } from "../../../model/review-insight.ts";
import { withSupportedCriticism } from "./persons.ts";

/** The votes on persons after the rule, written like "ana- bo+", if the given persons are criticised by enough reviews. */
const SIGNS = { "+": "positive", "-": "negative", "~": "mixed", "0": "neutral" } as const;

function supported(votes: string, ...criticised: readonly string[]): string {
  const written = votes.split(" ").map((vote) => ({
    id: vote.slice(0, -1),
    polarity: SIGNS[vote.slice(-1) as keyof typeof SIGNS],
  }));
  const sign = (polarity: Polarity): string =>
    Object.entries(SIGNS).find(([, name]) => name === polarity)?.[0] ?? "";
  return withSupportedCriticism(written, (id) => criticised.includes(id))
    .map(({ id, polarity }) => id + sign(polarity))
    .join(" ");
}

test("without support only the criticism in a vote is taken back", () => {
  expect(supported("ana-")).toBe("ana0");
  expect(supported("ana~")).toBe("ana+");
  expect(supported("ana~ bo- cy+ di0")).toBe("ana+ bo0 cy+ di0");
});

test("criticism with support stays, of the same person only", () => {
  expect(supported("ana- bo~", "ana", "bo")).toBe("ana- bo~");
  expect(supported("ana- bo- cy~", "ana")).toBe("ana- bo0 cy+");
});
