import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CalendarDate } from "../../../model/calendar-date.ts";
import { mention, review, verdict } from "../../../test/support/insights.ts";
import { load } from "../../load/load.ts";
import { analyze } from "../analyze.ts";
import type { JudgedMention, ReviewVerdict } from "../sentiment/judge.ts";
import type { Statement } from "./quote-clarity.ts";
import { countStatements, pullQuote, quotableStatements, quotesOf } from "./quotes.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const TEXT = "Fine work here ".repeat(20);

/** A review with the given mentions of one aspect. */
const praising = (id: string, ...mentions: readonly JudgedMention[]): ReviewVerdict =>
  verdict(review({ id, text: TEXT }), { votes: [{ aspect: 0, polarity: "positive", mentions }] });

/** The pull quote of months of verdicts. */
function quoteOfAll(...months: readonly (readonly ReviewVerdict[])[]): ReturnType<typeof pullQuote> {
  const reviews = new Map(months.flat().map(({ review: one }) => [one.id, one]));
  const counts = months.map((month) => ({ quotable: countStatements(quotableStatements(month)) }));
  return pullQuote(counts, (id) => reviews.get(id) ?? review({}));
}

describe("the pull quote", () => {
  test("is the newest among equals", () => {
    expect(quoteOfAll([praising("new", mention())], [praising("old", mention())])?.review_id).toBe("new");
  });

  test("of equally clear ones is the most typical", () => {
    const verdicts = [3, 0.5, 1.1, 0.3, 2.5].map((score) => praising(String(score), mention({ score })));
    const quote = quoteOfAll(verdicts);
    expect(quote?.review_id).toBe("1.1");
    expect(quote?.rule).toContain("of equally clear ones the most typical, then the newest");
  });

  test.for([
    [29, false],
    [30, true],
    [140, true],
    [141, false],
  ] as const)("a statement of %d characters: %s", ([length, isQuotable]) => {
    const quote = quoteOfAll([praising("a", mention({ end: length, plainness: 1 }))])?.quote;
    expect(quote?.length).toBe(isQuotable ? length : undefined);
  });

  test("comes from praise in reviews with four or five stars", () => {
    expect(quoteOfAll([praising("a", mention({ polarity: "negative" }))])).toBeUndefined();
    const three = praising("a", mention());
    expect(quoteOfAll([{ ...three, review: { ...three.review, rating: 3 } }])).toBeUndefined();
    expect(quoteOfAll([{ ...three, review: { ...three.review, rating: 4 } }])?.review_id).toBe("a");
  });
});

test("of each score three reviews are kept, with one statement each", () => {
  const months = ["a", "b", "c", "d"].map((id) => praising(id, mention(), mention({ start: 41, end: 80 })));
  const { clearest } = countStatements(quotableStatements(months));
  expect(clearest.map(([id, start]) => [id, start])).toEqual([
    ["a", 0],
    ["b", 0],
    ["c", 0],
  ]);
});

/** A statement of one aspect: the part of the text in brackets. */
function statementIn(marked: string, different: Partial<JudgedMention> = {}, rating = 5): Statement {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  const text = marked.replace("[", "").replace("]", "");
  const one = mention({ start, end, ...different });
  const votes = [{ aspect: one.aspect, polarity: one.polarity, mentions: [one] }];
  return { verdict: verdict(review({ text, rating }), { votes }), mention: one };
}

const quoteOf = ({ verdict: { text }, mention: { start, end } }: Statement): string => text.slice(start, end);

/** The quotes from statements, each of a review of its own. */
function quoted(...statements: readonly Statement[]): string[] {
  const numbered = statements.map(({ verdict: one, mention: said }, id) => ({
    verdict: { ...one, review: { ...one.review, id: String(id) } },
    mention: said,
  }));
  const reviewOf = (id: string) => numbered[Number(id)]?.verdict.review ?? review({});
  return quotesOf([countStatements(numbered)], reviewOf).map(({ quote }) => quote);
}

