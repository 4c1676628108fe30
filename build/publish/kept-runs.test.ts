import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildOrFail, readManifestOf } from "../../test/support/build.ts";
import { emptyFolder, idOf, review, writeContent } from "../../test/support/content.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndex } from "../../model/documents.ts";
import { DEFLATE_WINDOW_BYTES } from "../../model/gzip.ts";
import { KeptRelease } from "./kept-release.ts";
import { KeptRuns } from "./kept-runs.ts";

const DAYS = 28;

test("a published run is found by its date, its bytes and the window before it, unless a file was altered", () => {
  const folder = emptyFolder();
  const reviews = Array.from({ length: DAYS }, (_, day) =>
    review({
      id: idOf(day),
      date: `2026-02-${String(day + 1).padStart(2, "0")}`,
      text: `${day} `.repeat(1000),
    }),
  );
  const dist = join(folder, "dist");
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "a.json": reviews } }), dist);
  const read = (name: string): Buffer => readFileSync(join(dist, name));
  const keptWithout = (...altered: readonly string[]): KeptRelease => {
    const stats = { files: {}, folders: {} };
    const manifest = readManifestOf(dist);
    return new KeptRelease({ folder: dist, stats, manifest, keys: {}, altered: new Set(altered) });
  };
  const runs = KeptRuns.open(keptWithout());
  const index = JSON.parse(read("api/reviews/since/index.json").toString("utf8")) as SinceIndex;
  const array = read("reviews.json").subarray(index.reviews_offset);
  const blocks = read("reviews.json.gz").subarray(index.gzip_offset);
  const [before, run] = index.dates.slice(-2);
  if (before === undefined || run === undefined) throw new Error("no dates");
  const bytes = array.subarray(before.bytes, run.bytes);
  const window = array.subarray(before.bytes - DEFLATE_WINDOW_BYTES, before.bytes);
  expect(runs?.find(run.date, bytes, window)).toEqual(blocks.subarray(before.gzip_bytes, run.gzip_bytes));
  const other = (value: Buffer): Buffer => Buffer.concat([Buffer.of((value[0] ?? 0) ^ 1), value.subarray(1)]);
  expect(runs?.find(run.date, other(bytes), window)).toBeUndefined();
  expect(runs?.find(run.date, bytes, other(window))).toBeUndefined();
  expect(runs?.find(run.date, bytes, window.subarray(1))).toBeUndefined();
  expect(runs?.find("2026-03-01" as CalendarDate, bytes, window)).toBeUndefined();
  runs?.close();
  for (const file of ["reviews.json", "reviews.json.gz", "api/reviews/since/index.json"])
    expect(KeptRuns.open(keptWithout(file))).toBeUndefined();
  expect(KeptRuns.open(undefined)).toBeUndefined();
});
