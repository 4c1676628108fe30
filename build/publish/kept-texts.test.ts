import { join } from "node:path";
import { expect, test } from "vitest";
import { buildOrFail, readRootOf } from "../../test/support/build.ts";
import { emptyFolder, idOf, review, writeContent } from "../../test/support/content.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { SEARCH_TABLE_PATH } from "../../model/search-table.ts";
import { KeptRelease } from "./kept-release.ts";
import { keptTexts } from "./kept-texts.ts";
import { ReleaseListing } from "./release-listing.ts";

const [OLD, NEW, OTHER] = ["2026-02-03", "2026-03-05", "2026-03-04"] as CalendarDate[] as [
  CalendarDate,
  CalendarDate,
  CalendarDate,
];

test("the folded texts of a date are found in the published table, unless it was altered", () => {
  const folder = emptyFolder();
  const reviews = [
    review({ id: idOf(4), date: NEW, text: "ÄRGER" }),
    review({ id: idOf(3), date: NEW, text: null }),
    review({ id: idOf(2), date: NEW, text: "Fine." }),
    review({ id: idOf(1), date: OLD, text: "Old" }),
  ];
  const dist = join(folder, "dist");
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "a.json": reviews } }), dist);
  const keptWithout = (...altered: readonly string[]): KeptRelease => {
    const listing = new ReleaseListing(readRootOf(dist), () => ({}));
    const options = { folder: dist, parts: new Map(), listing, hasSameContext: true };
    return new KeptRelease({ ...options, altered: new Set(altered) });
  };
  const find = keptTexts(keptWithout(), new Set([NEW, OLD, OTHER]));
  const found = find?.(NEW, 3);
  expect(found?.bytes.toString("utf8")).toBe("ärgerfine.");
  expect(found?.lengths).toEqual([6, 0, 5]);
  expect(find?.(OLD, 1)).toEqual({ bytes: Buffer.from("old"), lengths: [3] });
  expect(find?.(NEW, 2)).toBeUndefined();
  expect(find?.(OTHER, 1)).toBeUndefined();
  expect(keptTexts(keptWithout(), new Set([OLD]))?.(NEW, 3)).toBeUndefined();
  expect(keptTexts(keptWithout(SEARCH_TABLE_PATH.slice(1)), new Set([NEW]))).toBeUndefined();
  expect(keptTexts(undefined, new Set([NEW]))).toBeUndefined();
});
