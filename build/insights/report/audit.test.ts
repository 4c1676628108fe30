import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AuditAnswer } from "../../../model/audit.ts";
import type { CalendarDate } from "../../../model/calendar-date.ts";
import type { InsightsDocument } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import {
  auditSample,
  type AuditedVerdict,
  sampledAnswers,
  STRATA,
  strataOf,
  stratumOf,
  validAnswers,
} from "./audit.ts";

const PRICE = [{ id: "price" }];

/** One review per polarity, in order; undefined: the text does not name the price. */
function perReview(...polarities: readonly (Polarity | undefined)[]): InsightsDocument["per_review"] {
  return Object.fromEntries(
    polarities.map((polarity, index) => [
      `review-${index}`,
      {
        sentiment: "neutral",
        score: 0,
        aspects: polarity === undefined ? [] : [{ id: "price", polarity, mentions: [] }],
        technicians: [],
        problems: [],
        topics: [],
      },
    ]),
  );
}

const repeated = (polarity: Polarity | undefined, times: number) =>
  Array.from({ length: times }, () => polarity);

const verdicts = (count: number): AuditedVerdict[] =>
  Array.from({ length: count }, (_, index) => ({
    review: `review-${index}`,
    subject: "aspect:price",
    polarity: "positive",
  }));

const answerTo = ({ review, subject }: AuditedVerdict, text = "Fair."): AuditAnswer => ({
  review,
  subject,
  text_sha256: hash("sha256", text),
  answer: "positive",
  date: "2026-03-01" as CalendarDate,
});

const answersTo = (list: readonly AuditedVerdict[]): ReadonlyMap<string, AuditAnswer> =>
  new Map(list.map((verdict) => [`${verdict.review} ${verdict.subject}`, answerTo(verdict)]));

describe("the strata", () => {
  test.for([
    ["positive", "praise"],
    ["negative", "complaints"],
    ["mixed", "complaints"],
    ["neutral", "silence"],
  ] as const)("%s verdicts are %s", ([polarity, stratum]) => {
    expect(stratumOf(polarity)).toBe(stratum);
  });

  test("have every aspect of every text that was read, and the persons whose sentiment is published", () => {
    const insight = {
      sentiment: "positive",
      score: 1,
      aspects: [{ id: "price", polarity: "mixed", mentions: [] }],
      technicians: [{ id: "ana-silva", polarity: "positive" }],
      problems: [],
      topics: [],
    } as const;
    const aspects = [{ id: "price" }, { id: "speed" }];
    const strata = strataOf(aspects, { a: insight, b: { skipped: "language" } }, 1);
    expect(STRATA.map((stratum) => strata[stratum].map(({ subject }) => subject))).toEqual([
      ["technician:ana-silva"],
      ["aspect:price"],
      ["aspect:speed"],
    ]);
  });

  test("are in an order that the seed decides, and that further reviews do not change", () => {
    const order = (seed: number, count: number): string[] =>
      strataOf(PRICE, perReview(...repeated("positive", count)), seed).praise.map(({ review }) => review);
    expect(order(1, 30)).toEqual(order(1, 30));
    expect(order(1, 30)).not.toEqual(order(2, 30));
    expect(order(1, 30).toSorted()).toEqual(order(2, 30).toSorted());
    const before = new Set(order(1, 30));
    expect(order(1, 60).filter((review) => before.has(review))).toEqual(order(1, 30));
  });
});

describe("the sample", () => {
  const sizesOf = (count: number, praise: number, complaints: number, silence: number): number[] => {
    const polarities = [
      ...repeated("positive", praise),
      ...repeated("negative", complaints),
      ...repeated(undefined, silence),
    ];
    const sample = auditSample(strataOf(PRICE, perReview(...polarities), 1), count);
    return STRATA.map((stratum) => sample.filter(({ polarity }) => stratumOf(polarity) === stratum).length);
  };

  test.for([
    [50, [100, 100, 100], [15, 15, 20]],
    [10, [100, 100, 100], [3, 3, 4]],
    [50, [100, 4, 100], [26, 4, 20]],
    [50, [4, 4, 100], [4, 4, 42]],
    [50, [10, 4, 7], [10, 4, 7]],
    [50, [0, 0, 0], [0, 0, 0]],
    [1, [100, 100, 100], [0, 1, 0]],
  ] as const)("of %i from %j has %j", ([count, [praise, complaints, silence], expected]) => {
    const sizes = sizesOf(count, praise, complaints, silence);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(Math.min(count, praise + complaints + silence));
    if (count > 1) expect(sizes).toEqual(expected);
  });

  test("takes the kinds in turn, so that a few answers cover all", () => {
    const polarities = [...repeated("positive", 40), ...repeated("negative", 40), ...repeated(undefined, 40)];
    const sample = auditSample(strataOf(PRICE, perReview(...polarities), 1), 50);
    const beginning = sample.slice(0, 10).map(({ polarity }) => stratumOf(polarity));
    for (const stratum of STRATA)
      expect(beginning.filter((one) => one === stratum).length).toBeGreaterThan(2);
  });
});

describe("answers", () => {
  test("about a text that changed, has gone or is no text do not count", () => {
    const [first, second, third, fourth] = verdicts(4).map((verdict) => answerTo(verdict)) as [
      AuditAnswer,
      AuditAnswer,
      AuditAnswer,
      AuditAnswer,
    ];
    const reviews = [
      { id: "review-0", text: "Fair." },
      { id: "review-1", text: "Fair!" },
      { id: "review-2", text: null },
    ];
    const valid = validAnswers({ seed: 1, answers: [first, second, third, fourth] }, reviews);
    expect([...valid.values()]).toEqual([first]);
  });

  test.for([
    ["all", 20, [], 20],
    ["the first half", 20, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19], 10],
    ["all but two new ones", 20, [3, 12], 18],
    ["all but the first", 20, [0], 19],
    ["those before a gap", 20, [5, 6, 7, 8, 9], 5],
    ["few far down", 100, Array.from({ length: 95 }, (_, index) => index), 0],
  ] as const)("count up to the last that nearly completes a beginning: %s", ([, count, gaps, expected]) => {
    const list = verdicts(count);
    const answered = list.filter((_, index) => !(gaps as readonly number[]).includes(index));
    expect(sampledAnswers(list, answersTo(answered))).toHaveLength(expected);
  });
});
