import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../../test/support/content.ts";
import { DiskSync } from "./disk-sync.ts";

interface SlowDisk {
  readonly disk: DiskSync;
  /** The number of syncs started. */
  readonly started: () => number;
  /** Resolves when the next sync has started; the test ends it. */
  readonly sync: () => Promise<PromiseWithResolvers<void>>;
}

function slowDisk(): SlowDisk {
  const file = join(emptyFolder(), "log");
  writeFileSync(file, "");
  const syncs: PromiseWithResolvers<void>[] = [];
  let startedSync = Promise.withResolvers<PromiseWithResolvers<void>>();
  const disk = new DiskSync(file, () => {
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    startedSync.resolve(sync);
    return sync.promise;
  });
  const sync = async (): Promise<PromiseWithResolvers<void>> => {
    const next = await startedSync.promise;
    startedSync = Promise.withResolvers();
    return next;
  };
  return { disk, started: () => syncs.length, sync };
}

test("a call during a sync waits for a sync that starts later", async () => {
  const { disk, started, sync } = slowDisk();
  const answered: string[] = [];
  const ask = (name: string): Promise<number> => disk.flush().then(() => answered.push(name));
  const first = ask("first");
  const firstSync = await sync();
  const others = [ask("second"), ask("third")];
  expect(started()).toBe(1);
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
  expect(started()).toBe(3);
  await disk.close();
});

test("after one failure every later call fails, because the state on disk is unknown", async () => {
  const { disk, started, sync } = slowDisk();
  const first = disk.flush();
  const firstSync = await sync();
  const second = disk.flush();
  firstSync.reject(new Error("EIO"));
  await expect(first).rejects.toThrow("EIO");
  await expect(second).rejects.toThrow("EIO");
  await expect(disk.flush()).rejects.toThrow("EIO");
  expect(started()).toBe(1);
  await disk.close();
});
