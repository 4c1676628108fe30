import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { bootstrapInterval } from "./accuracy/bootstrap.ts";
import { type LabelledReview, ownReviews, sampleReviews, sideCounts } from "./accuracy/whole-reviews.ts";
import { printTable } from "./table.ts";

const SETS = ["aside", "hard", "plain", "typed"] as const;
const SIDES = ["complaint", "praise"] as const;
const silent = (): number => 0;

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
 * them with those in it, which other weights or rules made: both read the same reviews, so the intervals are those of
 * pairs.
 */
export async function run([file]: readonly string[] = []): Promise<void> {
  if (file === undefined) {
    process.stderr.write(
      "\nclaims=FILE writes the claims about held-out reviews, or compares them with a file\n",
    );
    return;
  }
  const counts = heldOutCounts();
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(Object.fromEntries(counts)));
  else {
    const before = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, ReviewCounts>>;
    printTable(
      `claims about ${counts.size} held-out reviews, percent`,
      ["measure", "before", "now", "change", "95 % interval"],
      MEASURES.map(([measure, part, whole]) => {
        const pairs = [...counts].map(([id, now]) => [before[id] as ReviewCounts, now] as const);
        const changeOf = (drawn: typeof pairs): number =>
          shareOf(
            drawn.map(([, now]) => now),
            part,
            whole,
          ) -
          shareOf(
            drawn.map(([then]) => then),
            part,
            whole,
          );
        return [
          measure,
          shareOf(Object.values(before), part, whole).toFixed(1),
          shareOf([...counts.values()], part, whole).toFixed(1),
          changeOf(pairs).toFixed(1),
          bootstrapInterval(pairs, changeOf)
            .map((bound) => bound.toFixed(1))
            .join(" to "),
        ];
      }),
    );
  }
  await Promise.resolve();
}

function heldOutCounts(): Map<string, ReviewCounts> {
  const sets: [string, readonly LabelledReview[]][] = [
    ["sample", sampleReviews(silent)],
    ...SETS.map((set): [string, LabelledReview[]] => [set, ownReviews(silent, set)]),
  ];
  return new Map(
    sets.flatMap(([set, reviews]) =>
      reviews
        .filter(({ half }) => half === "held_out")
        .map((one) => [`${set} ${one.id}`, countsOf(one)] as const),
    ),
  );
}

const countsOf = (one: LabelledReview): number[] =>
  SIDES.flatMap((side) => {
    const { right, claimed, labeled } = sideCounts([one], "ours", side);
    return [right, claimed, labeled];
  });

function shareOf(reviews: readonly ReviewCounts[], part: number, whole: number): number {
  const sumOf = (at: number): number => reviews.reduce((sum, counts) => sum + (counts[at] as number), 0);
  return (100 * sumOf(part)) / sumOf(whole);
}
