import { describe, expect, test } from "vitest";
import { mention, review, verdict } from "../../../test/support/insights.ts";
import type { JudgedMention, ReviewVerdict } from "../sentiment/judge.ts";
import { pullQuote } from "./quotes.ts";

const TEXT = "x".repeat(200);

/** A review with the given mentions of one aspect. */
const praising = (id: string, ...mentions: readonly JudgedMention[]): ReviewVerdict =>
  verdict(review({ id, text: TEXT }), { votes: [{ aspect: 0, polarity: "positive", mentions }] });

describe("the pull quote", () => {
  test("is the statement nearest to the median score, not the best one", () => {
    const scores = [3, 0.5, 1.1, 0.3, 2.5];
    const verdicts = scores.map((score, index) => praising(String(index), mention({ score, start: index })));
    expect(pullQuote(verdicts)).toMatchObject({
      review_id: "2",
      start: 2,
      end: 40,
      quote: TEXT.slice(2, 40),
    });
  });

  test("is the newest among equals", () => {
    expect(pullQuote([praising("new", mention()), praising("old", mention())])?.review_id).toBe("new");
  });

  test.for([
    [29, false],
    [30, true],
    [140, true],
    [141, false],
  ] as const)("a statement of %d characters: %s", ([length, isQuotable]) => {
    const quote = pullQuote([praising("a", mention({ start: 5, end: 5 + length }))])?.quote;
    expect(quote?.length).toBe(isQuotable ? length : undefined);
  });

  test("comes from praise in reviews with four or five stars", () => {
    expect(pullQuote([praising("a", mention({ polarity: "negative" }))])).toBeUndefined();
    const three = praising("a", mention());
    expect(pullQuote([{ ...three, review: { ...three.review, rating: 3 } }])).toBeUndefined();
    expect(pullQuote([{ ...three, review: { ...three.review, rating: 4 } }])?.review_id).toBe("a");
  });
});
