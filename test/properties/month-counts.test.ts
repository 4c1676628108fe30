import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { load } from "../../build/load/load.ts";
import { calendarDateOf } from "../../model/calendar-date.ts";
import { analyzed } from "../support/analyzed.ts";
import { emptyFolder, idOf, review, writeContent } from "../support/content.ts";

/** Random histories; on demand more. */
const HISTORIES = Number(process.env["REVIEWS_TEST_HISTORIES"] ?? 25);

const TEXTS = [
  null,
  "n/a",
  "La reparación fue muy rápida y el precio fue bueno.",
  "Ana Silva was friendly and on time.",
  "Ana Silva was rude, late and left a mess.",
  "Ana Silva was polite, but the price was far too high.",
  "The drain leaks again, and nobody called back.",
  "The price was fair. The drain works again, the crew was friendly and quick.",
];
const CHANGE = fc.record({
  at: fc.nat({ max: 40 }),
  isRemoval: fc.boolean(),
  rating: fc.integer({ min: 1, max: 5 }),
  month: fc.integer({ min: 1, max: 4 }),
  text: fc.constantFrom(...TEXTS),
  incentive: fc.constantFrom({}, { incentive: { kind: "discount", note: "10 %" } }),
});
type Change = typeof CHANGE extends fc.Arbitrary<infer T> ? T : never;

/** Adds, replaces or removes the review at a place. */
function apply(reviews: Map<number, object>, { at, isRemoval, month, incentive, ...fields }: Change): void {
  if (isRemoval) reviews.delete(at);
  else reviews.set(at, review({ id: idOf(at), date: `2026-0${month}-1${at % 10}`, ...fields, ...incentive }));
}

test("counts that months keep give the insights of a build from nothing", { timeout: 120_000 }, async () => {
  const history = fc.tuple(fc.array(CHANGE, { maxLength: 60 }), fc.array(CHANGE, { maxLength: 5 }));
  await fc.assert(
    fc.asyncProperty(history, async ([first, steps]) => {
      const folder = emptyFolder();
      const reviews = new Map<number, object>();
      for (const change of first) apply(reviews, { ...change, isRemoval: false });
      for (const step of [undefined, ...steps]) {
        if (step !== undefined) apply(reviews, step);
        const content = writeContent(join(folder, "content"), {
          reviews: { "all.json": [...reviews.values()] },
        });
        const loaded = await load(content, calendarDateOf(Date.now()));
        if (!loaded.ok) throw new Error(loaded.error.join("\n"));
        const [kept, whole] = await Promise.all(
          [join(folder, ".cache"), undefined].map((cache) => analyzed(loaded.value, cache)),
        );
        expect({ ...kept, analysedTexts: 0 }).toEqual({ ...whole, analysedTexts: 0 });
      }
    }),
    { numRuns: HISTORIES },
  );
});
