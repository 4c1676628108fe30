import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { learn } from "../../build/insights/learn.ts";
import { auditSample, strataOf } from "../../build/insights/report/audit.ts";
import { verdictKey, type WrittenAudit } from "../../model/audit.ts";
import { emptyFolder } from "../support/content.ts";
import {
  analyzeGolden,
  AUDITED_CASE,
  GOLDEN,
  goldenAnalyses,
  goldenPublications,
  loadGolden,
} from "../support/golden.ts";

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(GOLDEN, ...path), "utf8"));

/** The published insights and mentions, and the names that only the owner sees. */
async function analysisOf(name: string): Promise<{ mentions?: object }> {
  const { reviews, insights, unknownNames } = await analyzeGolden(name, emptyFolder());
  const mentions = Object.fromEntries(reviews.map((review) => [review.id, review.mentions]));
  return JSON.parse(JSON.stringify({ unknown_names: unknownNames, insights, mentions })) as {
    mentions?: object;
  };
}

test.for(goldenAnalyses())("%s is analysed as expected", async (name) => {
  const analysis = await analysisOf(name);
  const file = join(GOLDEN, name, "expected.json");
  if (process.env["ACCEPT_GOLDEN"]) writeFileSync(file, `${JSON.stringify(analysis, null, 1)}\n`);
  expect(analysis, "if that is intended: npm run golden:accept").toEqual(read(name, "expected.json"));
});

/** The answers of a language model are needed for this one. */
const NOT_BY_RULES = "annotated";

test.for(goldenPublications().filter((name) => name !== NOT_BY_RULES))(
  "the analysis alone finds what %s publishes",
  async (name) => {
    const { generated_at: _, ...insights } = read(name, "expected", "insights.json") as Record<
      string,
      unknown
    >;
    const { unknown_names } = read(name, "expected", "(summary).json") as Record<string, unknown>;
    const { mentions: __, ...analysis } = await analysisOf(name);
    expect(analysis).toEqual({ insights, unknown_names });
  },
);

test("the reviews of learned-weights teach the weights of its learned.json", async () => {
  const content = await loadGolden("learned-weights", emptyFolder());
  const { high, low, weights } = learn(content, content.reviews);
  expect({ high, low, weights }).toEqual({
    high: content.learned?.high,
    low: content.learned?.low,
    weights: content.learned?.weights,
  });
});

test("the topics of learned.json are learned again, but for one that no text names any more", async () => {
  const content = await loadGolden(join("analyses", "topics"), emptyFolder());
  expect(["terrace", ...learn(content, content.reviews).topics]).toEqual(content.learned?.topics);
});

test("a business with few reviews learns nothing from them", async () => {
  const content = await loadGolden("bakery", emptyFolder());
  expect(learn(content, content.reviews).weights).toEqual({});
});

test("the answers of the audited case are about the verdicts that the audit asks, in the same order", async () => {
  const { insights } = await analyzeGolden(AUDITED_CASE, emptyFolder());
  const { seed, answers } = read(AUDITED_CASE, "content", "audit.json") as WrittenAudit;
  const sample = auditSample(strataOf(insights.aspects, insights.per_review, seed), answers.length);
  expect(answers.map(verdictKey)).toEqual(sample.map(verdictKey));
});
