import { hash } from "node:crypto";
import type { Content } from "../../model/content.ts";
import { type MonthCounts, monthOf } from "../insights/report/month-counts.ts";
import { codeDigests } from "./code-digest.ts";
import { keyOf, LineCache } from "./line-cache.ts";
import type { ReviewMonth } from "./text-analysis-cache.ts";

/** 100,000 reviews of ten years take 0.5 MB in each. */
const FILES = 64;

/** A month as an earlier build counted it. */
export interface KeptMonth {
  /** Digest of what was counted. */
  readonly key: string;
  readonly counts: readonly MonthCounts[];
  /** As in `CountedMonth.entries`, by these rules. */
  readonly entries: string;
  /** `PersonRules` as JSON. */
  readonly rules: string;
}

/** Keeps the counts of months between builds, so that a month that did not change is not counted again. */
export class MonthCountCache {
  readonly #cached: LineCache<KeptMonth>;

  constructor(folder: string | undefined, { aspects, business, entities, learned }: Content) {
    const version =
      folder === undefined
        ? ""
        : hash("sha256", JSON.stringify([codeDigests().all, aspects, business.name, entities, learned]));
    this.#cached = new LineCache(folder, "month-counts", version, FILES);
  }

  get(reviews: ReviewMonth): KeptMonth | undefined {
    const kept = this.#cached.get(monthOf(reviews[0]));
    return kept?.key === countedKey(reviews) ? kept : undefined;
  }

  set(reviews: ReviewMonth, counted: Omit<KeptMonth, "key">): void {
    this.#cached.set(monthOf(reviews[0]), { key: countedKey(reviews), ...counted });
  }

  async save(): Promise<void> {
    await this.#cached.save();
  }
}

/** Covers all that is counted of a review. JSON would take half as long again. */
function countedKey(reviews: ReviewMonth): string {
  let counted = "";
  for (const { id, author, date, rating, text, incentive } of reviews)
    counted += `${id}${author}\n${date}${rating}${incentive === null ? "" : "i"}${text?.length ?? ""}:${text ?? ""}`;
  return keyOf(counted);
}
