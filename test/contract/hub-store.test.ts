import { randomBytes } from "node:crypto";
import { copyFileSync, readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openStore } from "../../runtime/hub/store/open-store.ts";
import { openPostgres } from "../../runtime/hub/store/postgres.ts";
import { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import {
  type Claim,
  CLAIM_MS,
  type ClaimQuery,
  type SubscriptionBounds,
  type TopicVersions,
} from "../../runtime/hub/store/store.ts";
import type { PendingRequest, Signal, Subscription } from "../../runtime/hub/state/subscription.ts";
import { emptyFolder } from "../support/content.ts";
import { freshSchema, postgresAnswers } from "../support/postgres.ts";

/** The contract of the store, run against both databases. */

const NOW = 1_800_000_000_000;
const BOUNDS: SubscriptionBounds = { maxPerHost: 3, maxPerGrownHost: 3, maxPending: 5, maxSubscriptions: 6 };
const NO_BOUNDS: SubscriptionBounds = {
  maxPerHost: 1e9,
  maxPerGrownHost: 1e9,
  maxPending: 1e9,
  maxSubscriptions: 1e9,
};

const claimsOf = async (store: SqlStore, query: ClaimQuery): Promise<Claim[]> =>
  (await store.claim(query)).flat();

interface TestStore {
  readonly store: SqlStore;
  /** Opens another worker's store on the same database. */
  readonly again: () => Promise<SqlStore>;
  readonly remove: () => Promise<void>;
}

function sqlite(): Promise<TestStore> {
  const file = join(emptyFolder(), "data", "hub.sqlite");
  // SQLite has one connection per process; several workers share it.
  const database = openSqlite(file);
  const shared = { ...database, close: () => Promise.resolve() };
  const again = (): Promise<SqlStore> => Promise.resolve(new SqlStore(shared));
  const remove = (): Promise<void> => Promise.resolve(rmSync(file, { force: true }));
  return Promise.resolve({ store: new SqlStore(database), again, remove });
}

async function postgres(): Promise<TestStore> {
  const { url, drop } = await freshSchema();
  const again = async (): Promise<SqlStore> => new SqlStore(await openPostgres(url));
  return { store: await again(), again, remove: drop };
}

const hasPostgres = await postgresAnswers();

const pendingOf = (change: Partial<PendingRequest> = {}): PendingRequest => ({
  id: randomBytes(4).toString("hex"),
  mode: "subscribe",
  leaseSeconds: 600,
  secret: "s\u00e9cret",
  version: 1,
  requestedAt: NOW,
  ...change,
});

const blankOf = (name: string, host = `${name}.example.com`): Subscription => ({
  callback: `https://${host}/${name}`,
  callbackKey: `https://${host}/${name}`,
  host,
  topic: "/feed.xml",
  live: undefined,
  pending: undefined,
  lastStatus: undefined,
  lastAt: undefined,
});

const DATABASES = [["SQLite", sqlite] as const, ...(hasPostgres ? [["PostgreSQL", postgres] as const] : [])];

describe.for(DATABASES)("%s", ([, open]) => {
  const opened: TestStore[] = [];
  const fresh = async (): Promise<TestStore> => {
    const one = await open();
    opened.push(one);
    return one;
  };
  afterEach(async () => {
    for (const { store, remove } of opened.splice(0)) {
      await store.close();
      await remove();
    }
  });
  const request = (
    store: SqlStore,
    name: string,
    pending = pendingOf(),
    { bounds = NO_BOUNDS, host }: { bounds?: SubscriptionBounds; host?: string } = {},
  ) => store.request(blankOf(name, host), { kind: "requested", pending }, pending.requestedAt, bounds);
  const claim = (
    store: SqlStore,
    now = NOW,
    versions: TopicVersions = new Map([["/feed.xml", 1]]),
    { limit = 100, accepts = () => true }: { limit?: number; accepts?: () => boolean } = {},
  ) =>
    claimsOf(store, {
      now,
      token: randomBytes(4).toString("hex"),
      expiresAt: now + CLAIM_MS,
      versions,
      accepts,
      saturatedHosts: [],
      limit,
    });
  const complete = (store: SqlStore, { id, token }: Claim, signal?: Signal, now = NOW) =>
    store.complete([{ id, token, signal }], now, 3);
  const confirm = async (store: SqlStore, claimed: Claim, now = NOW): Promise<void> => {
    const { pending } = claimed.subscription;
    if (pending)
      await complete(store, claimed, { kind: "confirmed", pending, requestedAt: now, status: "200" }, now);
  };
  const announcement = (etag: string, modifiedAt = NOW, previousEtag?: string) => [
    { topic: "/feed.xml" as const, etag, modifiedAt, previousEtag },
  ];

  test("a stored request is claimed once and read back unchanged", async () => {
    const { store } = await fresh();
    const pending = pendingOf();
    expect(await request(store, "a", pending)).toEqual({ ok: true, value: true });
    const [claimed] = await claim(store);
    expect(claimed?.subscription).toEqual({ ...blankOf("a"), pending });
    expect(await claim(store)).toEqual([]);
    await confirm(store, claimed as Claim);
    const found = await store.find(blankOf("a").callbackKey, "/feed.xml");
    expect(found).toEqual({
      ...blankOf("a"),
      live: {
        secret: "s\u00e9cret",
        expiresAt: NOW + 600_000,
        deliveredVersion: 1,
        failures: 0,
        retryAt: undefined,
      },
      lastStatus: "200",
      lastAt: NOW,
    });
  });

  test("a claim expires, and outcomes of its former owner are ignored", async () => {
    const { store } = await fresh();
    await request(store, "a");
    const [first] = await claim(store);
    expect(await claim(store, NOW + CLAIM_MS - 1)).toEqual([]);
    const [second] = await claim(store, NOW + CLAIM_MS);
    expect(second?.id).toBe(first?.id);
    const { pending } = (first as Claim).subscription;
    await complete(store, first as Claim, {
      kind: "unconfirmed",
      pending: pending as PendingRequest,
      status: "404",
    });
    expect(await store.find(blankOf("a").callbackKey, "/feed.xml")).toBeDefined();
    await confirm(store, second as Claim, NOW + CLAIM_MS);
    expect((await store.find(blankOf("a").callbackKey, "/feed.xml"))?.live).toBeDefined();
  });

  test("a request during a claim becomes due when the claim ends", async () => {
    const { store } = await fresh();
    await request(store, "a");
    const [claimed] = await claim(store);
    await request(store, "a", pendingOf({ id: "later", secret: null }));
    expect(await claim(store)).toEqual([]);
    await confirm(store, claimed as Claim);
    const [next] = await claim(store);
    expect(next?.subscription.pending).toMatchObject({ id: "later", secret: null });
    expect(next?.subscription.live?.secret).toBe("s\u00e9cret");
  });

  test("a claim that is given back is due at once", async () => {
    const { store } = await fresh();
    await request(store, "a");
    const [claimed] = await claim(store);
    await complete(store, claimed as Claim);
    expect(await claim(store)).toHaveLength(1);
  });

  test("a new version makes each subscription of the topic due once", async () => {
    const { store } = await fresh();
    for (const name of ["a", "b"]) await request(store, name);
    for (const one of await claim(store)) await confirm(store, one);
    expect(await claim(store)).toEqual([]);
    const versions: TopicVersions = new Map([["/feed.xml", 2]]);
    const due = await claim(store, NOW, versions);
    expect(due.map(({ subscription }) => subscription.host)).toEqual(["a.example.com", "b.example.com"]);
    for (const one of due) await complete(store, one, { kind: "delivered", version: 2, status: "204" });
    expect(await claim(store, NOW, versions)).toEqual([]);
    expect(await claim(store, NOW, new Map())).toEqual([]);
  });

  test("a failed delivery is due at its retry time; the third ends the subscription", async () => {
    const { store } = await fresh();
    await request(store, "a");
    for (const one of await claim(store)) await confirm(store, one);
    const versions: TopicVersions = new Map([["/feed.xml", 2]]);
    for (const failures of [1, 2]) {
      const at = NOW + failures * 100_000;
      const [one] = await claim(store, at, versions);
      const signal: Signal = { kind: "failed", counts: true, retryAt: at + 60_000, status: "500" };
      expect(await complete(store, one as Claim, signal, at)).toEqual([]);
      expect(await claim(store, at + 59_999, versions)).toEqual([]);
    }
    const [last] = await claim(store, NOW + 300_000, versions);
    const signal: Signal = { kind: "failed", counts: true, retryAt: NOW + 400_000, status: "500" };
    const terminations = await complete(store, last as Claim, signal, NOW + 300_000);
    expect(terminations).toMatchObject([
      { reason: "failed", deny: true, subscription: { host: "a.example.com" } },
    ]);
    expect(await store.find(blankOf("a").callbackKey, "/feed.xml")).toBeUndefined();
  });

  test("a subscription that ends leaves a tombstone with its reason and its last ten attempts", async () => {
    const { store } = await fresh();
    await request(store, "a");
    for (const one of await claim(store)) await confirm(store, one);
    const keep = store.findTombstone.bind(store, blankOf("a").callbackKey, "/feed.xml");
    expect(await keep()).toBeUndefined();
    for (let version = 2; version <= 13; version += 1) {
      const at = NOW + version * 1000;
      const [one] = await claim(store, at, new Map([["/feed.xml", version]]));
      const { id, token } = one as Claim;
      const status = version === 13 ? "410" : "200";
      const signal: Signal =
        version === 13 ? { kind: "gone", status } : { kind: "delivered", version, status };
      const attempt = { kind: "delivery", at, durationMs: version, status } as const;
      await store.complete([{ id, token, signal, attempt }], at, 3);
    }
    const tombstone = await keep();
    expect(tombstone).toMatchObject({ reason: "gone", lastStatus: "410", endedAt: NOW + 13_000 });
    expect(tombstone?.attempts.map(({ durationMs }) => durationMs)).toEqual([
      13, 12, 11, 10, 9, 8, 7, 6, 5, 4,
    ]);
    expect(tombstone?.attempts[0]).toEqual({
      kind: "delivery",
      at: NOW + 13_000,
      durationMs: 13,
      status: "410",
    });
    // A row that takes over its id does not inherit its attempts.
    await request(store, "b");
    for (const one of await claim(store)) await confirm(store, one);
    const [second] = await claim(store, NOW, new Map([["/feed.xml", 2]]));
    await complete(store, second as Claim, { kind: "gone", status: "410" });
    expect((await store.findTombstone(blankOf("b").callbackKey, "/feed.xml"))?.attempts).toEqual([]);
    await store.sweep(NOW + 13_000 + 30 * 86_400_000 - 1);
    expect(await keep()).toBeDefined();
    await store.sweep(NOW + 13_000 + 30 * 86_400_000);
    expect(await keep()).toBeUndefined();
  });

  test("a lease that ends leaves a tombstone, and an unsubscribe another one in its place", async () => {
    const { store } = await fresh();
    const find = () => store.findTombstone(blankOf("a").callbackKey, "/feed.xml");
    await request(store, "a");
    for (const one of await claim(store)) await confirm(store, one);
    expect(await store.sweep(NOW + 600_000)).toBe(1);
    expect(await find()).toMatchObject({ reason: "expired", endedAt: NOW + 600_000, lastStatus: "200" });
    await request(store, "a");
    for (const one of await claim(store)) await confirm(store, one);
    await request(store, "a", pendingOf({ mode: "unsubscribe" }));
    for (const one of await claim(store)) await confirm(store, one, NOW + 1);
    expect(await find()).toMatchObject({ reason: "unsubscribed", endedAt: NOW + 1 });
  });

  test("a request that is never confirmed leaves no tombstone", async () => {
    const { store } = await fresh();
    const pending = pendingOf();
    await request(store, "a", pending);
    const [one] = await claim(store);
    await complete(store, one as Claim, { kind: "unconfirmed", pending, status: "404" });
    expect(await store.findTombstone(blankOf("a").callbackKey, "/feed.xml")).toBeUndefined();
  });

  test("bounds per host, on pending requests, and on all subscriptions", async () => {
    const { store } = await fresh();
    for (const name of ["1", "2", "3"])
      expect((await request(store, name, pendingOf(), { bounds: BOUNDS, host: "h" })).ok).toBe(true);
    expect(await request(store, "4", pendingOf(), { bounds: BOUNDS, host: "h" })).toEqual({
      ok: false,
      error: "host full",
    });
    // A request for an existing pair replaces its pending one.
    expect((await request(store, "3", pendingOf(), { bounds: BOUNDS, host: "h" })).ok).toBe(true);
    for (const name of ["5", "6"]) await request(store, name, pendingOf(), { bounds: BOUNDS });
    expect(await request(store, "7", pendingOf(), { bounds: BOUNDS })).toEqual({
      ok: false,
      error: "too many pending",
    });
    for (const one of await claim(store)) await confirm(store, one);
    await request(store, "8", pendingOf(), { bounds: BOUNDS });
    expect(await request(store, "9", pendingOf(), { bounds: BOUNDS })).toEqual({
      ok: false,
      error: "too many subscriptions",
    });
  });

  test("a full host takes another callback once deliveries succeeded, up to its greater bound", async () => {
    const { store } = await fresh();
    const bounds = { ...NO_BOUNDS, maxPerHost: 2, maxPerGrownHost: 4 };
    const ask = async (name: string): Promise<boolean> =>
      (await request(store, name, pendingOf(), { bounds, host: "h" })).ok;
    const deliver = async (version: number, status: string): Promise<void> => {
      for (const { id, token } of await claim(store, NOW, new Map([["/feed.xml", version]]))) {
        const attempt = { kind: "delivery", at: NOW, durationMs: 1, status } as const;
        const signal: Signal =
          status === "204"
            ? { kind: "delivered", version, status }
            : { kind: "failed", counts: true, retryAt: NOW, status };
        await store.complete([{ id, token, signal, attempt }], NOW, 9);
      }
    };
    const confirmAll = async (): Promise<void> => {
      for (const one of await claim(store)) await confirm(store, one);
    };
    expect([await ask("1"), await ask("2"), await ask("3")]).toEqual([true, true, false]);
    await confirmAll();
    await deliver(2, "500");
    expect(await ask("3")).toBe(false);
    await deliver(2, "204");
    expect([await ask("3"), await ask("4"), await ask("5")]).toEqual([true, true, false]);
    await confirmAll();
    await deliver(3, "204");
    expect(await ask("5")).toBe(false);
  });

  test("saturated hosts are skipped in favor of later rows", async () => {
    const { store } = await fresh();
    for (let index = 0; index < 10; index += 1)
      await request(store, `s${index}`, pendingOf({ requestedAt: NOW - 5 }), { host: "slow" });
    await request(store, "fast");
    const two = await claim(store, NOW, new Map(), { accepts: () => false });
    expect(two).toEqual([]);
    const found = await claimsOf(store, {
      now: NOW,
      token: "c",
      expiresAt: NOW + 1,
      versions: new Map(),
      accepts: () => true,
      saturatedHosts: ["slow"],
      limit: 2,
    });
    expect(found.map(({ subscription }) => subscription.host)).toEqual(["fast.example.com"]);
  });

  test("rows of new hosts are claimed apart from those of hosts that confirmed a subscription", async () => {
    const { store } = await fresh();
    await request(store, "a", pendingOf(), { host: "known.example.com" });
    for (const one of await claim(store)) await confirm(store, one);
    await request(store, "b", pendingOf(), { host: "known.example.com" });
    await request(store, "c", pendingOf(), { host: "new.example.com" });
    expect(await store.hostCounts("known.example.com")).toEqual({ all: 2, confirmed: 1 });
    expect(await store.hostCounts("new.example.com")).toEqual({ all: 1, confirmed: 0 });
    for (const hosts of ["new", "known"] as const) {
      const terms = { now: NOW, token: hosts, expiresAt: NOW + CLAIM_MS, versions: new Map() };
      const found = await claimsOf(store, {
        ...terms,
        hosts,
        accepts: () => true,
        saturatedHosts: [],
        limit: 9,
      });
      expect(found.map(({ subscription }) => subscription.host)).toEqual([`${hosts}.example.com`]);
    }
  });

  test("expired subscriptions are never claimed, and are swept unless a renewal is pending", async () => {
    const { store } = await fresh();
    for (const name of ["a", "b"]) await request(store, name);
    for (const one of await claim(store)) await confirm(store, one);
    const later = NOW + 600_000;
    await request(store, "b", pendingOf({ requestedAt: later }));
    const due = await claim(store, later, new Map([["/feed.xml", 2]]));
    expect(due.map(({ subscription }) => subscription.host)).toEqual(["b.example.com"]);
    expect(await store.sweep(later)).toBe(1);
    expect(await store.find(blankOf("a").callbackKey, "/feed.xml")).toBeUndefined();
    await confirm(store, due[0] as Claim, later);
    expect((await store.find(blankOf("b").callbackKey, "/feed.xml"))?.live?.expiresAt).toBe(later + 600_000);
  });

  test("after the clock goes back, pending requests are due, and the sweep makes retries due", async () => {
    const { store } = await fresh();
    const inTwoDays = NOW + 2 * 86_400_000;
    await request(store, "a", pendingOf({ requestedAt: inTwoDays }));
    for (const one of await claim(store)) await confirm(store, one, inTwoDays);
    const versions: TopicVersions = new Map([["/feed.xml", 2]]);
    const [one] = await claim(store, NOW, versions);
    const signal: Signal = { kind: "failed", counts: true, retryAt: NOW + 600_000, status: "500" };
    await complete(store, one as Claim, signal);
    await store.reschedule(NOW, false);
    expect(await claim(store, NOW, versions)).toEqual([]);
    await store.reschedule(NOW, true);
    expect(await claim(store, NOW, versions)).toHaveLength(1);
  });

  test("topic versions grow, and a lagging sidecar cannot announce its old release", async () => {
    const { store } = await fresh();
    const versionOf = async (...args: Parameters<typeof announcement>): Promise<number | undefined> =>
      (await store.announce(announcement(...args), NOW)).get("/feed.xml");
    expect(await versionOf("one", 100)).toBe(1);
    expect(await versionOf("one", 100)).toBe(1);
    expect(await versionOf("two", 200)).toBe(2);
    expect(await versionOf("one", 100)).toBeUndefined();
    expect(await versionOf("one", 100, "two")).toBe(3);
    expect(await versionOf("zero", 50)).toBeUndefined();
    const muchLater = await store.announce(announcement("zero", 50), NOW + 60_000);
    expect(muchLater.get("/feed.xml")).toBe(4);
  });

  test("counts", async () => {
    const { store } = await fresh();
    for (const name of ["a", "b", "c"]) await request(store, name);
    const [first] = await claim(store, NOW, new Map(), { limit: 1 });
    await confirm(store, first as Claim);
    expect(await store.counts(NOW, new Map([["/feed.xml", 2]]))).toEqual({
      active: 1,
      pending: 2,
      failing: 0,
      due: 3,
      oldestDueAt: NOW,
    });
  });

  test("several workers never claim the same subscription", async () => {
    const { store, again } = await fresh();
    for (let index = 0; index < 200; index += 1) await request(store, `n${index}`);
    const others = await Promise.all([again(), again(), again()]);
    const ids: number[] = [];
    await Promise.all(
      [store, ...others].map(async (one) => {
        for (;;) {
          const claimed = await claim(one, NOW, new Map(), { limit: 7 });
          if (claimed.length === 0) return;
          ids.push(...claimed.map(({ id }) => id));
        }
      }),
    );
    expect(ids).toHaveLength(200);
    expect(new Set(ids).size).toBe(200);
    for (const other of others) await other.close();
  });

  test("concurrent requests for one pair create one subscription", async () => {
    const { store, again } = await fresh();
    const others = await Promise.all([again(), again(), again()]);
    await Promise.all([store, ...others].map((one) => request(one, "same")));
    expect(await claim(store)).toHaveLength(1);
    for (const other of others) await other.close();
  });
});

test.runIf(hasPostgres)("PostgreSQL: eight sidecars that start at once create the tables once", async () => {
  const { name, url, drop } = await freshSchema();
  const opened = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url)));
  const tables = await opened[0]?.transaction((query) =>
    query("select table_name from information_schema.tables where table_schema = $1 order by 1", [name]),
  );
  expect(tables?.map((row) => row["table_name"])).toEqual([
    "attempt",
    "schema_version",
    "subscription",
    "tombstone",
    "topic",
  ]);
  for (const database of opened) await database.close();
  await drop();
});

