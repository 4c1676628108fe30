import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type AuditAnswer, verdictKey } from "../../../model/audit.ts";
import type { CalendarDate } from "../../../model/calendar-date.ts";
import type { AspectInsight, InsightsDocument } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import { accuracyOf, missingShare } from "./accuracy.ts";
import { auditSample, strataOf, verdictsAbout } from "./audit.ts";

const ASPECTS = [{ id: "price" }, { id: "speed" }] as unknown as readonly AspectInsight[];
const TEXT = "It was what it was.";
const SEED = 7;

/** A review for each verdict about the price. Nothing is ever said of the speed. */
function documentOf(...verdicts: readonly Polarity[]): Pick<InsightsDocument, "aspects" | "per_review"> {
  const insightOf = (polarity: Polarity) => ({
    sentiment: "neutral" as const,
    score: 0,
    aspects: [{ id: "price", polarity, mentions: [] }],
    technicians: [],
    problems: [],
    topics: [],
  });
  const entries = verdicts.map((polarity, index) => [`r${index}`, insightOf(polarity)] as const);
  return { aspects: [...ASPECTS], per_review: Object.fromEntries(entries) };
}

const repeated = (polarity: Polarity, times: number): Polarity[] =>
  Array.from({ length: times }, () => polarity);

const reviewsOf = ({ per_review }: Pick<InsightsDocument, "per_review">) =>
  Object.keys(per_review).map((id) => ({ id, text: TEXT }));

/** Answers to a sample: `answerOf` tells what the text says, by the verdict. */
function auditOf(
  document: Pick<InsightsDocument, "aspects" | "per_review">,
  count: number,
  answerOf: (polarity: Polarity, index: number) => AuditAnswer["answer"],
) {
  const sample = auditSample(strataOf(document.aspects, document.per_review, SEED), count);
  const answers = sample.map(({ review, subject, polarity }, index) => ({
    review,
    subject,
    text_sha256: hash("sha256", TEXT),
    answer: answerOf(polarity, index),
    date: `2026-03-${String(1 + (index % 9)).padStart(2, "0")}` as CalendarDate,
  }));
  return { seed: SEED, answers };
}

const DOCUMENT = documentOf(
  ...repeated("positive", 80),
  ...repeated("mixed", 40),
  ...repeated("neutral", 80),
);
const accuracy = (count: number, answerOf: (polarity: Polarity, index: number) => AuditAnswer["answer"]) =>
  accuracyOf(auditOf(DOCUMENT, count, answerOf), reviewsOf(DOCUMENT), DOCUMENT);

test("nothing is claimed without answers about verdicts of today", () => {
  expect(accuracyOf({ seed: SEED, answers: [] }, reviewsOf(DOCUMENT), DOCUMENT)).toBeNull();
  const audit = auditOf(DOCUMENT, 50, (polarity) => polarity);
  expect(accuracyOf(audit, [], DOCUMENT)).toBeNull();
});

test("a verdict is right if the answer is the same, and a complaint whether or not there is praise beside it", () => {
  expect(accuracy(50, (polarity) => (polarity === "mixed" ? "negative" : polarity))).toMatchObject({
    latest_answer: "2026-03-09",
    praise: { n: 15, right: 15, right_pct: 100, right_ci95: [79.6, 100] },
    complaints: { n: 15, right: 15 },
    silence: { n: 20, right: 20 },
  });
});

test("wrong verdicts of each kind are counted with their kind", () => {
  expect(accuracy(50, () => "neutral")).toMatchObject({
    praise: { n: 15, right: 0, right_pct: 0 },
    complaints: { n: 15, right: 0 },
    silence: { n: 20, right: 20, right_pct: 100 },
  });
});

test("unclear answers are left out, and below ten there are no percentages", () => {
  expect(
    accuracy(50, (polarity, index) => (polarity === "positive" && index > 10 ? "unclear" : polarity)),
  ).toMatchObject({ praise: { n: expect.any(Number), right_pct: null, right_ci95: null } });
  expect(accuracy(10, (polarity) => polarity)).toMatchObject({
    praise: { n: 3, right: 3, right_pct: null, right_ci95: null },
    complaints: { n: 3, right_pct: null },
    silence: { n: 4, right_pct: null },
  });
});

