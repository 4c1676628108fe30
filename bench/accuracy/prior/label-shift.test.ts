import { expect, test } from "vitest";
import { priorAspectIds, priorAspectIdsOf } from "../labeled.ts";
import { missingYelpFile, YELP_FILE, yelpSets } from "../labeled-reviews.ts";
import { type LabelCounts, type TextClaim, labelShift, REAL_COUNTS } from "./label-shift.ts";

const BOOKING = priorAspectIds().indexOf("booking");

/** So many reviews of a restaurant with five stars, of which some praise the booking. */
const invented = (count: number, praising: number): TextClaim["labeled"][] =>
  Array.from({ length: count }, (_, at) => ({
    pack: "restaurants",
    rating: 5,
    labels: new Map(at < praising ? [[BOOKING, "+"] as const] : []),
  }));

const realCounts = (reviews: number, praising: number): LabelCounts => ({
  reviews: [0, 0, 0, 0, reviews],
  praise: { booking: [0, 0, 0, 0, praising] },
  complaint: {},
});

const PRAISE = {
  labeled: { pack: "restaurants", rating: 5, labels: new Map() },
  aspect: BOOKING,
  side: "praise",
} as const;

test("a right claim counts as much as its odds among real reviews exceed those among invented ones", () => {
  const shift = labelShift(invented(999, 499), realCounts(1_000_000, 100_000));
  expect(shift(PRAISE)).toBeCloseTo(0.1 / 0.9, 2);
});

test("the fewer real reviews, the nearer to once it counts", () => {
  const factorBy = (reviews: number): number =>
    labelShift(invented(999, 499), realCounts(reviews, 0))(PRAISE);
  expect(factorBy(0)).toBeCloseTo(1, 10);
  expect(factorBy(5)).toBeCloseTo((0.5 * 60) / (5 + 0.5 * 60), 2);
  expect(factorBy(60)).toBeCloseTo(0.25 / 0.75, 2);
});

test("what no invented review says has odds, too", () => {
  expect(labelShift(invented(99, 0), realCounts(40, 40))(PRAISE)).toBeGreaterThan(10);
});

test("other stars, sides and trades have their own", () => {
  const shift = labelShift(invented(999, 499), realCounts(1000, 0));
  expect(shift({ ...PRAISE, side: "complaint" })).toBeLessThan(1);
  expect(shift({ ...PRAISE, labeled: { ...PRAISE.labeled, rating: 4 } })).toBeCloseTo(1, 10);
  expect(shift({ ...PRAISE, labeled: { ...PRAISE.labeled, pack: "salons" } })).toBe(1);
});

test("every aspect of the pack is counted", () => {
  const ids = priorAspectIdsOf("restaurants").toSorted();
  for (const side of ["praise", "complaint"] as const)
    expect(Object.keys(REAL_COUNTS[side]).toSorted()).toEqual(ids);
});

const missing = missingYelpFile();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

test.skipIf(missing !== undefined)("the numbers of real reviews are those of the labels", () => {
  const [{ reviews, labels }] = yelpSets(YELP_FILE as string).filter(
    ({ pack }) => pack === "restaurants",
  ) as [ReturnType<typeof yelpSets>[number]];
  const stars = new Map(reviews.map(({ id, rating }) => [id, rating]));
  const readable = labels.filter(({ half }) => half === "learn");
  const byStars = (isCounted: (aspects: (typeof labels)[number]["aspects"]) => boolean): number[] =>
    [1, 2, 3, 4, 5].map(
      (rating) => readable.filter(({ id, aspects }) => stars.get(id) === rating && isCounted(aspects)).length,
    );
  expect(byStars(() => true)).toEqual(REAL_COUNTS.reviews);
  for (const [side, sign] of [
    ["praise", "+"],
    ["complaint", "-"],
  ] as const)
    for (const [id, counted] of Object.entries(REAL_COUNTS[side]))
      expect([id, ...byStars((aspects) => [sign, "~"].includes(aspects?.[id] ?? "0"))]).toEqual([
        id,
        ...counted,
      ]);
});
