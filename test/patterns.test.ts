import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { ROOT } from "./support/content.ts";
import { type Examples, patternsOf } from "./support/patterns.ts";

const FILES = globSync(["{model,build,runtime,scripts,bench}/**/*.ts", "build/render/templates/*.js"], {
  cwd: ROOT,
}).filter((file) => !file.endsWith(".test.ts"));

/** Parts of patterns that the program computes. None adds a repetition: escaped text stands for itself. */
const EXAMPLES: Examples = {
  "escaped(text)": "text",
  "escaped(words)": "words",
  REFUSED_ADDRESS: "EREFUSEDADDRESS",
  count: "1",
  name: "Code",
  // Every pattern of a schema is analysed where the schema is.
  ofSchema: "^a$",
  'Object.keys(COMMANDS).join("|")': "build|start",
  '[...BEFORE_NAME].join("|")': "technician|plumber",
  'PERSON_TITLES.join("|")': "dr|doctor",
};

/**
 * Analyses for super-linear time, as eslint-plugin-regexp does: backtracking between repetitions or within one, and
 * repetitions that are tried again from every place of a text, such as in /\s+$/.
 */
const slowParts = (source: string, flags: string): string[] =>
  analyse({ source, flags }).reports.map(({ type, character }) => `${type} of ${character.literal.source}`);

test("every regular expression of the product takes time linear in its text", () => {
  const patterns = FILES.flatMap((file) =>
    patternsOf(file, readFileSync(join(ROOT, file), "utf8"), EXAMPLES),
  );
  expect(patterns.length).toBeGreaterThan(200);
  const slow = patterns.flatMap(({ place, source, flags }) =>
    slowParts(source, flags).map((part) => `${place}: /${source}/${flags}: ${part}`),
  );
  expect(slow).toEqual([]);
});

test.for([String.raw`\s+$`, "^(a+)+$", "<([^>]*)>", String.raw`^\d*\d*x`, String.raw`(?:a|a)*b`])(
  "a planted %s is found",
  (source) => {
    const [pattern] = patternsOf("planted.ts", `const slow = /${source}/;`, {});
    expect(slowParts(pattern?.source ?? "", "")).not.toEqual([]);
  },
);

test("patterns that are assembled from constants are found", () => {
  const source =
    'const A = "x+"; const B = ["y", "z"]; new RegExp(`^${A}${B.join("|")}$`, "u"); ({ pattern: "^q$" });';
  expect(patternsOf("made.ts", source, {})).toEqual([
    { place: "made.ts:1", source: "^x+y|z$", flags: "u" },
    { place: "made.ts:1", source: "^q$", flags: "u" },
  ]);
  expect(() => patternsOf("made.ts", "new RegExp(read())", {})).toThrow("give an example of read()");
});
