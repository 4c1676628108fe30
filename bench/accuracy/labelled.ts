import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Aspect } from "../../model/content.ts";
import type { Entities } from "../../model/entities.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Labelled texts by others. They are not part of the project, so every use must work without them. */
export const DATA = join(ROOT, "..", "shared", "data");

/** The reason to skip, printed by tests and benchmarks; undefined if the texts are present. */
export const missingTexts = (): string | undefined =>
  existsSync(DATA) ? undefined : `SKIPPED: labelled texts are not part of the project, and ${DATA} is absent`;

export function labelled<T>(...path: readonly string[]): T[] {
  return readFileSync(join(DATA, ...path), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** -1, 0 (cannot tell) or 1. */
export type Scorer = (text: string) => number;

export interface AccuracyRow {
  readonly set: string;
  readonly measure: string;
  readonly n: number;
  readonly ours: number;
  /** 95 % confidence interval over the choice of sentences. */
  readonly ci95?: readonly [number, number];
  readonly majority?: number;
  readonly vader?: number;
}

/** 1 if correct, 0.5 if undecided. */
export const rightness = (score: number, isPraise: boolean): number =>
  score === 0 ? 0.5 : Number(score > 0 === isPraise);

export const NO_NAMES: Entities = { technicians: [], services: [], service_areas: [] };

export function contentAspects(): readonly Aspect[] {
  const { aspects } = JSON.parse(readFileSync(join(ROOT, "content", "aspects.json"), "utf8")) as {
    aspects: Aspect[];
  };
  return aspects;
}

/** All sentences of test sets. None of them may be in a word list. */
export const countedSentences = (): string[] => [
  ...labelled<{ text: string }>("home-services", "gold.jsonl").map(({ text }) => text),
  ...labelled<{ text: string }>("mams", "mams-test-terms.jsonl").map(({ text }) => text),
];
