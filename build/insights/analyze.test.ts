import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Aspect } from "../../model/content.ts";
import type { Entities } from "../../model/entities.ts";
import type { ReviewInsight } from "../../model/review-insight.ts";
import { newestFirst, type Review } from "../../model/review.ts";
import { review } from "../../test/support/insights.ts";
import { type Analysis, analyze } from "./analyze.ts";
import { compileMentions, mentionedIds } from "./entities/mentions.ts";
import { compileReading } from "./sentiment/read-text.ts";
import { percent, wilson } from "./report/statistics.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");
const json = (name: string): unknown => JSON.parse(readFileSync(join(CONTENT, name), "utf8"));

const entities = json("entities.json") as Entities;
const { aspects } = json("aspects.json") as { aspects: Aspect[] };
const vocabulary = { entities, aspects, faq: [], summary: null };
/** Prepared once: properties analyze hundreds of times. */
const read = compileReading(aspects, entities);
const find = compileMentions(entities);

const SENTENCES = [
  "Mike was polite and on time.",
  "Will came two hours late and never called.",
  "The price was fair but the work was sloppy.",
  "Priya Raman explained everything.",
  "Priya left a mess.",
  "My water heater was leaking; they fixed it the same day.",
  "Charged twice for one visit!",
  "Would use again.",
  "The dispatcher was rude 😤 on the phone.",
  "Buen trabajo, muy amables todos.",
  "Quoted $200 and charged $450.",
  "No heat for the whole weekend…",
  "Declan O’Rourke did a great job on the sewer line.",
  "n/a",
];

const texts = fc.option(
  fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 4 }).map((list) => list.join(" ")),
  { freq: 8 },
);
const days = fc.integer({ min: 0, max: 900 }).map((day) => new Date(86_400_000 * (19_000 + day)));
const reviews = fc
  .array(fc.record({ text: texts, rating: fc.integer({ min: 1, max: 5 }), day: days }), { maxLength: 60 })
  .map((list) =>
    list.map(({ text, rating, day }, index) =>
      review({
        id: `01${String(index).padStart(24, "0")}`,
        text,
        rating,
        date: day.toISOString().slice(0, 10),
        mentions: mentionedIds(text === null ? [] : find(text)),
      }),
    ),
  );

const RUNS = { numRuns: 60 };
type Document = Analysis["document"];
type Read = Extract<ReviewInsight, { sentiment: unknown }>;

const readOnes = ({ per_review }: Document): (readonly [string, Read])[] =>
  Object.entries(per_review).flatMap(([id, one]) => ("skipped" in one ? [] : [[id, one] as const]));

function property(check: (document: Document, all: readonly Review[]) => void): void {
  fc.assert(
    fc.property(reviews, (all) => check(analyze(vocabulary, all, { read }).document, all)),
    RUNS,
  );
}