test.runIf(hasPostgres)("PostgreSQL: a broken connection fails only its own transaction", async () => {
  const { url, drop } = await freshSchema();
  const [database, other] = [await openPostgres(url), await openPostgres(url)];
  for (const statement of ["select 1", "select pg_sleep(5)"]) {
    const broken = database.transaction(async (query) => {
      const [row] = await query("select pg_backend_pid() as pid");
      await other.transaction((run) => run("select pg_terminate_backend($1)", [Number(row?.["pid"])]));
      for (;;) await query(statement);
    });
    // An unhandled error event would end the process and fail this run.
    await expect(broken).rejects.toThrow(/terminat|not queryable/);
  }
  expect(await database.transaction((query) => query("select 1 as one"))).toEqual([{ one: 1 }]);
  for (const one of [database, other]) await one.close();
  await drop();
});

test.runIf(hasPostgres)("PostgreSQL: a half-open connection times out and is replaced", async () => {
  const { url, drop } = await freshSchema();
  const proxied = new URL(url);
  const { hostname, port } = proxied;
  const sockets: Socket[] = [];
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) sockets.push(socket.on("error", () => {}).unref());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  proxied.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // Long enough for a loaded machine to create the tables.
  const database = await openPostgres(proxied.href, 3_000);
  const selectOne = (): Promise<unknown> => database.transaction((query) => query("select 1 as one"));
  const stopForwarding = (): void => {
    for (const socket of sockets.splice(0)) socket.unpipe().pause();
  };
  await selectOne();
  stopForwarding();
  await expect(selectOne()).rejects.toThrow("timeout");
  expect(await selectOne()).toEqual([{ one: 1 }]);
  stopForwarding();
  await database.close();
  // No open socket keeps the process alive.
  expect(process.getActiveResourcesInfo().filter((kind) => kind.startsWith("TCPSocket"))).toEqual([]);
  proxy.close();
  await drop();
});

