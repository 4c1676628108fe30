import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Aspect } from "../../model/content.ts";
import type { Entities } from "../../model/entities.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Labelled texts of others: never part of the project, so every user has to do without them. */
export const DATA = join(ROOT, "..", "shared", "data");

/** A loud reason to skip, or nothing. */
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

export interface Measured {
  readonly set: string;
  readonly measure: string;
  readonly n: number;
  readonly ours: number;
  /** What chance in the choice of sentences leaves open. */
  readonly ci95?: readonly [number, number];
  readonly majority?: number;
  readonly vader?: number;
}

/** Who cannot tell is half right. */
export const rightness = (score: number, isPraise: boolean): number =>
  score === 0 ? 0.5 : Number(score > 0 === isPraise);

export const NO_NAMES: Entities = { technicians: [], services: [], service_areas: [] };

export function contentAspects(): readonly Aspect[] {
  const { aspects } = JSON.parse(readFileSync(join(ROOT, "content", "aspects.json"), "utf8")) as {
    aspects: Aspect[];
  };
  return aspects;
}

/** All sentences that are only counted: none of them may stand in a list of words. */
export const countedSentences = (): string[] => [
  ...labelled<{ text: string }>("home-services", "gold.jsonl").map(({ text }) => text),
  ...labelled<{ text: string }>("mams", "mams-test-terms.jsonl").map(({ text }) => text),
];
