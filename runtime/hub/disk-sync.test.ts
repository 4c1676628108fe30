import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskSync } from "./disk-sync.ts";

/** A disk whose syncs end when the test says so. */
function slowDisk(): { disk: DiskSync; syncs: { end: () => void; fail: (error: Error) => void }[] } {
  const file = join(mkdtempSync(join(tmpdir(), "reviews-sync-")), "log");
  writeFileSync(file, "");
  const syncs: { end: () => void; fail: (error: Error) => void }[] = [];
  const sync = (): Promise<void> => new Promise((end, fail) => syncs.push({ end, fail }));
  return { disk: new DiskSync(file, sync), syncs };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test("who asks while a sync is under way waits for one that began after", async () => {
  const { disk, syncs } = slowDisk();
  const answered: string[] = [];
  const ask = (name: string): Promise<number> => disk.flush().then(() => answered.push(name));
  const first = ask("first");
  await turns();
  expect(syncs).toHaveLength(1);
  const others = [ask("second"), ask("third")];
  await turns();
  expect(syncs).toHaveLength(1);
  syncs[0]?.end();
  await first;
  await turns();
  expect(answered).toEqual(["first"]);
  expect(syncs).toHaveLength(2);
  const fourth = ask("fourth");
  syncs[1]?.end();
  await Promise.all(others);
  expect(answered).toEqual(["first", "second", "third"]);
  await turns();
  syncs[2]?.end();
  await fourth;
  expect(syncs).toHaveLength(3);
  await disk.close();
});

test("after one failure all that follows fails, for nobody knows what is on disk", async () => {
  const { disk, syncs } = slowDisk();
  const first = disk.flush();
  await turns();
  const second = disk.flush();
  syncs[0]?.fail(new Error("EIO"));
  await expect(first).rejects.toThrow("EIO");
  await expect(second).rejects.toThrow("EIO");
  await expect(disk.flush()).rejects.toThrow("EIO");
  expect(syncs).toHaveLength(1);
  await disk.close();
});
