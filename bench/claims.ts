import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Fault } from "../model/fault.ts";
import { bootstrapInterval } from "./accuracy/bootstrap.ts";
import { silent } from "./accuracy/labeled.ts";
import { type LabeledReview, ownReviews, sampleReviews, sideCounts } from "./accuracy/whole-reviews.ts";
import { printTable } from "./table.ts";

const SETS = ["aside", "hard", "plain", "typed", "everyday"] as const;
const SIDES = ["complaint", "praise"] as const;

/** Numbers of one review: right, claimed and labeled complaints, then praise. */
type ReviewCounts = readonly number[];
const MEASURES = [
  ["complaints right", 0, 1],
  ["complaints found", 0, 2],
  ["praise right", 3, 4],
  ["praise found", 3, 5],
] as const;

/**
 * `claims=FILE` writes the numbers of the held-out reviews of home services to a file. If the file exists, it compares
 * them with those in it, which other weights or rules made.
 */
export async function run([file]: readonly string[] = []): Promise<void> {
  if (file === undefined)
    throw new Fault("claims needs a file to write or to compare with: npm run bench -- claims=FILE");
  const counts = heldOutCounts();
  if (existsSync(file)) {
    // Everyday reviews are read far better than the others.
    const { everyday = [], other = [] } = Object.groupBy(counts, ([id]) =>
      id.startsWith("everyday ") ? "everyday" : "other",
    );
    compare("everyday", pairsOf(file, everyday));
    compare("other", pairsOf(file, other));
  } else writeFileSync(file, JSON.stringify(Object.fromEntries(counts)));
  await Promise.resolve();
}

/** A review as other weights or rules read it, and as it is read now. */
type CountsPair = readonly [before: ReviewCounts, now: ReviewCounts];

function pairsOf(file: string, counts: readonly (readonly [string, ReviewCounts])[]): CountsPair[] {
  const before = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, ReviewCounts>>;
  return counts.map(([id, now]) => {
    const then = before[id];
    if (then === undefined)
      throw new Fault(`${file}: lacks the review "${id}"; write it anew where the labels are the same`);
    return [then, now];
  });
}

/** Both read the same reviews, so the intervals are those of pairs. */
function compare(kind: string, pairs: readonly CountsPair[]): void {
  printTable(
    `claims about ${pairs.length} ${kind} held-out reviews, percent`,
    ["measure", "before", "now", "change", "95 % interval"],
    MEASURES.map(([measure, part, whole]) => {
      const before = (drawn: readonly CountsPair[]): number => shareOf(drawn, { side: 0, part, whole });
      const now = (drawn: readonly CountsPair[]): number => shareOf(drawn, { side: 1, part, whole });
      const change = (drawn: readonly CountsPair[]): number => now(drawn) - before(drawn);
      const interval = bootstrapInterval(pairs, change).map((bound) => bound.toFixed(1));
      return [measure, ...[before, now, change].map((of) => of(pairs).toFixed(1)), interval.join(" to ")];
    }),
  );
}

function heldOutCounts(): Map<string, ReviewCounts> {
  const sets: [string, readonly LabeledReview[]][] = [
    ["sample", sampleReviews(silent)],
    ...SETS.map((set): [string, LabeledReview[]] => [set, ownReviews(silent, set)]),
  ];
  return new Map(
    sets.flatMap(([set, reviews]) =>
      reviews
        .filter(({ half }) => half === "held_out")
        .map((one) => [`${set} ${one.id}`, countsOf(one)] as const),
    ),
  );
}

const countsOf = (one: LabeledReview): number[] =>
  SIDES.flatMap((side) => {
    const { right, claimed, labeled } = sideCounts([one], "ours", side);
    return [right, claimed, labeled];
  });

interface SharePlace {
  /** Of the pair. */
  readonly side: 0 | 1;
  readonly part: number;
  readonly whole: number;
}

function shareOf(pairs: readonly CountsPair[], { side, part, whole }: SharePlace): number {
  const sumOf = (at: number): number => pairs.reduce((sum, pair) => sum + (pair[side][at] as number), 0);
  return (100 * sumOf(part)) / sumOf(whole);
}