describe("a quote represents its aspect", () => {
  test.for([
    ["[The crew was friendly].", "So they came. [The crew was friendly]."],
    ["[The crew was friendly].", "They came and [the crew was friendly]."],
    ["[The crew was friendly].", "[The crew was friendly] and fast."],
    ["[The crew was friendly].", "[The crew was friendly, a bit late]."],
    ["[The crew was friendly].", "[We had a crew of friendly men]."],
    ["[The crew was friendly].", "[The crew was friendly lol]."],
    ["[The crew was friendly].", "[The crew was friendly?]"],
    ["[The crew was friendly].", "[The CREW  WAS friendly]."],
    ["[The crew was friendly].", "[The crew was friendly about it]."],
    ["[The crew was friendly].", "[A van, two men, a dog, three cats, friendly]."],
    ["[The crew was friendly].", "[Friendly crew]."],
    ["[The crew was friendly].", `[The crew was friendly ${"and polite ".repeat(9)}to us].`],
    ["[Will use again, a friendly crew].", "[It broke again, a friendly crew]."],
  ] as const)("%s is clearer than %s", ([clear, unclear]) => {
    const statements = [statementIn(unclear), statementIn(clear)];
    expect(quoted(...statements)).toEqual([quoteOf(statementIn(clear))]);
  });

  test("a word of the aspect or an event is clearer than a weak word", () => {
    const weak = statementIn("[The crew was so nice].", { plainness: -1 });
    const own = statementIn("[The crew was friendly].", { plainness: 1 });
    expect(quoted(weak, own)).toEqual([quoteOf(own)]);
    expect(quoted(weak)).toEqual([quoteOf(weak)]);
  });

  test.for([
    ["[And the crew was friendly].", {}, 5],
    ["[It was a friendly crew].", {}, 5],
    ["[The crew was friendly and] fast.", {}, 5],
    ['She said "[The crew was "friendly].', {}, 5],
    ["[The crew (was friendly].", {}, 5],
    ["[The crew was 'so friendly].", {}, 5],
    ["[Friendly].", {}, 5],
    ["[I expected a friendly crew].", {}, 5],
    ["[The crew could have been friendly].", {}, 5],
    ["[EDIT: the crew was friendly].", {}, 5],
    ["[Update, the crew was friendly].", {}, 5],
    ["[The crew was friendly].", {}, 3],
    ["[The crew was rude].", { polarity: "negative" }, 3],
    ["[The crew was rude].", { polarity: "negative" }, 4],
  ] as const)("%s is not shown", ([text, different, rating]) => {
    expect(quoted(statementIn(text, different, rating))).toEqual([]);
  });

  test.for([
    "[The owners' crew was friendly].",
    "[The crew was 'so friendly'].",
    "[The '80s crew is friendly].",
  ])("%s is shown", (text) => {
    expect(quoted(statementIn(text))).toEqual([quoteOf(statementIn(text))]);
  });

  test("a complaint is shown from two stars down, unless it begins with the customer's own doing", () => {
    const complaint = statementIn("[The crew was rude].", { polarity: "negative" }, 2);
    expect(quoted(complaint)).toEqual([quoteOf(complaint)]);
    const own = statementIn("Rude. [I have called three times].", { polarity: "negative" }, 1);
    const theirs = statementIn("Rude. [They did not call for weeks].", { polarity: "negative" }, 1);
    expect(quoted(own, theirs)).toEqual([quoteOf(theirs)]);
  });

  test("a quote with another aspect is less clear, and one with the opposite judgement is not shown", () => {
    const withOther = (polarity: "positive" | "negative"): Statement => {
      const { verdict: one, mention: own } = statementIn("[The crew was friendly, the price was steep].");
      const other = mention({ aspect: 1, polarity, start: 23, end: 42 });
      const votes = [...one.votes, { aspect: 1, polarity, mentions: [other] }];
      return { verdict: { ...one, votes }, mention: own };
    };
    const alone = statementIn("[The crew was friendly, the sun was out].");
    expect(quoted(withOther("positive"), alone)).toEqual([quoteOf(alone)]);
    expect(quoted(withOther("negative"))).toEqual([]);
  });
});

