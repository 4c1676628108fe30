import { copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { folderSource } from "../../runtime/artifacts/folder.ts";
import type { Release } from "../../runtime/artifacts/release.ts";
import { ReleaseStore } from "../../runtime/artifacts/release-store.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import type { Timer } from "../../runtime/hub/policy.ts";
import { Metrics } from "../../runtime/metrics.ts";
import { Websub } from "../../runtime/websub.ts";
import { emptyFolder } from "../support/content.ts";
import { policyOf, startHub } from "../support/hub.ts";
import { publishNumber, TEST_BASE_URL } from "../support/releases.ts";
import { seedSubscriptions } from "../support/seed-subscriptions.ts";
import { startSubscriber } from "../support/subscriber.ts";
import { trustedTls } from "../support/tls.ts";

/** The hub's SQLite file is deleted, replaced, truncated or overwritten while the sidecar runs. */

const garbage = (size: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 7919 + 13) % 251));

/** Writes over a file without truncating it first, so that it keeps its inode and its size. */
const overwrite = (file: string): void => writeFileSync(file, garbage(statSync(file).size), { flag: "r+" });

const LOSSES: readonly (readonly [string, (file: string) => void, string])[] = [
  ["deleted", (file) => rmSync(file), "was deleted or replaced"],
  ["deleted with its log", (file) => removeAll(file), "was deleted or replaced"],
  [
    "replaced by a rename",
    (file) => {
      copyFileSync(file, `${file}.other`);
      renameSync(`${file}.other`, file);
    },
    "was deleted or replaced",
  ],
  ["truncated", (file) => truncateSync(file, 4096), "was overwritten"],
  ["emptied", (file) => truncateSync(file, 0), "was overwritten"],
  ["overwritten", (file) => overwrite(file), "was overwritten"],
  [
    "overwritten with its log",
    (file) => {
      overwrite(`${file}-wal`);
      overwrite(file);
    },
    "was overwritten",
  ],
  ["left, and its log overwritten", (file) => overwrite(`${file}-wal`), "is damaged"],
  ["left, and its log emptied", (file) => truncateSync(`${file}-wal`, 0), "is damaged"],
  ["left, and its log deleted", (file) => rmSync(`${file}-wal`), "was deleted or replaced"],
];

function removeAll(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`);
}

/** A file whose log holds pages that are not in the file itself. */
async function seededFile(): Promise<string> {
  const file = join(emptyFolder(), "hub.sqlite");
  const database = openSqlite(file);
  const callbacks = Array.from({ length: 200 }, (_, at) => `https://subscriber-${at}.example/callback`);
  await seedSubscriptions(database, callbacks, 1);
  await database.close();
  return file;
}

