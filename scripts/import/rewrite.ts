import { newestFirst } from "../../model/review.ts";
import { type Defaults, isSameCarried, withCarried, withDefaults } from "./carried.ts";
import type { WrittenReview } from "../../model/review.ts";
import type { PackedRow, PackedRows } from "./packed-rows.ts";
import { readArray, readReviewLines } from "./review-files.ts";
import { Stop } from "./stop.ts";

/** What happens to one file of content. */
export interface FilePlan {
  readonly exists: boolean;
  /** Rows for reviews that live here already, by the id they have here. */
  readonly matches: Map<string, PackedRow>;
  readonly additions: PackedRow[];
}

interface Counts {
  added: number;
  updated: number;
  unchanged: number;
}

export interface Imported {
  readonly rows: PackedRows;
  readonly defaults: Defaults;
  readonly counts: Counts;
}

/** The new text of a file, in pieces; none at all when nothing in it changes. Counts what it does. */
export async function* rewrite(file: string, plan: FilePlan, imported: Imported): AsyncGenerator<string> {
  if (file.endsWith(".jsonl")) yield* rewriteLines(file, plan, imported);
  else yield* rewriteArray(file, plan, imported);
}

async function* rewriteArray(file: string, plan: FilePlan, imported: Imported): AsyncGenerator<string> {
  const problems: string[] = [];
  const { wrapper, reviews } = plan.exists
    ? await readArray(file, problems)
    : { wrapper: undefined, reviews: [] };
  if (problems.length > 0) throw new Stop(problems);
  const kept = reviews.map((review) => applyMatch(review, plan, imported));
  imported.counts.added += plan.additions.length;
  if (plan.additions.length === 0 && kept.every((review, at) => review === reviews[at])) return;
  const { reviews: _, ...beside } = wrapper ?? {};
  const frame = wrapper ? JSON.stringify({ ...beside, reviews: [] }, null, 2) : "[]";
  const indent = wrapper ? "    " : "  ";
  yield frame.slice(0, -(1 + closing(frame).length));
  yield* renderList([...kept, ...plan.additions].toSorted(newestFirst), indent, imported);
  yield `\n${indent.slice(2)}]${closing(frame)}\n`;
}

/** What stands behind the empty list that ends the frame. */
const closing = (frame: string): string => frame.slice(frame.lastIndexOf("[]") + 2);

function* renderList(
  list: readonly (WrittenReview | PackedRow)[],
  indent: string,
  { rows, defaults }: Imported,
): Generator<string> {
  let separator = "\n";
  for (const item of list) {
    const review = "at" in item ? withDefaults(item.id, rows.read(item), defaults) : item;
    yield separator + indent + JSON.stringify(review, null, 2).replaceAll("\n", `\n${indent}`);
    separator = ",\n";
  }
}

/** Untouched lines stay byte for byte; pieces come only once a line has changed. */
async function* rewriteLines(file: string, plan: FilePlan, imported: Imported): AsyncGenerator<string> {
  if (!(await changesLines(file, plan, imported))) return;
  const uncounted = { ...imported, counts: { added: 0, updated: 0, unchanged: 0 } };
  for await (const { text, review } of readReviewLines(file, [])) {
    const next = review && applyMatch(review, plan, uncounted);
    yield next === review ? `${text}\n` : `${JSON.stringify(next)}\n`;
  }
}

async function changesLines(file: string, plan: FilePlan, imported: Imported): Promise<boolean> {
  const problems: string[] = [];
  let changes = false;
  for await (const { review } of readReviewLines(file, problems))
    if (review && applyMatch(review, plan, imported) !== review) changes = true;
  if (problems.length > 0) throw new Stop(problems);
  return changes;
}

function applyMatch(review: WrittenReview, plan: FilePlan, { rows, counts }: Imported): WrittenReview {
  const row = plan.matches.get(review.id);
  if (row === undefined) return review;
  const carried = rows.read(row);
  const same = isSameCarried(review, carried);
  if (same) counts.unchanged += 1;
  else counts.updated += 1;
  return same ? review : withCarried(review, carried);
}
