import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPack } from "../../build/load/aspects.ts";
import { type Aspect, PACK_NAMES, type PackName } from "../../model/content.ts";
import type { Entities } from "../../model/entities.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Labeled texts of third parties. They are not part of the project, so tests must work without them. */
export const DATA = join(ROOT, "..", "shared", "data");

/** The reason to skip, if the texts are absent. */
export const missingTexts = (): string | undefined =>
  existsSync(DATA) ? undefined : `SKIPPED: labeled texts are not part of the project, and ${DATA} is absent`;

export const labeled = <T>(...path: readonly string[]): T[] => readJsonLines<T>(join(DATA, ...path));

export const readJsonLines = <T>(file: string): T[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

/** -1, 0 (undecided) or 1. */
export type Scorer = (text: string) => number;
/** For whoever needs no other scorer than ours. */
export const silent: Scorer = () => 0;

export interface AccuracyRow {
  readonly set: string;
  readonly measure: string;
  readonly n: number;
  readonly ours: number;
  /** Covers chance in the choice of sentences. */
  readonly ci95?: readonly [number, number];
  readonly majority?: number;
  readonly vader?: number;
}

/** An undecided score is half right. */
export const correctness = (score: number, isPraise: boolean): number =>
  score === 0 ? 0.5 : Number(score > 0 === isPraise);

export const NO_NAMES: Entities = { technicians: [], services: [], service_areas: [] };

export const HOME = "home-services";
export const homeAspects = (): readonly Aspect[] => readPack(HOME).aspects;
export const homeAspectIds = (): string[] => homeAspects().map(({ id }) => id);

/** The aspects that the prior reads, of one pack. */
export const priorAspectIdsOf = (pack: PackName): string[] =>
  readPack(pack).aspects.flatMap(({ id, prior = false }) => (prior ? [id] : []));

/** The packs that have weights of their own: most texts are about home services, so the others add to theirs. */
export const TRADES = PACK_NAMES.filter((pack) => pack !== HOME);

/** For each of the trades the aspects that the prior reads and no other pack has. */
export const tradeAspects = (): Record<string, string[]> =>
  Object.fromEntries(
    TRADES.map((trade) => {
      const others = new Set(PACK_NAMES.flatMap((pack) => (pack === trade ? [] : priorAspectIdsOf(pack))));
      return [trade, priorAspectIdsOf(trade).filter((id) => !others.has(id))];
    }),
  );

/** Of all packs, those of home services first. */
export const priorAspectIds = (): string[] => [...new Set(PACK_NAMES.flatMap(priorAspectIdsOf))];

/** Sentences used for evaluation only. None may be in a list of words. */
export const evaluationSentences = (): string[] => [
  ...labeled<{ text: string }>("home-services", "gold.jsonl").map(({ text }) => text),
  ...labeled<{ text: string }>("mams", "mams-test-terms.jsonl").map(({ text }) => text),
];
