import type { ServerResponse } from "node:http";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../support/content.ts";
import { folderSource } from "../../runtime/artifacts/folder.ts";
import type { Release } from "../../runtime/artifacts/release.ts";
import { ReleaseStore } from "../../runtime/artifacts/release-store.ts";
import type { Timer } from "../../runtime/hub/policy.ts";
import { publishNumber, TEST_BASE_URL } from "../support/releases.ts";
import { Hub } from "../../runtime/hub/hub.ts";
import { Networks } from "../../runtime/hub/callback/networks.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { Metrics } from "../../runtime/metrics.ts";
import { Websub } from "../../runtime/websub.ts";
import { policyOf, startHub, type TestHub } from "../support/hub.ts";
import { type NameAnswer, startNameServer } from "../support/name-server.ts";
import { startSubscriber, subscribed, type Subscriber } from "../support/subscriber.ts";
import { LOOPBACK_HOSTS, trustedTls } from "../support/tls.ts";

const NAMES = ["a.outage.com", "b.outage.com", "c.outage.com"];
let subscriber: Subscriber;

beforeAll(async () => {
  subscriber = await startSubscriber(await trustedTls([...NAMES, "control.outage.com"]), LOOPBACK_HOSTS);
});

afterAll(async () => {
  await subscriber.stop();
});

const posts = (path: string): number =>
  subscriber.received(path).filter(({ method }) => method === "POST").length;

test("after a restart, expired subscriptions get nothing and renewed ones are kept", async () => {
  const time = { now: Date.now() };
  const database = join(emptyFolder(), "hub.sqlite");
  const clock = (): number => time.now;
  const first = await startHub({ database, minLeaseSeconds: 60 }, { clock });
  const expiring = subscriber.url("/restart/expiring");
  const renewed = subscriber.url("/restart/renewed");
  for (const callback of [expiring, renewed]) {
    await first.subscribe(callback, { "hub.lease_seconds": "60" });
    await first.untilState(callback, "active");
  }
  await first.subscribe(renewed, { "hub.lease_seconds": "86400" });
  await first.untilState(renewed, "active");
  await first.stop();
  time.now += 3_600_000;
  const second = await startHub({ database, minLeaseSeconds: 60 }, { clock });
  await second.publish();
  await subscriber.until("/restart/renewed", "POST", 1);
  expect(await second.diagnose(expiring)).toMatchObject({ state: "ended", end_reason: "expired" });
  expect(posts("/restart/expiring")).toBe(0);
  await second.stop();
});

test("a release published while the sidecar was down is delivered after the restart", async () => {
  const folder = emptyFolder();
  const database = join(folder, "hub.sqlite");
  const first = await startHub({ database });
  const callback = subscriber.url("/restart/down");
  await first.subscribe(callback);
  await first.untilState(callback, "active");
  await first.stop();
  const second = await startHub({ database }, { release: 7 });
  const [received] = await subscriber.until("/restart/down", "POST", 1);
  expect(received?.body.toString()).toContain("release 7");
  await second.stop();
});

describe("T9: a failed lookup", () => {
  const failures = (hub: TestHub): number =>
    Number(/outcome="failed",status="lookup-failed"\} (\d+)/.exec(hub.sidecar.metrics.render())?.[1] ?? 0);
  const start = async (answerOf: (name: string) => NameAnswer, path: string) => {
    const server = await startNameServer(answerOf, { ttlSeconds: 0 });
    const hub = await startHub({
      retryDelaysSeconds: [0.05],
      idleMs: 20,
      maxFailures: 3,
      nameServers: [server.address],
      controlUrl: subscriber.url("/control", "control.outage.com"),
    });
    const callbacks = NAMES.map((name) => subscriber.url(path, name));
    for (const callback of callbacks) await hub.subscribe(callback);
    for (const callback of callbacks) await hub.untilState(callback, "active");
    return { server, hub, callbacks };
  };

  test("counts for nobody while nothing else is reached either, and is logged", async () => {
    const outage = { isOn: false };
    const { server, hub, callbacks } = await start(() => (outage.isOn ? "servfail" : ["127.0.0.1"]), "/out");
    outage.isOn = true;
    await hub.publish();
    await expect.poll(() => failures(hub), { timeout: 10_000 }).toBeGreaterThan(12);
    expect(hub.sidecar.metrics.render()).toMatch(/^hub_outage 1$/m);
    outage.isOn = false;
    for (const callback of callbacks) {
      await expect
        .poll(() => hub.diagnose(callback), { timeout: 5000 })
        .toMatchObject({
          up_to_date: true,
          consecutive_failures: 0,
        });
    }
    const events = hub.logged.map(({ event }) => event);
    expect(events.filter((event) => /outage/.test(String(event)))).toEqual([
      "hub-outage-begins",
      "hub-outage-ends",
    ]);
    await hub.stop();
    await server.stop();
  });

  test("counts if the control destination is reached", async () => {
    const fault = { name: "" };
    const answer = (name: string): NameAnswer => (name === fault.name ? "servfail" : ["127.0.0.1"]);
    const { server, hub, callbacks } = await start(answer, "/broken-name");
    const [name = ""] = NAMES;
    const [broken = "", healthy = ""] = callbacks;
    fault.name = name;
    await hub.publish();
    await hub.untilState(broken, undefined);
    expect(failures(hub)).toBe(3);
    expect(await hub.diagnose(healthy)).toMatchObject({ state: "active", up_to_date: true });
    await hub.stop();
    await server.stop();
  });
});