test("the SQLite file is readable by its owner only, because it holds secrets", async () => {
  const file = join(emptyFolder(), "hub.sqlite");
  const database = openSqlite(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
  await database.close();
});

test("SQLite: every resolved write is in the bytes flushed to disk by then", async () => {
  const folder = emptyFolder();
  const file = join(folder, "hub.sqlite");
  const onDisk = join(folder, "after-the-power-failed.sqlite");
  const store = new SqlStore(
    openSqlite(file, () => {
      // The bytes that a power failure would leave.
      copyFileSync(file, onDisk);
      copyFileSync(`${file}-wal`, `${onDisk}-wal`);
      return Promise.resolve();
    }),
  );
  const signal = { kind: "requested", pending: pendingOf() } as const;
  for (let number = 0; number < 20; number += 1) {
    const blank = blankOf(`s${number}`);
    await store.request(blank, signal, NOW, NO_BOUNDS);
    const left = openSqlite(onDisk);
    const found = await new SqlStore(left).find(blank.callbackKey, blank.topic);
    expect(found?.pending).toEqual(signal.pending);
    await left.close();
  }
  await store.close();
});

test("SQLite: writes reject once a flush has failed", async () => {
  const file = join(emptyFolder(), "hub.sqlite");
  const store = new SqlStore(openSqlite(file, () => Promise.reject(new Error("EIO: the disk is gone"))));
  const signal = { kind: "requested", pending: pendingOf() } as const;
  for (const name of ["first", "second"]) {
    await expect(store.request(blankOf(name), signal, NOW, NO_BOUNDS)).rejects.toThrow("EIO");
  }
  await store.close();
});

test("an SQLite file that fails to open leaks no file descriptor", async () => {
  const file = join(emptyFolder(), "hub.sqlite");
  const database = openSqlite(file);
  const store = new SqlStore(database);
  const [pending, bounds] = [pendingOf(), NO_BOUNDS];
  await store.request(blankOf("a"), { kind: "requested", pending }, NOW, bounds);
  await database.transaction((query) => query("update subscription set claim = 'somebody'"));
  // Reads succeed and writes fail, as with a full disk.
  await database.transaction((query) =>
    query("create trigger full before update on subscription begin select raise(abort, 'disk full'); end"),
  );
  await store.close();
  const open = (): string[] =>
    readdirSync("/proc/self/fd").filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(file);
      } catch {
        return false;
      }
    });
  for (const _ of [1, 2, 3]) await expect(openStore(file)).rejects.toThrow("disk full");
  expect(open()).toEqual([]);
});

test("the number of tombstones is bounded, and the oldest go first", async () => {
  const database = openSqlite(":memory:");
  const store = new SqlStore(database);
  await database.transaction((query) =>
    query(`with recursive n (value) as (select 1 union all select value + 1 from n where value < 20010)
           insert into tombstone select 'https://a.example.com/' || value, '/feed.xml', 'https://a.example.com/' || value,
             'a.example.com', 'expired', null, null, ${NOW} + value, '[]' from n`),
  );
  await store.sweep(NOW + 100_000);
  expect(await store.findTombstone("https://a.example.com/10", "/feed.xml")).toBeUndefined();
  expect(await store.findTombstone("https://a.example.com/11", "/feed.xml")).toBeDefined();
  await store.close();
});