test("shares are corrected where the audit is large enough, each aspect by answers about itself", () => {
  expect(accuracy(20, (polarity) => polarity)?.shares).toEqual([]);
  const shares = accuracy(400, (polarity) => polarity)?.shares ?? [];
  expect(shares.map(({ basis }) => basis)).toEqual(["aspects", "aspect:price"]);
  for (const { positive_pct, corrected_pct, corrected_ci95 } of shares) {
    expect(positive_pct).toBe(66.7);
    expect(Math.abs((corrected_pct ?? 0) - 66.7)).toBeLessThan(3);
    expect((corrected_ci95?.[1] ?? 100) - (corrected_ci95?.[0] ?? 0)).toBeLessThanOrEqual(30);
  }
});

describe("answers about one aspect alone", () => {
  /** Of the price and of the speed each text says the same. */
  const BOTH = {
    ...DOCUMENT,
    per_review: Object.fromEntries(
      Object.entries(DOCUMENT.per_review).map(([id, insight]) => {
        if ("skipped" in insight) return [id, insight];
        const aspects = insight.aspects.flatMap((price) => [price, { ...price, id: "speed" }]);
        return [id, { ...insight, aspects }];
      }),
    ),
  };

  const aboutPrice = (count: number, seed: number): AuditAnswer[] =>
    auditSample(verdictsAbout(strataOf(BOTH.aspects, BOTH.per_review, seed), "aspect:price"), count).map(
      ({ review, subject, polarity: answer }) => ({
        review,
        subject,
        text_sha256: hash("sha256", TEXT),
        answer,
        date: "2026-04-01" as CalendarDate,
      }),
    );
  const NONE = { n: 0, right: 0, right_pct: null, right_ci95: null };

  test.for([1, 2, 3, 4, 5, 6, 7, 8])("give its share and no figures of all aspects: seed %i", (seed) => {
    expect(accuracyOf({ seed, answers: aboutPrice(200, seed) }, reviewsOf(BOTH), BOTH)).toEqual({
      latest_answer: "2026-04-01",
      praise: NONE,
      complaints: NONE,
      silence: NONE,
      shares: [expect.objectContaining({ basis: "aspect:price", positive_pct: 66.7 })],
    });
    const few = { seed, answers: aboutPrice(30, seed) };
    expect(accuracyOf(few, reviewsOf(BOTH), BOTH)).toBeNull();
    expect(missingShare(few, reviewsOf(BOTH), BOTH, "price")).toBe(
      "it takes 10 clear answers about verdicts of each kind, and there are 9 about praise, 9 about complaints, 12 about silence",
    );
  });

  test("are dated if their share is published, also beside an audit of all aspects", () => {
    const { answers } = auditOf(BOTH, 50, (polarity) => polarity);
    const known = new Set(answers.map(verdictKey));
    const withPrice = (count: number) => {
      const added = aboutPrice(count, SEED).filter((answer) => !known.has(verdictKey(answer)));
      return accuracyOf({ seed: SEED, answers: [...answers, ...added] }, reviewsOf(BOTH), BOTH);
    };
    expect(withPrice(0)).toMatchObject({
      latest_answer: "2026-03-09",
      praise: { n: 15 },
      shares: [{ basis: "aspects" }],
    });
    expect(withPrice(200)).toMatchObject({
      latest_answer: "2026-04-01",
      shares: [{ basis: "aspects" }, { basis: "aspect:price" }],
    });
  });
});

test("complaints that were praise raise the corrected share", () => {
  const shares = accuracy(400, () => "positive")?.shares ?? [];
  for (const { corrected_pct } of shares) expect(corrected_pct).toBeGreaterThan(95);
  const missed = accuracy(400, (polarity) => (polarity === "neutral" ? "negative" : polarity))?.shares ?? [];
  expect(missed.length).toBeGreaterThan(0);
  for (const { corrected_pct } of missed) expect(corrected_pct).toBeLessThan(50);
});
