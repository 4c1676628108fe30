import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entities } from "../../model/entities.ts";
import type { PolarityCounts } from "../../model/insights.ts";
import type { ReviewInsight } from "../../model/review-insight.ts";
import { aggregate } from "../../model/business.ts";
import { newestFirst, type Review } from "../../model/review.ts";
import { review } from "../../test/support/insights.ts";
import { readPack } from "../load/aspects.ts";
import { type Analysis, analyze, summarize } from "./analyze.ts";
import { compileMentionFinder, mentionedIds } from "./entities/mentions.ts";
import { MonthCounter } from "./month-counter.ts";
import { byMonth } from "./report/month-counts.ts";
import { compileTextAnalyzer } from "./sentiment/text-analyzer.ts";
import { percent, wilson } from "./statistics/statistics.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");
const json = (name: string): unknown => JSON.parse(readFileSync(join(CONTENT, name), "utf8"));

const entities = json("entities.json") as Entities;
const { aspects } = readPack("home-services");
const vocabulary = { entities, aspects, faq: [], summary: null };
/** Compiled once: the properties analyze hundreds of times. */
const analyzeText = compileTextAnalyzer(aspects, entities);
const find = compileMentionFinder(entities);

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
type AnalyzedEntry = Extract<ReviewInsight, { sentiment: unknown }>;

/** A review with its entry of per_review. */
interface Entry {
  readonly review: Review;
  readonly entry: AnalyzedEntry;
}

/** The analyzed reviews, newest first. */
const entriesOf = ({ per_review }: Document, all: readonly Review[]): Entry[] =>
  all.toSorted(newestFirst).flatMap((one) => {
    const entry = per_review[one.id];
    return entry === undefined || "skipped" in entry ? [] : [{ review: one, entry }];
  });

function property(
  check: (document: Document, all: readonly Review[], entries: readonly Entry[]) => void,
): void {
  fc.assert(
    fc.property(reviews, (all) => {
      const { document } = analyze(vocabulary, all, { analyzeText });
      check(document, all, entriesOf(document, all));
    }),
    RUNS,
  );
}

const count = (polarities: readonly string[]): PolarityCounts => ({
  positive_count: polarities.filter((one) => one === "positive").length,
  neutral_count: polarities.filter((one) => one === "neutral").length,
  negative_count: polarities.filter((one) => one === "negative").length,
  mixed_count: polarities.filter((one) => one === "mixed").length,
});

