import { join } from "node:path";
import { expect, test } from "vitest";
import { buildOrFail } from "../../test/support/build.ts";
import { emptyFolder, idOf, review, writeContent } from "../../test/support/content.ts";
import { keptRootOf } from "../../test/support/kept-release.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { SEARCH_TABLE_PATH } from "../../model/search-table.ts";
import { keptTexts } from "./kept-texts.ts";

const OLD = "2026-02-03" as CalendarDate;
const NEW = "2026-03-05" as CalendarDate;

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
  const find = keptTexts(keptRootOf(dist), new Set([NEW, OLD]));
  const found = find?.(NEW);
  expect(found?.bytes.toString("utf8")).toBe("ärgerfine.");
  expect(found?.lengths).toEqual([6, 0, 5]);
  expect(find?.(OLD)).toEqual({ bytes: Buffer.from("old"), lengths: [3] });
  expect(keptTexts(keptRootOf(dist), new Set([OLD]))?.(NEW)).toBeUndefined();
  expect(keptTexts(keptRootOf(dist, SEARCH_TABLE_PATH.slice(1)), new Set([NEW]))).toBeUndefined();
  expect(keptTexts(undefined, new Set([NEW]))).toBeUndefined();
});
