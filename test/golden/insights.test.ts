import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../support/content.ts";
import { analyzeGolden, GOLDEN, goldenAnalyses, goldenPublications } from "../support/golden.ts";

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