const quarterOf = ({ date }: Review): string =>
  `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

test("a name beside those of entities.json is reported, and no accuracy is stated that nobody measured", () => {
  const bodies = ["Mike was polite, and our technician Quentin too.", "Our technician Quentin called Mike."];
  const all = bodies.map((text, index) => review({ id: `01${String(index).padStart(24, "0")}`, text }));
  const { document, unknownNames } = analyze(vocabulary, all, { analyzeText });
  expect(unknownNames).toEqual([{ name: "Quentin", reviews: 2 }]);
  expect(document.method).toMatchObject({ evaluation: [], accuracy: null });
});

test("words for texts that name no aspect come from these texts, of whatever month", () => {
  const all = Array.from({ length: 20 }, (_, index) =>
    review({
      id: `01${String(index).padStart(24, "0")}`,
      text: index % 2 === 0 ? "I saw the kennel." : "Look at the kennel.",
      date: `2026-0${1 + (index % 3)}-01`,
    }),
  );
  expect(analyze(vocabulary, all, { analyzeText }).uncoveredTexts).toEqual({
    texts: 20,
    of: 20,
    words: ["kennel"],
  });
  const withoutAspects = { ...vocabulary, aspects: [] };
  expect(analyze(withoutAspects, all).uncoveredTexts).toBeUndefined();
});

test("another review changes no verdict on the text of any review", () => {
  const learned = { high: 30, low: 30, topics: [], weights: { work: -1, polite: 0.5, "!called": 1 } };
  const verdictsOf = (all: readonly Review[]): Map<string, unknown> => {
    const { document } = analyze({ ...vocabulary, learned }, all, { analyzeText });
    return new Map(
      entriesOf(document, all).map(
        ({ review: { id }, entry: { sentiment, score, aspects: votes, problems } }) => [
          id,
          { sentiment, score, votes, problems },
        ],
      ),
    );
  };
  fc.assert(
    fc.property(reviews, fc.nat(), (all, cut) => {
      const some = all.slice(0, cut % (all.length + 1));
      const verdicts = verdictsOf(all);
      for (const [id, verdict] of verdictsOf(some)) expect(verdicts.get(id)).toEqual(verdict);
    }),
    RUNS,
  );
});

test("a month counted in parts gives the same insights as the whole month", () => {
  const insightsOf = (all: readonly Review[], partSize: number): unknown => {
    const counter = new MonthCounter(vocabulary, partSize);
    const months = byMonth(all.toSorted(newestFirst)).map((month) => counter.count(month, analyzeText));
    return summarize(vocabulary, months, { counter, analyzeText });
  };
  const ofFewMonths = reviews.map((all) =>
    all.map((one) => review({ ...one, date: `${one.date.slice(0, 4)}-01${one.date.slice(7)}` })),
  );
  fc.assert(
    fc.property(ofFewMonths, fc.integer({ min: 1, max: 9 }), (all, partSize) => {
      expect(insightsOf(all, partSize)).toEqual(insightsOf(all, all.length + 1));
    }),
    RUNS,
  );
});

test("the analysis of a text may not be missing", () => {
  const [month = []] = byMonth([review({ id: "01".padEnd(26, "0"), text: "Fine." })]);
  expect(() => new MonthCounter(vocabulary).count(month, () => undefined)).toThrow(
    "the analysis of review 01000000000000000000000000 is missing",
  );
});

describe("any reviews: every count can be recomputed from per_review", () => {
  test("aspects and their quarters", () => {
    property((document, _, entries) => {
      for (const row of document.aspects) {
        const votes = entries.flatMap(({ review: one, entry }) =>
          entry.aspects
            .filter(({ id }) => id === row.id)
            .map(({ polarity }) => ({ id: one.id, quarter: quarterOf(one), polarity })),
        );
        expect(row).toMatchObject({
          mention_count: votes.length,
          ...count(votes.map(({ polarity }) => polarity)),
          example_review_ids: votes
            .filter(({ polarity }) => polarity !== "neutral")
            .slice(0, 3)
            .map(({ id }) => id),
        });
        const quarters = Map.groupBy(votes.toReversed(), ({ quarter }) => quarter);
        expect(row.trend).toMatchObject(
          [...quarters].map(([quarter, list]) => ({
            quarter,
            mention_count: list.length,
            ...count(list.map(({ polarity }) => polarity)),
          })),
        );
      }
    });
  });

  test("the vote of a review by its mentions", () => {
    property((_, __, entries) => {
      for (const { polarity, mentions } of entries.flatMap(({ entry }) => entry.aspects)) {
        const said = new Set(mentions.map((mention) => mention.polarity));
        const isMixed = said.has("positive") && said.has("negative");
        const isClear = said.has("positive") ? "positive" : said.has("negative") ? "negative" : "neutral";
        expect(polarity).toBe(isMixed ? "mixed" : isClear);
      }
    });
  });

  test("each slice of a text once for each polarity", () => {
    property((_, __, entries) => {
      for (const { mentions } of entries.flatMap(({ entry }) => entry.aspects)) {
        const slices = mentions.map((mention) => JSON.stringify(mention));
        expect(slices).toEqual([...new Set(slices)]);
      }
    });
  });

  test("entities and problems", () => {
    property(({ entities: rows }, all, entries) => {
      const newest = all.toSorted(newestFirst);
      const expected = (id: string, list: readonly Review[]): object => ({
        id,
        mention_count: list.length,
        rating_value: aggregate(list).rating_value,
        distribution: aggregate(list).distribution,
        first_mention: list.at(-1)?.date ?? null,
        last_mention: list[0]?.date ?? null,
        example_review_ids: list.slice(0, 3).map((one) => one.id),
      });
      for (const kind of ["technicians", "services", "service_areas"] as const)
        for (const row of rows[kind])
          expect(row).toMatchObject(
            expected(
              row.id,
              newest.filter(({ mentions }) => mentions[kind].includes(row.id)),
            ),
          );
      for (const row of rows.problems) {
        const reported = entries.filter(({ entry }) => entry.problems.includes(row.id));
        expect(row).toMatchObject(
          expected(
            row.id,
            reported.map((one) => one.review),
          ),
        );
      }
    });
  });

  test("topics", () => {
    property(({ topics }, _, entries) => {
      for (const topic of topics) {
        const list = entries.filter(({ entry }) => entry.topics.includes(topic.id)).map((one) => one.review);
        expect(topic).toMatchObject({
          mention_count: list.length,
          rating_value: aggregate(list).rating_value,
          example_review_ids: list.slice(0, 3).map(({ id }) => id),
        });
      }
    });
  });

  test("months", () => {
    property(({ temporal: { monthly } }, all, entries) => {
      for (const row of monthly) {
        const list = all.filter(({ date }) => date.startsWith(row.month));
        const sentiments = entries
          .filter(({ review: { date } }) => date.startsWith(row.month))
          .map(({ entry }) => entry.sentiment);
        const { positive_count, neutral_count, negative_count } = count(sentiments);
        expect(row).toEqual({
          month: row.month,
          review_count: list.length,
          rating_value: aggregate(list).rating_value,
          incentivised_count: aggregate(list).incentivised_count,
          distribution: aggregate(list).distribution,
          positive_count,
          neutral_count,
          negative_count,
        });
      }
      expect(monthly.reduce((sum, month) => sum + month.review_count, 0)).toBe(all.length);
    });
  });

  test("the overall sentiment and the coverage", () => {
    property(({ overall_sentiment, method: { coverage }, per_review, review_count }, all, entries) => {
      expect(review_count).toBe(all.length);
      const sentiments = count(entries.map(({ entry }) => entry.sentiment));
      const share = (part: number): number | null =>
        entries.length < 10 ? null : percent(part, entries.length);
      const mean = entries.reduce((sum, { entry }) => sum + entry.score, 0) / entries.length;
      expect(overall_sentiment).toEqual({
        score: entries.length < 10 ? null : expect.any(Number),
        positive_pct: share(sentiments.positive_count),
        neutral_pct: share(sentiments.neutral_count),
        negative_pct: share(sentiments.negative_count),
      });
      // Half a unit of the last place, and the error of a float.
      if (overall_sentiment.score !== null)
        expect(Math.abs(overall_sentiment.score - mean)).toBeLessThanOrEqual(0.0005 + 1e-9);
      const skipped = (reason: string): number =>
        Object.values(per_review).filter((entry) => "skipped" in entry && entry.skipped === reason).length;
      expect(coverage).toEqual({
        analysed: entries.length,
        no_text: skipped("no_text"),
        placeholder: skipped("placeholder"),
        language: skipped("language"),
      });
      expect(Object.keys(per_review)).toHaveLength(all.length);
    });
  });

  test("a technician's sentiment, from five reviews on and never where it is private", () => {
    property((document, _, entries) => {
      for (const { id, sentiment } of document.entities.technicians) {
        const votes = entries.flatMap(({ entry }) => entry.technicians.filter((one) => one.id === id));
        // Entries have the votes only where the sentiment is published.
        expect(sentiment).toEqual(
          votes.length === 0 ? undefined : count(votes.map(({ polarity }) => polarity)),
        );
        if (sentiment) expect(votes.length).toBeGreaterThanOrEqual(5);
        if (id === "priya-raman") expect(sentiment).toBeUndefined();
      }
      const blamed = document.aspects.flatMap(({ evidence }) => evidence.negative);
      for (const { quote } of blamed)
        expect(find(quote).filter(({ kind }) => kind === "technicians")).toEqual([]);
    });
  });
});

describe("any reviews", () => {
  test("a review has one vote per aspect", () => {
    property((_, __, entries) => {
      for (const { entry } of entries)
        expect(new Set(entry.aspects.map(({ id }) => id)).size).toBe(entry.aspects.length);
    });
  });

  test("below ten mentions no percentage or score, and the right one from there on", () => {
    property(({ aspects: rows }) => {
      for (const row of rows) {
        const { mention_count, positive_count, negative_count, mixed_count } = row;
        const judgements = positive_count + negative_count + mixed_count;
        const { sufficient, positive_pct, positive_ci95, score } = row;
        expect(sufficient).toBe(mention_count >= 10);
        expect([positive_pct, positive_ci95, score]).toEqual(
          sufficient
            ? [
                judgements === 0 ? null : percent(positive_count, judgements),
                judgements === 0 ? null : wilson(positive_count, judgements),
                expect.closeTo((positive_count - negative_count) / mention_count, 3),
              ]
            : [null, null, null],
        );
      }
    });
  });

  test("every quote is an exact slice of its review", () => {
    property((document, all, entries) => {
      const textOf = new Map(all.map(({ id, text }) => [id, text ?? ""]));
      const quotes = document.aspects.flatMap(({ evidence }) => [...evidence.positive, ...evidence.negative]);
      if (document.pull_quote) quotes.push(document.pull_quote);
      for (const { review_id, rating, date, quote, start, end } of quotes) {
        expect(all.find(({ id }) => id === review_id)).toMatchObject({ rating, date });
        expect(quote.length).toBeGreaterThan(0);
        expect(textOf.get(review_id)?.slice(start, end)).toBe(quote);
      }
      for (const { review: one, entry } of entries)
        for (const { start, end } of entry.aspects.flatMap(({ mentions }) => mentions))
          expect(one.text?.slice(start, end)).toHaveLength(end - start);
    });
  });

  test("unverified reviews and the order of the reviews change nothing", () => {
    fc.assert(
      fc.property(reviews, fc.infiniteStream(fc.integer()), (all, random) => {
        const expected = JSON.stringify(analyze(vocabulary, all, { analyzeText }));
        const unverified = all.map((one, index) => ({
          ...one,
          id: `02${String(index).padStart(24, "0")}`,
          verified: false as unknown as true,
        }));
        const shuffled = [...all, ...unverified]
          .map((one) => [random.next().value as number, one] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, one]) => one);
        expect(JSON.stringify(analyze(vocabulary, shuffled, { analyzeText }))).toBe(expected);
        expect(JSON.stringify(analyze(vocabulary, all.toSorted(newestFirst), { analyzeText }))).toBe(
          expected,
        );
      }),
      RUNS,
    );
  });

  test("every basis names an existing row", () => {
    property((document) => {
      const rows = new Set(document.aspects.map(({ id }) => `aspect:${id}`));
      for (const { basis } of [...document.faq, ...document.summary.sentences])
        expect(
          rows.has(basis) || ["editorial", "aggregate_rating", "method", "review_count"].includes(basis),
        ).toBe(true);
    });
  });
});

test("editorial answers come first and replace computed ones", () => {
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

test("unlisted names after a cue are reported to the owner, and not published", () => {
  const all = ["01", "02"].map((start) =>
    review({
      id: start.padEnd(26, "0"),
      text: "Our technician Barnaby met a dog named Rex and my son, named Tom.",
    }),
  );
  const { document, unknownNames } = analyze(vocabulary, all, { analyzeText });
  expect(unknownNames).toEqual([{ name: "Barnaby", reviews: 2 }]);
  expect(JSON.stringify(document)).not.toContain("Barnaby");
});

test("the name of a language model that read the texts is part of the method's", () => {
  const annotations = { model: "fake", mentions: new Map(), failures: 0, unsent: 0, paraphrasedQuotes: 0 };
  const modelOf = (options: Parameters<typeof analyze>[2]): string | undefined =>
    analyze(vocabulary, [], options).document.model.split("/")[0];
  expect(modelOf({ analyzeText })).toBe("rules+own-ratings");
  expect(modelOf({ analyzeText, annotations })).toBe("rules+own-ratings+fake");
});

test("other languages are said to be unread only as far as no language model read them", () => {
  const annotations = { model: "fake", mentions: new Map(), failures: 0, unsent: 0, paraphrasedQuotes: 0 };
  const limitationOf = (options: Parameters<typeof analyze>[2]): string | undefined =>
    analyze(vocabulary, [], options).document.method.limitations.find((one) => one.includes("other"));
  expect(limitationOf({ analyzeText })).toBe(
    "Reviews in languages other than English are counted by stars and names only.",
  );
  expect(limitationOf({ analyzeText, annotations })).toBe(
    "Reviews in other languages that the language model did not answer are counted by stars and names only.",
  );
});