describe.for(LOSSES)("a database file that is %s while it is open", ([, lose, reason]) => {
  test("is noticed by a probe before any request: it is logged, and the hub is not ready", async () => {
    const database = await seededFile();
    const timers: { run: () => void; afterMs: number }[] = [];
    const timer: Timer = (run, afterMs) => {
      timers.push({ run, afterMs });
      return () => {};
    };
    const reasons: unknown[] = [];
    const log = {
      info: () => {},
      warn: () => {},
      error: (_event: string, fields?: object) => void reasons.push((fields as { reason: unknown }).reason),
    };
    const ports = { log, clock: () => 1000, metrics: new Metrics(), reload: () => {}, timer };
    const websub = new Websub(policyOf({ database }), ports);
    await websub.start();
    const dist = join(emptyFolder(), "dist");
    await publishNumber(dist, 1);
    const releases = new ReleaseStore(folderSource(dist));
    await releases.reload();
    await websub.announce(releases.release as Release, TEST_BASE_URL);
    expect(websub.isReady).toBe(true);
    lose(database);
    const probes = timers.filter(({ afterMs }) => afterMs === 5000);
    expect(probes.length).toBe(1);
    probes[0]?.run();
    await expect.poll(() => websub.isReady).toBe(false);
    expect(reasons).toEqual([expect.stringContaining(`${database} ${reason}`)]);
    await websub.drain();
    await websub.close();
  });

  test("gets no 202: requests get 503, /readyz?part=hub is 503, and reads go on", async () => {
    const database = await seededFile();
    const hub = await startHub({ database });
    expect((await fetch(`${hub.origin}/readyz?part=hub`)).status).toBe(200);
    lose(database);
    for (let count = 0; count < 3; count += 1) {
      expect(await hub.subscribe(`https://127.0.0.1:9/${count}`)).toBe(503);
    }
    expect((await fetch(`${hub.origin}/readyz?part=hub`)).status).toBe(503);
    const ready = await fetch(`${hub.origin}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([200, "reads: ready\nhub: not ready\n"]);
    expect((await fetch(`${hub.origin}/reviews.json`)).status).toBe(200);
    await hub.stop();
  });
});

test("a damaged file is refused at the start, with the reason", async () => {
  const database = await seededFile();
  const size = statSync(database).size;
  writeFileSync(database, garbage(size - 8192), { flag: "r+" });
  const hub = await startHub({ database });
  expect(hub.logged).toContainEqual(
    expect.objectContaining({
      event: "hub-fault",
      reason: expect.stringMatching(/damaged|not a database/) as string,
    }),
  );
  expect(await hub.subscribe("https://127.0.0.1:9/a")).toBe(503);
  expect((await fetch(`${hub.origin}/readyz?part=hub`)).status).toBe(503);
  await hub.stop();
});

test("the whole file is examined once a day", async () => {
  const database = await seededFile();
  const time = { now: 1000 };
  const timers: { run: () => void; afterMs: number }[] = [];
  const timer: Timer = (run, afterMs) => {
    timers.push({ run, afterMs });
    return () => {};
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const metrics = new Metrics();
  const websub = new Websub(policyOf({ database }), {
    log,
    clock: () => time.now,
    metrics,
    reload: () => {},
    timer,
  });
  await websub.start();
  const dist = join(emptyFolder(), "dist");
  await publishNumber(dist, 1);
  const releases = new ReleaseStore(folderSource(dist));
  await releases.reload();
  await websub.announce(releases.release as Release, TEST_BASE_URL);
  const probe = async (): Promise<void> => {
    const next = timers.findLast(({ afterMs }) => afterMs === 5000);
    timers.length = 0;
    next?.run();
    await expect.poll(() => timers.length).toBe(1);
  };
  // Damage that SQLite itself writes, so that sizes and times look as after any other commit.
  const direct = new DatabaseSync(database);
  direct.enableDefensive(false);
  direct.exec(
    "pragma writable_schema = on; update sqlite_schema set rootpage = 999999 where name = 'subscription_expiry'",
  );
  direct.close();
  await probe();
  expect(websub.isReady).toBe(true);
  time.now += 86_400_000;
  await probe();
  expect(websub.isReady).toBe(false);
  await websub.drain();
  await websub.close();
});

test("another SQLite connection may read and write the file while the hub runs", async () => {
  const database = await seededFile();
  const subscriber = await startSubscriber(await trustedTls());
  const hub = await startHub({ database });
  const other = new DatabaseSync(database);
  other.exec("update subscription set last_status = '204'; pragma wal_checkpoint(truncate)");
  const callback = subscriber.url("/other");
  expect(await hub.subscribe(callback)).toBe(202);
  await hub.untilState(callback, "active");
  other.close();
  expect(await hub.subscribe(callback)).toBe(202);
  expect((await fetch(`${hub.origin}/readyz?part=hub`)).status).toBe(200);
  await hub.stop();
  await subscriber.stop();
});

test("readiness names its parts", async () => {
  const hub = await startHub();
  const ready = await fetch(`${hub.origin}/readyz`);
  expect(await ready.text()).toBe("reads: ready\nhub: ready\n");
  const unknown = await fetch(`${hub.origin}/readyz?part=search`);
  expect(unknown.status).toBe(400);
  expect(await unknown.json()).toMatchObject({
    issues: [{ path: "part", message: "must be one of reads, hub" }],
  });
  await hub.stop();
});
