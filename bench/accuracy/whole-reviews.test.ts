import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ClaimSide } from "../../build/insights/sentiment/prior.ts";
import { readPack } from "../../build/load/aspects.ts";
import { PACK_NAMES } from "../../model/content.ts";
import { labeled, missingTexts } from "./labeled.ts";
import { type Half, type Label, type LabeledSpan, labelsOf, type ReviewLabels } from "./labeled-reviews.ts";
import { isOn } from "./labeled-claims.ts";
import { MAMS_FOLDER, mamsSets, missingMamsFolder } from "./mams-sentences.ts";

type Line = ReviewLabels & { readonly text?: string };

const missing = missingTexts();
for (const reason of [missing, missingMamsFolder()])
  if (reason !== undefined) process.stderr.write(`${reason}\n`);

const linesOf = labelsOf<Line>;

const IDS: ReadonlySet<string> = new Set(
  PACK_NAMES.flatMap((name) => readPack(name).aspects.map(({ id }) => id)),
);

/** The label of an aspect by the spans of its words. */
function labelBy(spans: readonly LabeledSpan[]): Label {
  const polarities = spans.map(({ polarity }) => polarity).filter((polarity) => polarity !== "0");
  if (polarities.length === 0) return "0";
  const [first] = polarities;
  return first !== undefined && polarities.every((polarity) => polarity === first) ? first : "~";
}

/** Lines in which a label of 0 rests on no span, see docs/labeling.md. */
const omitsZeroSpans = (set: string, { id }: Line): boolean => set === "comments" || /^w[e-o]-/.test(id);

/** Counts only: nobody may read a line of a held-out half. */
function faults(set: string, textOf: (line: Line) => string | undefined): number {
  return linesOf(set).filter((line) => {
    const { aspects = {}, spans = [] } = line;
    const length = textOf(line)?.length ?? 0;
    const byAspect = Map.groupBy(spans, ({ aspect }) => aspect);
    const isExact = spans.every(({ start, end }) => start >= 0 && start < end && end <= length);
    const isKnown = Object.keys(aspects).every((id) => IDS.has(id));
    const agrees =
      [...byAspect.keys()].every((id) => id in aspects) &&
      Object.entries(aspects).every(([id, label]) => {
        const ofAspect = byAspect.get(id);
        return ofAspect ? label === labelBy(ofAspect) : label === "0" && omitsZeroSpans(set, line);
      });
    return !isExact || !isKnown || !agrees;
  }).length;
}

test.for([
  ["written", "learn", 1370],
  ["aside", "held_out", 200],
  ["hard", "held_out", 1000],
  ["plain", "held_out", 711],
  ["typed", "held_out", 600],
  ["everyday", "held_out", 440],
] as const)("%s: labels rest on words of the texts", ([set, half, size]) => {
  const lines = linesOf(set);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(size);
  expect(lines.filter((line) => line.half !== half).length).toBe(0);
  expect(faults(set, ({ text }) => text)).toBe(0);
});

test("trades: labels rest on words of the texts, and the id decides the half", () => {
  const lines = linesOf("trades");
  expect(new Set(lines.map(({ id }) => id)).size).toBe(1200);
  expect(
    lines.filter(({ id, half }) => half !== (Number(id.slice(-3)) % 2 === 0 ? "learn" : "held_out")).length,
  ).toBe(0);
  expect(faults("trades", ({ text }) => text)).toBe(0);
});

/** Nothing learns from the test part, and nobody read what is missed there. */
const halfOfMams = (id: string): Half => (id.includes("-test-") ? "held_out" : "learn");

test("mams: the part decides the half, and no line holds a text", () => {
  const lines = linesOf("mams");
  expect(new Set(lines.map(({ id }) => id)).size).toBe(4432 + 865);
  expect(lines.filter(({ id, half }) => half !== halfOfMams(id)).length).toBe(0);
  expect(lines.filter(({ text }) => text !== undefined).length).toBe(0);
});

test.each(["patients", "comments"])("%s: the id decides the half, and no line holds a text", (set) => {
  const lines = linesOf(set);
  const codes = (id: string): number =>
    Array.from(id, (character) => character.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0);
  expect(lines.filter(({ id, half }) => half !== (codes(id) % 2 === 0 ? "learn" : "held_out")).length).toBe(
    0,
  );
  expect(lines.filter(({ text }) => text !== undefined).length).toBe(0);
});

describe.skipIf(missing !== undefined)("labeled comments", () => {
  test.each(["patients", "comments"])("%s: labels rest on words of the texts", (set) => {
    const texts = new Map(
      (missing === undefined ? labeled<{ id: string; text: string }>("nhs", "nhs-fft.jsonl") : []).map(
        ({ id, text }) => [id, text],
      ),
    );
    expect(faults(set, ({ id }) => texts.get(id))).toBe(0);
  });
});

test.skipIf(MAMS_FOLDER === undefined)("mams: labels rest on words of the texts", () => {
  const reviews = mamsSets(MAMS_FOLDER as string).flatMap((set) => set.reviews);
  const texts = new Map(reviews.map(({ id, text }) => [id, text ?? undefined]));
  expect(faults("mams", ({ id }) => texts.get(id))).toBe(0);
});

const SECOND = readFileSync(join(import.meta.dirname, "whole-reviews", "second-annotator.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [set = "", id = "", labels = ""] = line.split("\t");
    return {
      set,
      id,
      labels: new Map(labels.split(" ").map((one) => [one.slice(0, -1), one.slice(-1) as Label])),
    };
  });

/** Aspects on a side in the reviews that were labeled twice: by the first annotator, by the second, and by both. */
function agreement(set: string, side: ClaimSide): Readonly<Record<"first" | "second" | "both", number>> {
  const lines = new Map(linesOf(set).map(({ id, aspects = {} }) => [id, aspects]));
  const counts = { first: 0, second: 0, both: 0 };
  for (const { id, labels } of SECOND.filter((one) => one.set === set)) {
    const first = lines.get(id) ?? {};
    const second = [...labels].flatMap(([aspect, label]) => (isOn(side, label) ? [aspect] : []));
    counts.first += Object.values(first).filter((label) => isOn(side, label)).length;
    counts.second += second.length;
    counts.both += second.filter((aspect) => isOn(side, first[aspect])).length;
  }
  return counts;
}

test.for([
  ["plain", "complaint", 95.3, 92.1],
  ["plain", "praise", 96.4, 93.3],
  ["typed", "complaint", 92.8, 91.3],
  ["typed", "praise", 93.2, 94.2],
  ["everyday", "complaint", 97.8, 97.0],
  ["everyday", "praise", 99.1, 98.2],
  ["aside", "complaint", 95.2, 98.0],
  ["aside", "praise", 94.6, 94.6],
  ["hard", "complaint", 92.8, 90.1],
  ["hard", "praise", 92.3, 91.6],
  ["sample", "complaint", 90.6, 96.0],
  ["sample", "praise", 90.3, 93.3],
  ["comments", "complaint", 87.2, 89.3],
  ["comments", "praise", 98.8, 97.7],
  ["mams", "complaint", 97.6, 96.8],
  ["mams", "praise", 99.1, 95.8],
] as const)("%s, %s: a second annotator agrees, as docs/labeling.md says", ([set, side, right, found]) => {
  const { both, first, second } = agreement(set, side);
  expect((100 * both) / second).toBeCloseTo(right, 1);
  expect((100 * both) / first).toBeCloseTo(found, 1);
});