describe("any reviews", () => {
  test("counts add up to the mentions, and can be made again from per_review", () => {
    property((document) => {
      for (const row of document.aspects) {
        const polarities = readOnes(document).flatMap(([, { aspects: said }]) =>
          said.filter(({ id }) => id === row.id).map(({ polarity }) => polarity),
        );
        expect(row.mention_count).toBe(polarities.length);
        for (const polarity of ["positive", "neutral", "negative", "mixed"] as const)
          expect(row[`${polarity}_count`]).toBe(polarities.filter((one) => one === polarity).length);
        const quarters = row.trend.reduce((sum, quarter) => sum + quarter.mention_count, 0);
        expect(quarters).toBe(row.mention_count);
      }
    });
  });

  test("one vote a review and aspect", () => {
    property((document) => {
      for (const [, { aspects: said }] of readOnes(document))
        expect(new Set(said.map(({ id }) => id)).size).toBe(said.length);
    });
  });

  test("no percentage below ten mentions, and the right one from there on", () => {
    property(({ aspects: rows }) => {
      for (const { mention_count, sufficient, positive_pct, positive_ci95, positive_count, score } of rows) {
        expect(sufficient).toBe(mention_count >= 10);
        expect([positive_pct, positive_ci95]).toEqual(
          sufficient
            ? [percent(positive_count, mention_count), wilson(positive_count, mention_count)]
            : [null, null],
        );
        expect(score === null).toBe(!sufficient);
      }
    });
  });

  test("every quote is an exact slice of its review", () => {
    property((document, all) => {
      const textOf = new Map(all.map(({ id, text }) => [id, text ?? ""]));
      const quotes = document.aspects.flatMap(({ evidence }) => [...evidence.positive, ...evidence.negative]);
      if (document.pull_quote) quotes.push(document.pull_quote);
      for (const { review_id, quote, start, end } of quotes) {
        expect(quote.length).toBeGreaterThan(0);
        expect(textOf.get(review_id)?.slice(start, end)).toBe(quote);
      }
      for (const [id, { aspects: said }] of readOnes(document)) {
        for (const { mentions } of said)
          for (const { start, end } of mentions)
            expect(textOf.get(id)?.slice(start, end)).toHaveLength(end - start);
      }
    });
  });

  test("topics, problems, months and the overall sentiment can be counted again", () => {
    property((document, all) => {
      const said = readOnes(document);
      for (const { id, mention_count } of document.topics)
        expect(said.filter(([, { topics }]) => topics.includes(id))).toHaveLength(mention_count);
      for (const { id, mention_count } of document.entities.problems)
        expect(said.filter(([, { problems }]) => problems.includes(id))).toHaveLength(mention_count);
      const months = document.temporal.monthly;
      expect(months.reduce((sum, month) => sum + month.review_count, 0)).toBe(all.length);
      const positive = said.filter(([, { sentiment }]) => sentiment === "positive").length;
      expect(months.reduce((sum, month) => sum + month.positive_count, 0)).toBe(positive);
      expect(document.overall_sentiment.positive_pct).toBe(
        said.length < 10 ? null : percent(positive, said.length),
      );
      const { coverage } = document.method;
      expect(coverage.analysed).toBe(said.length);
      expect(coverage.analysed + coverage.no_text + coverage.placeholder + coverage.language).toBe(
        all.length,
      );
    });
  });

  test("a technician's sentiment needs five voices, and never shows where it is private", () => {
    property((document) => {
      for (const { id, sentiment } of document.entities.technicians) {
        const voices = readOnes(document).filter(([, { technicians }]) =>
          technicians.some((one) => one.id === id),
        );
        const count = sentiment
          ? sentiment.positive_count +
            sentiment.negative_count +
            sentiment.neutral_count +
            sentiment.mixed_count
          : 0;
        expect(voices).toHaveLength(count);
        if (sentiment) expect(count).toBeGreaterThanOrEqual(5);
        if (id === "priya-raman") expect(sentiment).toBeUndefined();
      }
      const blamed = document.aspects.flatMap(({ evidence }) => evidence.negative);
      for (const { quote } of blamed)
        expect(find(quote).filter(({ kind }) => kind === "technicians")).toEqual([]);
    });
  });

  test("unverified reviews and the order of the reviews change nothing", () => {
    fc.assert(
      fc.property(reviews, fc.infiniteStream(fc.integer()), (all, random) => {
        const expected = JSON.stringify(analyze(vocabulary, all, { read }));
        const unverified = all.map((one, index) => ({
          ...one,
          id: `02${String(index).padStart(24, "0")}`,
          verified: false as unknown as true,
        }));
        const shuffled = [...all, ...unverified]
          .map((one) => [random.next().value as number, one] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, one]) => one);
        expect(JSON.stringify(analyze(vocabulary, shuffled, { read }))).toBe(expected);
        expect(JSON.stringify(analyze(vocabulary, all.toSorted(newestFirst), { read }))).toBe(expected);
      }),
      RUNS,
    );
  });

  test("every basis names a row that is there", () => {
    property((document) => {
      const rows = new Set(document.aspects.map(({ id }) => `aspect:${id}`));
      for (const { basis } of [...document.faq, ...document.summary.sentences])
        expect(rows.has(basis) || ["editorial", "aggregate_rating", "review_count"].includes(basis)).toBe(
          true,
        );
    });
  });
});

test("what the owner wrote stands in front, and takes the place of what is computed", () => {
  const all = Array.from({ length: 12 }, (_, index) =>
    review({ id: `01${String(index).padStart(24, "0")}`, text: "The price was fair and they were on time." }),
  );
  const faq = [{ id: "price", question: "What does it cost?", answer: "It depends." }];
  const { document } = analyze({ ...vocabulary, faq, summary: "Ours." }, all);
  expect(document.faq.map(({ id, basis }) => [id, basis])).toEqual([
    ["price", "editorial"],
    ["punctuality", "aspect:punctuality"],
  ]);
  expect(document.summary).toMatchObject({ kind: "editorial", text: "Ours." });
});

test("names after a cue that nobody listed are told to the owner, and not published", () => {
  const all = ["01", "02"].map((start) =>
    review({ id: start.padEnd(26, "0"), text: "Our technician Barnaby was great." }),
  );
  const { document, unknownNames } = analyze(vocabulary, all, { read });
  expect(unknownNames).toEqual([{ name: "Barnaby", reviews: 2 }]);
  expect(JSON.stringify(document)).not.toContain("Barnaby");
});
