import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderSource } from "../../runtime/artifacts/folder.ts";
import { ReleaseStore } from "../../runtime/artifacts/release-store.ts";
import { readRootOf } from "../support/build.ts";
import { emptyFolder } from "../support/content.ts";
import { publishNumber } from "../support/releases.ts";

const CHECKS = 40;
const ROUNDS = 5;

/** Bytes that this process has read so far, wherever from. */
function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}

async function published(pages: number): Promise<{ dist: string; bytesPerCheck: number }> {
  const dist = join(emptyFolder(), "dist");
  await publishNumber(
    dist,
    1,
    Array.from({ length: pages }, (_, page) => `/reviews/page/${page}/`),
  );
  const store = new ReleaseStore(folderSource(dist));
  expect(await store.reload()).toEqual({ ok: true, value: "changed" });
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = bytesRead();
    for (let check = 0; check < CHECKS; check += 1)
      expect(await store.reload()).toEqual({ ok: true, value: "same" });
    rounds.push((bytesRead() - before) / CHECKS);
  }
  // The test runner reads as well, but not in every round.
  return { dist, bytesPerCheck: Math.min(...rounds) };
}

test("looking for a new release reads no file, however many pages the release has", async ({ skip }) => {
  skip(!existsSync("/proc/self/io"), "the bytes that a process reads are counted on Linux only");
  const [few, many] = [await published(10), await published(3000)];
  // Each call that the thread pool completes reads 8 bytes from an event counter.
  expect(few.bytesPerCheck).toBeLessThan(50);
  expect(many.bytesPerCheck).toBeLessThan(50);
  const [small, large] = [readRootOf(few.dist), readRootOf(many.dist)];
  expect(Object.keys(large.artifacts)).toEqual(Object.keys(small.artifacts));
  expect(large.segments.length).toBeLessThan(30);
});
