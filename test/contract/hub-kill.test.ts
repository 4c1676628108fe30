import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../runtime/hub/store/database.ts";
import { openPostgres } from "../../runtime/hub/store/postgres.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { seededRandom } from "../../scripts/generate.ts";
import { emptyFolder } from "../support/content.ts";
import { type HubProcess, startHubProcess } from "../support/hub-process.ts";
import { FEED } from "../support/hub.ts";
import { freshSchema, postgresAnswers } from "../support/postgres.ts";
import { publishNumber } from "../support/releases.ts";
import { seedSubscriptions } from "../support/seed-subscriptions.ts";
import { echo, startSubscriber, subscribed, type Subscriber } from "../support/subscriber.ts";
import { LOOPBACK_HOSTS, type TestTls, trustedTls } from "../support/tls.ts";

/** SIGKILL during deliveries loses nothing. The variables set the size. */
const KILLS = Number(process.env["REVIEWS_TEST_HUB_KILLS"] ?? 8);
const SUBSCRIPTIONS = Number(process.env["REVIEWS_TEST_SUBSCRIPTIONS"] ?? 1000);
const HANDSHAKES = Number(process.env["REVIEWS_TEST_HANDSHAKES"] ?? 2);
const CONCURRENCY = 64;
const FAULTS = 0.02;
/** A kill comes when at most this many deliveries of a release have arrived. */
const MAX_DELIVERIES_BEFORE_KILL = 100;

const hasPostgres = await postgresAnswers();

let tls: TestTls;
let subscriber: Subscriber;

beforeAll(async () => {
  tls = await trustedTls();
  subscriber = await startSubscriber(tls, LOOPBACK_HOSTS);
});

afterAll(async () => {
  await subscriber.stop();
});

interface TestDatabaseFile {
  readonly database: string;
  readonly open: () => Promise<Database>;
  readonly remove: () => Promise<void>;
}

function sqlite(): Promise<TestDatabaseFile> {
  const database = join(emptyFolder(), "hub.sqlite");
  return Promise.resolve({
    database,
    open: () => Promise.resolve(openSqlite(database)),
    remove: () => Promise.resolve(),
  });
}

async function postgres(): Promise<TestDatabaseFile> {
  const { url, drop } = await freshSchema();
  return { database: url, open: () => openPostgres(url), remove: drop };
}

/** Counts the acknowledged versions per callback. Some deliveries get a failure or a reset connection. */
function listenTo(prefix: string, count: number) {
  const random = seededRandom(20_261_121);
  const acknowledged = Array.from({ length: count }, () => new Map<number, number>());
  const paths = Array.from({ length: count }, (_, index) => `/${prefix}/${index}`);
  const state = { faults: FAULTS, deliveries: 0, awaited: 0, onAwaited: (): void => undefined };
  /** Resolves when so many more deliveries have arrived. */
  const deliveriesArrive = (more: number): Promise<void> =>
    new Promise((resolve) => {
      state.awaited = state.deliveries + more;
      state.onAwaited = resolve;
    });
  for (const [index, path] of paths.entries()) {
    subscriber.on(
      path,
      subscribed(({ body }, response) => {
        state.deliveries += 1;
        if (state.deliveries === state.awaited) state.onAwaited();
        const luck = random();
        if (luck < state.faults) {
          if (luck < state.faults / 2) response.destroy();
          else response.writeHead(500).end();
          return;
        }
        const version = Number(/release (\d+)/.exec(body.toString("latin1"))?.[1]);
        acknowledged[index]?.set(version, (acknowledged[index].get(version) ?? 0) + 1);
        response.writeHead(204).end();
      }),
    );
  }
  const callbacks = paths.map((path, index) =>
    subscriber.url(path, LOOPBACK_HOSTS[index % LOOPBACK_HOSTS.length]),
  );
  const duplicates = (): number =>
    acknowledged.flatMap((versions) => [...versions.values()]).reduce((sum, times) => sum + times - 1, 0);
  return { acknowledged, callbacks, deliveriesArrive, duplicates, state };
}

async function until(condition: () => boolean, withinMs: number): Promise<boolean> {
  const endAt = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > endAt) return false;
    await wait(50);
  }
  return true;
}

const DATABASES = [
  ["SQLite, one sidecar", sqlite, 1] as const,
  ...(hasPostgres ? [["PostgreSQL, three sidecars", postgres, 3] as const] : []),
];

