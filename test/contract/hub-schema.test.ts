import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { openPostgres } from "../../runtime/hub/store/postgres.ts";
import { SCHEMA_VERSION } from "../../runtime/hub/store/schema.ts";
import { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { emptyFolder } from "../support/content.ts";
import { FEED, startHub } from "../support/hub.ts";
import { freshSchema, postgresAnswers } from "../support/postgres.ts";

/**
 * Databases of every schema version open in this release with their rows intact. Never edit the SQL of an old version:
 * it is what that release wrote.
 */

const NOW = 1_800_000_000_000;
const CALLBACK = "https://a.example.com/websub/7f3a";
const ENDED = "https://b.example.com/websub/91c0";

const ROWS_V1 = `
insert into topic (path, version, etag, modified_at, seen_at) values ('/feed.xml', 3, '"abc"', ${NOW - 5000}, ${NOW});
insert into subscription
  (callback, callback_key, host, topic, secret, expires_at, delivered_version, failures, retry_at, pending_id,
   pending_mode, pending_lease_seconds, pending_secret, pending_version, pending_at, last_status, last_at, next_at, claim)
values
  ('${CALLBACK}', '${CALLBACK}', 'a.example.com', '/feed.xml', 'sécret', ${NOW + 60_000}, 2, 1, ${NOW + 1000}, 'p1',
   'unsubscribe', 600, null, 3, ${NOW - 1}, '500', ${NOW - 1000}, 0, null);
`;

const SQLITE_V1 = `
create table if not exists topic (
  path text primary key,
  version integer not null,
  etag text not null,
  modified_at integer not null,
  seen_at integer not null
) strict;
create table if not exists subscription (
  id integer primary key,
  callback text not null,
  callback_key text not null,
  host text not null,
  topic text not null,
  secret text,
  expires_at integer,
  delivered_version integer,
  failures integer not null,
  retry_at integer,
  pending_id text,
  pending_mode text,
  pending_lease_seconds integer,
  pending_secret text,
  pending_version integer,
  pending_at integer,
  last_status text,
  last_at integer,
  next_at integer,
  claim text,
  unique (callback_key, topic)
) strict;
create index if not exists subscription_host on subscription (host);
create index if not exists subscription_scheduled on subscription (next_at) where next_at is not null;
create index if not exists subscription_waiting on subscription (topic, delivered_version) where next_at is null;
create index if not exists subscription_expiry on subscription (expires_at);
create index if not exists subscription_pending on subscription (pending_mode) where pending_mode is not null;
pragma user_version = 1;
`;

const POSTGRES_V1 = `
create table if not exists topic (
  path text primary key,
  version bigint not null,
  etag text not null,
  modified_at bigint not null,
  seen_at bigint not null
);
create table if not exists subscription (
  id bigint generated always as identity primary key,
  callback text not null,
  callback_key text not null,
  host text not null,
  topic text not null,
  secret text,
  expires_at bigint,
  delivered_version bigint,
  failures integer not null,
  retry_at bigint,
  pending_id text,
  pending_mode text,
  pending_lease_seconds bigint,
  pending_secret text,
  pending_version bigint,
  pending_at bigint,
  last_status text,
  last_at bigint,
  next_at bigint,
  claim text,
  unique (callback_key, topic)
);
create index if not exists subscription_host on subscription (host);
create index if not exists subscription_scheduled on subscription (next_at) where next_at is not null;
create index if not exists subscription_waiting on subscription (topic, delivered_version, id) where next_at is null;
create index if not exists subscription_expiry on subscription (expires_at);
create index if not exists subscription_pending on subscription (pending_mode) where pending_mode is not null;
`;

const historyOf = (int64: string, options: string): string => `
alter table subscription add column paused_at ${int64};
alter table subscription add column attempts integer not null default 0;
create table attempt (
  subscription_id ${int64} not null,
  slot integer not null,
  kind text not null,
  at ${int64} not null,
  duration_ms ${int64} not null,
  status text not null,
  primary key (subscription_id, slot)
)${options};
create table tombstone (
  callback_key text not null,
  topic text not null,
  callback text not null,
  host text not null,
  reason text not null,
  last_status text,
  last_at ${int64},
  ended_at ${int64} not null,
  attempts text not null,
  primary key (callback_key, topic)
)${options};
create index tombstone_ended on tombstone (ended_at);
create index tombstone_host on tombstone (host);
`;

const SQLITE_V2 = `${SQLITE_V1}${historyOf("integer", " strict")}pragma user_version = 2;`;

const POSTGRES_V2 = `${POSTGRES_V1}${historyOf("bigint", "")}
create table schema_version (version integer primary key);
insert into schema_version values (1), (2);`;

const ROWS_V2 = `
update subscription set paused_at = ${NOW - 2000}, attempts = 11;
insert into attempt select id, 0, 'delivery', ${NOW - 1000}, 120, '500' from subscription;
insert into tombstone values
  ('${ENDED}', '/feed.xml', '${ENDED}', 'b.example.com', 'gone', '410', ${NOW - 4000}, ${NOW - 4000},
   '[{"kind":"delivery","at":${NOW - 4000},"durationMs":80,"status":"410"}]');
`;

interface TestDatabase {
  /** Runs statements on the database directly. */
  readonly run: (sql: string) => Promise<void>;
  readonly open: () => Promise<SqlStore>;
  /** The statement that records a schema version. */
  readonly setVersion: (version: number) => string;
  readonly version: () => Promise<number>;
  readonly remove: () => Promise<void>;
}

function sqlite(): Promise<TestDatabase> {
  const file = join(emptyFolder(), "hub.sqlite");
  const direct = <T>(use: (database: DatabaseSync) => T): Promise<T> => {
    const database = new DatabaseSync(file);
    const result = use(database);
    database.close();
    return Promise.resolve(result);
  };
  return Promise.resolve({
    run: (sql) => direct((database) => database.exec(sql)),
    open: () => Promise.resolve().then(() => new SqlStore(openSqlite(file))),
    setVersion: (version) => `pragma user_version = ${version}`,
    version: () =>
      direct((database) => Number(database.prepare("pragma user_version").get()?.["user_version"])),
    remove: () => Promise.resolve(),
  });
}

async function postgres(): Promise<TestDatabase> {
  const { url, drop } = await freshSchema();
  const direct = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new Client(url);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  };
  return {
    run: async (sql) => void (await direct(sql)),
    open: async () => new SqlStore(await openPostgres(url)),
    setVersion: (version) =>
      `create table if not exists schema_version (version integer primary key); insert into schema_version values (${version})`,
    version: async () =>
      Number((await direct("select max(version) as version from schema_version"))[0]?.["version"]),
    remove: drop,
  };
}