const SAID = fc.record({
  review: fc.integer({ min: 0, max: 12 }),
  score: fc.constantFrom(0.4, 0.8, 1, 1.2, 1.6),
  plainness: fc.constantFrom(-1, 0, 1),
});

test("months that are counted by themselves have the quotes of all statements together", () => {
  fc.assert(
    fc.property(fc.array(SAID, { maxLength: 60 }), (drawn) => {
      // A review is of one month, and the newest month comes first.
      const said = drawn
        .map((one) => ({ ...one, month: one.review % 4 }))
        .toSorted((a, b) => a.month - b.month || a.review - b.review)
        .map(({ month, review: id, ...different }) => {
          const { verdict: one, mention: own } = statementIn("[The crew was friendly].", different);
          const of = { ...one, review: { ...one.review, id: String(id) } };
          return { month, statement: { verdict: of, mention: own } };
        });
      const all = said.map(({ statement }) => statement);
      const scores = all.map(({ mention: { score } }) => score).toSorted((a, b) => a - b);
      const median = scores[Math.floor(scores.length / 2)] ?? 0;
      const best = Math.max(...all.map(({ mention: { plainness } }) => plainness));
      const typical = all
        .filter(({ mention: { plainness } }) => plainness === best)
        .map(({ verdict: { review: of }, mention: { score } }) => ({
          id: of.id,
          distance: Math.round(Math.abs(score - median) * 1000),
        }))
        .toSorted((a, b) => a.distance - b.distance);
      const expected = [...new Set(typical.map(({ id }) => id))].slice(0, 3);
      const months = [0, 1, 2, 3].map((month) =>
        countStatements(said.flatMap((one) => (one.month === month ? one.statement : []))),
      );
      const found = quotesOf(months, (id) => review({ id, text: `${id} crews were friendly.` }));
      expect(found.map(({ review_id }) => review_id)).toEqual(expected);
    }),
  );
});

test("the same words are quoted once, also of two reviews", () => {
  const months = ["The crew was friendly.", "THE CREW was friendly.", "Friendly crew, good work."].map(
    (text, index) => {
      const { verdict: one, mention: own } = statementIn(`[${text.slice(0, -1)}].`);
      const of = review({ id: String(index), text });
      return { of, statements: countStatements([{ verdict: { ...one, review: of }, mention: own }]) };
    },
  );
  const found = quotesOf(
    months.map(({ statements }) => statements),
    (id) => months[Number(id)]?.of ?? review({}),
  );
  expect(found.map(({ quote }) => quote)).toEqual(["The crew was friendly", "Friendly crew, good work"]);
});

/** Judged one by one: aspect, side, review, verdict and quote. */
const JUDGED = readFileSync(join(ROOT, "bench", "accuracy", "quotes.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));

test("every quote that the sample publishes was judged, and judged good", { timeout: 60_000 }, async () => {
  const content = await load(join(ROOT, "content"), "2099-01-01" as CalendarDate);
  if (!content.ok) throw new Error(content.error.join("\n"));
  const mentions = { technicians: [], services: [], service_areas: [] };
  const reviews = content.value.reviews.map((one) => ({ ...one, url: "", mentions }));
  const { aspects, pull_quote } = analyze(content.value, reviews).document;
  const published = aspects.flatMap(({ id, evidence }) => [
    ...evidence.positive.map(({ review_id, quote }) => [id, "praise", review_id, quote]),
    ...evidence.negative.map(({ review_id, quote }) => [id, "complaint", review_id, quote]),
  ]);
  const good = JUDGED.filter(([, , , judgement]) => judgement === "good");
  const known = new Set(good.map(([aspect, side, id, , quote]) => [aspect, side, id, quote].join("\t")));
  expect(published.map((one) => one.join("\t")).filter((one) => !known.has(one))).toEqual([]);
  expect(published.length).toBeGreaterThanOrEqual(30);
  expect(good.map(([, , , , quote]) => quote)).toContain(pull_quote?.quote);
});