describe.for(DATABASES)("%s", ([name, create, sidecars]) => {
  test(
    `${KILLS} kills during deliveries to ${SUBSCRIPTIONS} subscriptions: none is lost, and all get the newest release`,
    { timeout: 300_000 + KILLS * 10_000 + SUBSCRIPTIONS * 50 },
    async () => {
      const dist = join(emptyFolder(), "dist");
      await publishNumber(dist, 1);
      const { database, open, remove } = await create();
      const { acknowledged, callbacks, deliveriesArrive, duplicates, state } = listenTo(
        name.slice(0, 3),
        SUBSCRIPTIONS,
      );
      const seeding = await open();
      await seedSubscriptions(seeding, callbacks, 1);
      const start = (): Promise<HubProcess> =>
        startHubProcess({
          dist,
          database,
          caFile: tls.caFile,
          // One in fifty responses is a failure, so three in a row would end some subscriptions.
          env: { HUB_CONCURRENCY: String(CONCURRENCY), HUB_MAX_FAILURES: "0" },
        });
      const running = await Promise.all(Array.from({ length: sidecars }, start));
      const random = seededRandom(4711);
      let newest = 1;
      for (let kill = 0; kill < KILLS; kill += 1) {
        await publishNumber(dist, (newest += 1));
        await deliveriesArrive(1 + Math.floor(random() * MAX_DELIVERIES_BEFORE_KILL));
        const victim = kill % sidecars;
        await running[victim]?.kill();
        running[victim] = await start();
      }
      state.faults = 0;
      const isDone = await until(
        () => acknowledged.every((versions) => versions.has(newest)),
        60_000 + SUBSCRIPTIONS * 20,
      );
      expect(
        isDone,
        `${acknowledged.filter((versions) => !versions.has(newest)).length} lack the newest release`,
      ).toBe(true);
      for (const one of running) expect(await one.stop()).toBe(0);
      const rows = await seeding.transaction((query) => query("select delivered_version from subscription"));
      expect(rows).toHaveLength(SUBSCRIPTIONS);
      // All rows have the same, newest version; kills may have hidden versions in between from the hub.
      expect(new Set(rows.map((row) => Number(row["delivered_version"]))).size).toBe(1);
      expect(duplicates()).toBeLessThanOrEqual(KILLS * CONCURRENCY);
      console.info(
        `${name}: ${state.deliveries} deliveries, ${duplicates()} duplicates, after ${KILLS} kills`,
      );
      await seeding.close();
      await remove();
    },
  );
});

test.runIf(hasPostgres)(
  "PostgreSQL, three sidecars without kills: there are no duplicates",
  { timeout: 120_000 },
  async () => {
    const dist = join(emptyFolder(), "dist");
    await publishNumber(dist, 1);
    const { database, open, remove } = await postgres();
    const { acknowledged, callbacks, duplicates, state } = listenTo("calm", 1000);
    state.faults = 0;
    const seeding = await open();
    await seedSubscriptions(seeding, callbacks, 1);
    const running = await Promise.all(
      [1, 2, 3].map(() => startHubProcess({ dist, database, caFile: tls.caFile })),
    );
    await publishNumber(dist, 2);
    expect(await until(() => acknowledged.every((versions) => versions.has(2)), 60_000)).toBe(true);
    for (const one of running) expect(await one.stop()).toBe(0);
    expect(duplicates()).toBe(0);
    expect(state.deliveries).toBe(1000);
    await seeding.close();
    await remove();
  },
);

describe("a kill at each step of the handshake", () => {
  const requestSubscription = (port: number, callback: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api/websub/hub`, {
      method: "POST",
      body: new URLSearchParams({ "hub.mode": "subscribe", "hub.callback": callback, "hub.topic": FEED }),
    });
  const stateOf = async (port: number, callback: string): Promise<string | undefined> => {
    const query = new URLSearchParams({ "hub.callback": callback, "hub.topic": FEED });
    const response = await fetch(`http://127.0.0.1:${port}/api/websub/hub?${query.toString()}`);
    return response.status === 200 ? ((await response.json()) as { state: string }).state : undefined;
  };

  const folder = emptyFolder();
  const dist = join(folder, "dist");
  const start = (): Promise<HubProcess> =>
    startHubProcess({ dist, database: join(folder, "hub.sqlite"), caFile: tls.caFile });
  /** The process that the next round kills is the one that the last round started. */
  let running: HubProcess;

  beforeAll(async () => {
    await publishNumber(dist, 1);
    running = await start();
  });
  test.for([
    ["before the response", false],
    ["after the 202", true],
    ["when the verification arrives", true],
    ["after the challenge was echoed", true],
  ] as const)("%s", { timeout: 60_000 + HANDSHAKES * 15_000 }, async ([when, isKept]) => {
    for (let round = 0; round < HANDSHAKES; round += 1) {
      const path = `/handshake/${encodeURIComponent(when)}/${round}`;
      const callback = subscriber.url(path);
      const victim = running;
      let killed: Promise<void> | undefined;
      subscriber.on(path, (received, reply) => {
        if (when === "when the verification arrives" && killed === undefined) killed = victim.kill();
        else echo(received, reply);
        if (when === "after the challenge was echoed") {
          reply.once("finish", () => void (killed ??= wait(round).then(() => victim.kill())));
        }
      });
      const requested = requestSubscription(victim.port, callback).catch(() => undefined);
      if (when === "before the response") killed = victim.kill();
      const response = await requested;
      if (when === "after the 202") {
        expect(response?.status).toBe(202);
        killed = victim.kill();
      }
      await until(() => killed !== undefined, 5000);
      await killed;
      running = await start();
      if (isKept || response?.status === 202) {
        await expect.poll(() => stateOf(running.port, callback), { timeout: 10_000 }).toBe("active");
        expect(subscriber.received(path).some(({ method }) => method === "GET")).toBe(true);
      }
    }
  });

  test("and the process that was not killed ends as it should", async () => {
    expect(await running.stop()).toBe(0);
  });
});