const DATABASES = [
  ["SQLite", sqlite, SQLITE_V1, SQLITE_V2] as const,
  ...((await postgresAnswers()) ? [["PostgreSQL", postgres, POSTGRES_V1, POSTGRES_V2] as const] : []),
];

async function expectRowsOfV1(store: SqlStore, pausedAt?: number): Promise<void> {
  expect(await store.find(CALLBACK, "/feed.xml")).toEqual({
    pausedAt,
    callback: CALLBACK,
    callbackKey: CALLBACK,
    host: "a.example.com",
    topic: "/feed.xml",
    live: {
      secret: "s\u00e9cret",
      expiresAt: NOW + 60_000,
      deliveredVersion: 2,
      failures: 1,
      retryAt: NOW + 1000,
    },
    pending: {
      id: "p1",
      mode: "unsubscribe",
      leaseSeconds: 600,
      secret: null,
      version: 3,
      requestedAt: NOW - 1,
    },
    lastStatus: "500",
    lastAt: NOW - 1000,
  });
  const unchanged = {
    topic: "/feed.xml",
    etag: '"abc"',
    modifiedAt: NOW - 5000,
    previousEtag: undefined,
  } as const;
  expect(await store.announce([unchanged], NOW)).toEqual(new Map([["/feed.xml", 3]]));
}

describe.for(DATABASES)("%s", ([name, create, version1, version2]) => {
  test("an empty database gets the newest schema", async () => {
    const { open, version, remove } = await create();
    await (await open()).close();
    expect(await version()).toBe(SCHEMA_VERSION);
    await remove();
  });

  test("a database of version 1 opens with its rows", async () => {
    const { run, open, version, remove } = await create();
    await run(version1 + ROWS_V1);
    const store = await open();
    await expectRowsOfV1(store);
    await store.close();
    expect(await version()).toBe(SCHEMA_VERSION);
    await remove();
  });

  test("a database of version 2 opens with its rows, its history and its tombstones", async () => {
    const { run, open, version, remove } = await create();
    await run(version2 + ROWS_V1 + ROWS_V2);
    const store = await open();
    await expectRowsOfV1(store, NOW - 2000);
    const attempt = { kind: "delivery", at: NOW - 4000, durationMs: 80, status: "410" };
    expect(await store.findTombstone(ENDED, "/feed.xml")).toEqual({
      callback: ENDED,
      host: "b.example.com",
      topic: "/feed.xml",
      reason: "gone",
      lastStatus: "410",
      lastAt: NOW - 4000,
      endedAt: NOW - 4000,
      attempts: [attempt],
    });
    await store.close();
    expect(await version()).toBe(SCHEMA_VERSION);
    await remove();
  });

  test("a schema of version 1 that was created without its version number opens with its rows", async () => {
    const { run, open, version, remove } = await create();
    await run(version1.replace("pragma user_version = 1;", "") + ROWS_V1);
    const store = await open();
    await expectRowsOfV1(store);
    await store.close();
    expect(await version()).toBe(SCHEMA_VERSION);
    await remove();
  });

  test("a database of a newer release is refused with both versions, and stays as it is", async () => {
    const { run, open, setVersion, version, remove } = await create();
    const newer = SCHEMA_VERSION + 1;
    await run(setVersion(newer));
    await expect(open()).rejects.toThrow(
      `the hub database has schema version ${newer}, and this release supports up to ${SCHEMA_VERSION}: upgrade the sidecar`,
    );
    expect(await version()).toBe(newer);
    await run(name === "SQLite" ? "create table topic (a)" : "create table topic (a text)");
    await remove();
  });
});

test("a sidecar with a database of a newer release logs why, responds to hub requests with 503, and serves the rest", async () => {
  const database = join(emptyFolder(), "hub.sqlite");
  const newer = new DatabaseSync(database);
  newer.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`);
  newer.close();
  const hub = await startHub({ database });
  expect(hub.logged).toContainEqual(
    expect.objectContaining({
      event: "hub-fault",
      reason: expect.stringContaining(`schema version ${SCHEMA_VERSION + 1}`) as string,
    }),
  );
  expect(await hub.post({ "hub.mode": "publish", "hub.url": FEED })).toMatchObject({ status: 503 });
  expect((await fetch(`${hub.origin}/reviews.json`)).status).toBe(200);
  await hub.stop();
});
