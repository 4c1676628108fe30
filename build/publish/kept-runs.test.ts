import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildOrFail } from "../../test/support/build.ts";
import { emptyFolder, idOf, review, writeContent } from "../../test/support/content.ts";
import { keptRootOf } from "../../test/support/kept-release.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { SinceIndex } from "../../model/documents.ts";
import { DEFLATE_WINDOW_BYTES } from "../../model/gzip.ts";
import { KeptRuns } from "./kept-runs.ts";

const DAYS = 28;
const OPEN_FILES = "/proc/self/fd";

interface Run {
  readonly date: CalendarDate;
  readonly bytes: Buffer;
  readonly blocks: Buffer;
}

test("a published run is found where it and the window before it are the same, unless a file was altered", () => {
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
  const openFiles = (): number => (existsSync(OPEN_FILES) ? readdirSync(OPEN_FILES).length : 0);
  const openBefore = openFiles();
  const index = JSON.parse(read("api/reviews/since/index.json").toString("utf8")) as SinceIndex;
  const array = read("reviews.json").subarray(index.reviews_offset);
  const gzip = read("reviews.json.gz").subarray(index.gzip_offset);
  const published = index.dates.map(({ date, bytes, gzip_bytes }, at): Run => {
    const before = index.dates[at - 1];
    return {
      date,
      bytes: array.subarray(before?.bytes ?? 0, bytes),
      blocks: gzip.subarray(before?.gzip_bytes ?? 0, gzip_bytes),
    };
  });
  const other = (value: Buffer): Buffer => Buffer.concat([Buffer.of((value[0] ?? 0) ^ 1), value.subarray(1)]);
  /** For each of these runs, in turn: true if its published blocks are found. */
  const found = (runs: readonly Run[]): boolean[] => {
    const kept = KeptRuns.open(keptRootOf(dist));
    const blocks = runs.map(({ date, bytes }) => kept?.find(date, bytes));
    kept?.close();
    for (const [at, one] of blocks.entries()) if (one !== undefined) expect(one).toEqual(runs[at]?.blocks);
    return blocks.map((one) => one !== undefined);
  };
  expect(found(published)).toEqual(published.map(() => true));
  // The runs after another one are compressed again until the window has only published bytes.
  for (const at of [0, 9]) {
    let sameBytes = 0;
    const expected = published.map(({ bytes }, place) => {
      const hasWindow = place < at || (place > at && sameBytes >= DEFLATE_WINDOW_BYTES);
      if (place > at) sameBytes += bytes.length;
      return hasWindow;
    });
    expect(new Set(expected).size).toBe(2);
    expect(
      found(published.with(at, { ...(published[at] as Run), bytes: other(published[at]?.bytes ?? array) })),
    ).toEqual(expected);
    const without = expected.toSpliced(at, 1);
    expect(found(published.toSpliced(at, 1))).toEqual(without);
  }
  expect(found([{ ...(published[0] as Run), date: "2026-03-01" as CalendarDate }])).toEqual([false]);
  const [whole, next] = published as [Run, Run];
  const more = { ...whole, bytes: other(whole.bytes) };
  for (const [runs, same] of [
    [
      [whole, next],
      [whole.date, next.date],
    ],
    [[whole, more, next], [next.date]],
    [[more, whole, next], [next.date]],
  ] as const) {
    const kept = KeptRuns.open(keptRootOf(dist));
    for (const { date, bytes } of runs) kept?.find(date, bytes);
    kept?.close();
    expect([...(kept?.sameDates ?? [])]).toEqual(same);
  }
  expect(openFiles()).toBe(openBefore);
  for (const file of ["reviews.json", "reviews.json.gz", "api/reviews/since/index.json"])
    expect(KeptRuns.open(keptRootOf(dist, file))).toBeUndefined();
  expect(KeptRuns.open(undefined)).toBeUndefined();
});
