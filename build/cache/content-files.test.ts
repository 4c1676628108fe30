import { symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { isSameContent, readContent } from "./content-files.ts";

const WRITTEN = new Date("2026-05-01T12:00:00Z");
const secondsLater = (seconds: number): Date => new Date(WRITTEN.getTime() + seconds * 1000);

/** Writes in place, with the same time, as two saves within a tick of the file system. */
function write(file: string, text: string): void {
  writeFileSync(file, text);
  utimesSync(file, WRITTEN, WRITTEN);
}

test("a file that was saved twice within a tick differs for every later build", () => {
  const contentFolder = emptyFolder();
  const file = join(contentFolder, "business.json");
  const at = (seconds: number) => ({
    contentFolder,
    cacheFolder: undefined,
    startedAt: secondsLater(seconds),
  });
  write(file, "first");
  const first = readContent(at(1), {});
  write(file, "other");
  const other = readContent(at(60), first ?? {});
  expect(isSameContent(first ?? {}, other ?? {})).toBe(false);
  // It is settled now: its digest is not taken again.
  write(file, "third");
  expect(readContent(at(120), other ?? {})).toEqual(other);
});

test("a link that leads nowhere is no content", () => {
  const contentFolder = emptyFolder();
  write(join(contentFolder, "business.json"), "first");
  const places = { contentFolder, cacheFolder: undefined, startedAt: secondsLater(60) };
  const before = readContent(places, {});
  symlinkSync("editor@host.1:2", join(contentFolder, ".#business.json"));
  expect(before).toBeDefined();
  expect(readContent(places, {})).toEqual(before);
});