test("ten unresponsive hosts do not delay the others", async () => {
  const hub = await startHub();
  const hanging: ServerResponse[] = [];
  const callbacks = LOOPBACK_HOSTS.map((host, index) => subscriber.url(`/hanging/${index}`, host));
  for (const [index, callback] of callbacks.entries()) {
    if (index < 10)
      subscriber.on(
        `/hanging/${index}`,
        subscribed((_received, response) => void hanging.push(response)),
      );
    await hub.subscribe(callback);
  }
  for (const callback of callbacks) await hub.untilState(callback, "active");
  const startedAt = performance.now();
  await hub.publish();
  for (const index of callbacks.keys())
    if (index >= 10) await subscriber.until(`/hanging/${index}`, "POST", 1);
  expect(performance.now() - startedAt).toBeLessThan(2000);
  // The hub would wait for them as long as for any response.
  for (const response of hanging) response.destroy();
  await hub.stop();
});

test("a sweep that ends after the drain schedules no other", async () => {
  const timers: { run: () => void; afterMs: number }[] = [];
  const swept = Promise.withResolvers<void>();
  class SlowStore extends SqlStore {
    override reschedule(): Promise<void> {
      return swept.promise;
    }
  }
  const nothing = (): void => {};
  const hub = new Hub(new SlowStore(openSqlite(":memory:")), policyOf(), new Networks(), {
    clock: () => 0,
    timer: (run, afterMs) => {
      timers.push({ run, afterMs });
      return nothing;
    },
    transport: () => Promise.resolve({ ok: false, reason: "connection" }),
    control: () => Promise.resolve(false),
    random: () => 0,
    token: () => "token",
    reload: nothing,
    events: {
      verified: nothing,
      delivered: nothing,
      outageChanged: nothing,
      terminated: nothing,
      fault: nothing,
    },
  });
  hub.start();
  for (const { run, afterMs } of timers.splice(0)) if (afterMs === 60_000) run();
  await hub.drain();
  swept.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(timers).toEqual([]);
  await hub.close();
});

test("the heartbeat announces the release between checks of the manifest", async () => {
  const time = { now: 1000 };
  const timers: { run: () => void; afterMs: number }[] = [];
  const timer: Timer = (run, afterMs) => {
    timers.push({ run, afterMs });
    return () => {};
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const database = join(emptyFolder(), "hub.sqlite");
  const ports = { log, clock: () => time.now, metrics: new Metrics(), reload: () => {}, timer };
  const websub = new Websub(policyOf({ database }), ports);
  await websub.start();
  const dist = join(emptyFolder(), "dist");
  await publishNumber(dist, 1);
  const releaseStore = new ReleaseStore(folderSource(dist));
  await releaseStore.reload();
  await websub.announce(releaseStore.release as Release, TEST_BASE_URL);
  // The manifest is not checked again, as with HUB_POLL_SECONDS=300.
  time.now += 15_000;
  for (const { run, afterMs } of timers) if (afterMs === 15_000) run();
  const file = new DatabaseSync(database, { readOnly: true });
  const seenAt = (): unknown => file.prepare("select min(seen_at) as at from topic").get()?.["at"];
  await expect.poll(seenAt).toBe(time.now);
  file.close();
  await websub.drain();
  await websub.close();
});

test("a sidecar that stops while its database opens starts no work", async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const database = join(emptyFolder(), "hub.sqlite");
  const ports = { log, clock: () => 0, metrics: new Metrics(), reload: () => {} };
  const websub = new Websub(policyOf({ database }), ports);
  const opening = websub.start();
  await websub.drain();
  await websub.close();
  await opening;
  expect(websub.hub).toBeUndefined();
});

/** A file system of 4 MB; undefined where mounting is not permitted. */
function smallDisk(): string | undefined {
  const folder = emptyFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    console.warn("SKIPPED: the full-disk test, because this user may not mount a tmpfs.");
    return undefined;
  }
}

const disk = smallDisk();
afterAll(() => {
  if (disk !== undefined) execFileSync("umount", ["-l", disk]);
});

test.runIf(disk !== undefined)(
  "T4: on a full disk, requests get 503 and reads work; it recovers by itself",
  async () => {
    const folder = disk ?? "";
    mkdirSync(join(folder, "data"));
    const hub = await startHub({ database: join(folder, "data", "hub.sqlite") });
    const callback = subscriber.url("/disk/before");
    await hub.subscribe(callback);
    await hub.untilState(callback, "active");
    const filler = join(folder, "filler");
    const full: number[] = [];
    try {
      for (let size = 1 << 20; size >= 256; size /= 2) writeFileSync(`${filler}-${size}`, Buffer.alloc(size));
    } catch {
      // The disk is full, as intended.
    }
    for (let size = 65_536; size >= 64; size /= 2) {
      try {
        writeFileSync(`${filler}-rest-${size}`, Buffer.alloc(size));
      } catch {
        // The disk is full.
      }
    }
    for (let count = 0; count < 400 && !full.includes(503); count += 1) {
      full.push(await hub.subscribe(subscriber.url(`/disk/${count}?${"x".repeat(1500)}`)));
    }
    expect(full.at(-1)).toBe(503);
    expect((await fetch(`${hub.origin}/reviews.json`)).status).toBe(200);
    expect(await hub.diagnose(callback)).toMatchObject({ state: "active" });
    execFileSync("sh", ["-c", `rm -f ${filler}*`]);
    await expect.poll(() => hub.subscribe(subscriber.url("/disk/after")), { timeout: 5000 }).toBe(202);
    await hub.untilState(subscriber.url("/disk/after"), "active");
    await hub.stop();
    rmSync(join(folder, "data"), { recursive: true });
  },
);
