import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../support/content.ts";
import { analyzeGolden, GOLDEN, goldenCases } from "../support/golden.ts";

/** The answers of a language model are needed for this one. */
const NOT_BY_RULES = "annotated";

test.for(goldenCases().filter((name) => name !== NOT_BY_RULES))(
  "the analysis alone finds what %s publishes",
  async (name) => {
    const { insights } = await analyzeGolden(name, emptyFolder());
    const expected = join(GOLDEN, name, "expected", "insights.json");
    const { generated_at: _, ...document } = JSON.parse(readFileSync(expected, "utf8")) as typeof insights & {
      generated_at: string;
    };
    expect(JSON.parse(JSON.stringify(insights))).toEqual(document);
  },
);
