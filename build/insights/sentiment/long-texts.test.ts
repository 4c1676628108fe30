import { expect, test } from "vitest";
import { readPack } from "../../load/aspects.ts";
import { compileTextAnalyzer } from "./text-analyzer.ts";

const analyze = compileTextAnalyzer(readPack("home-services").aspects, {
  technicians: [
    { id: "ana", name: "Ana Reyes" },
    { id: "tom", name: "Tom Katz" },
  ],
  services: [],
  service_areas: [],
});

/** The longest text of a review. */
const MAX_LENGTH = 20_000;
/** Runs of a text, unless one takes so long that the others matter no more. */
const RUNS = 5;
const MAX_MS = 1000;

/** The least time of some runs, in milliseconds: other programs only add to it. */
function msFor(text: string): number {
  let least = Infinity;
  for (let run = 0; run < RUNS && (run === 0 || least < MAX_MS); run += 1) {
    const startedAt = performance.now();
    analyze(text);
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}

/** In a text that is eight times as long there are 64 times as many pairs of words, and 512 times as many triples. */
test.for([
  "ana tom great ",
  "ana was rude ",
  "Ana was rude, ",
  "rude ana ",
  "Ana was lied to ",
  "rude price ",
  "ran late issue came back ",
])("a text that repeats %j is read in time at most quadratic in its length", (part) => {
  const text = part.repeat(MAX_LENGTH / part.length);
  analyze(text.slice(0, MAX_LENGTH / 10));
  expect(msFor(text) / msFor(text.slice(0, MAX_LENGTH / 8))).toBeLessThan(100);
});
