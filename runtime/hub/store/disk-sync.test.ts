import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskSync } from "./disk-sync.ts";

interface SlowDisk {
  readonly disk: DiskSync;
  /** How many syncs have begun. */
  readonly begun: () => number;
  /** Resolves when the next sync has begun; it ends when the test says so. */
  readonly sync: () => Promise<PromiseWithResolvers<void>>;
}

function slowDisk(): SlowDisk {
  const file = join(mkdtempSync(join(tmpdir(), "reviews-sync-")), "log");
  writeFileSync(file, "");
  const syncs: PromiseWithResolvers<void>[] = [];
  let told = Promise.withResolvers<PromiseWithResolvers<void>>();
  const disk = new DiskSync(file, () => {
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    told.resolve(sync);
    return sync.promise;
  });
  const sync = async (): Promise<PromiseWithResolvers<void>> => {
    const next = await told.promise;
    told = Promise.withResolvers();
    return next;
  };
  return { disk, begun: () => syncs.length, sync };
}

test("who asks while a sync is under way waits for one that began after", async () => {
  const { disk, begun, sync } = slowDisk();
  const answered: string[] = [];
  const ask = (name: string): Promise<number> => disk.flush().then(() => answered.push(name));
  const first = ask("first");
  const firstSync = await sync();
  const others = [ask("second"), ask("third")];
  expect(begun()).toBe(1);
  firstSync.resolve();
  await first;
  const secondSync = await sync();
  expect(answered).toEqual(["first"]);
  const fourth = ask("fourth");
  secondSync.resolve();
  await Promise.all(others);
  expect(answered).toEqual(["first", "second", "third"]);
  (await sync()).resolve();
  await fourth;
  expect(begun()).toBe(3);
  await disk.close();
});

test("after one failure all that follows fails, for nobody knows what is on disk", async () => {
  const { disk, begun, sync } = slowDisk();
  const first = disk.flush();
  const firstSync = await sync();
  const second = disk.flush();
  firstSync.reject(new Error("EIO"));
  await expect(first).rejects.toThrow("EIO");
  await expect(second).rejects.toThrow("EIO");
  await expect(disk.flush()).rejects.toThrow("EIO");
  expect(begun()).toBe(1);
  await disk.close();
});
