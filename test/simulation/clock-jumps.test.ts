import { expect, test } from "vitest";
import type { CallbackRequest, CallbackResult } from "../../runtime/hub/callback/callback-client.ts";
import type { Hub } from "../../runtime/hub/hub.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { echoOf, formOf, releaseOf, responseWith, startHubIn, versionOf } from "./simulated-hub.ts";
import { Process, World } from "./world.ts";

/** The wall clock jumps by a day or by months, and comes back; the sidecar may start again in between. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CALLBACKS = Array.from({ length: 5 }, (_, index) => `https://h${index}.example.com/${index}`);

class Deployment {
  readonly world = new World();
  readonly #database = openSqlite(":memory:");
  readonly store = new SqlStore({ ...this.#database, close: () => Promise.resolve() });
  /** The newest release that each callback acknowledged. */
  readonly acknowledged = new Map<string, number>();
  /** Callbacks that respond with 500. */
  readonly failing = new Set<string>();
  #hub: Hub | undefined;
  #process: Process | undefined;
  #version = 0;

  start(): void {
    if (this.#process !== undefined) this.#process.isAlive = false;
    const process = new Process(this.world);
    const hub = startHubIn(this.world, {
      store: this.store,
      policy: { idleMs: MINUTE },
      process,
      transport: (request) => Promise.resolve(this.#respond(request)),
      random: () => 0.5,
    });
    this.#process = process;
    this.#hub = hub;
    this.#heartbeat(hub, process);
  }

  #heartbeat(hub: Hub, process: Process): void {
    if (!process.isAlive) return;
    if (this.#version > 0) void hub.announce(releaseOf(this.#version));
    this.world.at(MINUTE, () => this.#heartbeat(hub, process));
  }

  async publish(): Promise<void> {
    this.#version += 1;
    await this.#hub?.announce(releaseOf(this.#version));
    await this.pass(MINUTE);
  }

  async subscribe(callback: string, leaseMs = 10 * DAY): Promise<void> {
    const form = formOf("subscribe", callback, leaseMs / 1000);
    const response = await this.#hub?.request(form, "203.0.113.1");
    if (response?.status !== 202) throw new Error(`${callback} got ${response?.status}`);
    await this.pass(MINUTE);
  }

  pass(ms: number): Promise<void> {
    return this.world.runUntil(this.world.elapsed + ms);
  }

  /** The callbacks that have an active subscription and the newest release. */
  async upToDate(): Promise<string[]> {
    const found: string[] = [];
    for (const callback of CALLBACKS) {
      const { live } = (await this.store.find(callback, "/feed.xml")) ?? {};
      const isActive = live !== undefined && live.expiresAt > this.world.clock();
      if (isActive && this.acknowledged.get(callback) === this.#version) found.push(callback);
    }
    return found;
  }

  #respond({ method, callback, target, body }: CallbackRequest): CallbackResult {
    if (this.failing.has(callback.url)) return responseWith(500);
    if (method === "GET") return echoOf(target);
    this.acknowledged.set(callback.url, versionOf(body));
    return responseWith(204);
  }
}

async function subscribed(): Promise<Deployment> {
  const deployment = new Deployment();
  deployment.start();
  await deployment.publish();
  for (const callback of CALLBACKS) await deployment.subscribe(callback);
  await deployment.publish();
  expect(await deployment.upToDate()).toEqual(CALLBACKS);
  return deployment;
}

const JUMPS = [-100 * DAY, -DAY, DAY, 9 * DAY, 100 * DAY] as const;

test.for(JUMPS.flatMap((jump) => [false, true].map((starts): [number, boolean] => [jump, starts])))(
  "a jump by %i ms that is taken back costs no subscription (with a new start: %s)",
  async ([jump, starts]) => {
    const deployment = await subscribed();
    const { world, failing } = deployment;
    // A retry is waiting when the clock jumps.
    failing.add(CALLBACKS[0] ?? "");
    await deployment.publish();
    failing.clear();
    world.clockOffset += jump;
    if (starts) deployment.start();
    await deployment.pass(10 * MINUTE);
    await deployment.publish();
    await deployment.pass(3 * HOUR);
    if (starts) deployment.start();
    world.clockOffset -= jump;
    await deployment.pass(2 * HOUR);
    expect(await deployment.upToDate()).toEqual(CALLBACKS);
    await deployment.publish();
    expect(await deployment.upToDate()).toEqual(CALLBACKS);
  },
);

test("while the clock is behind, or ahead within the lease, releases are delivered", async () => {
  for (const jump of [-100 * DAY, -DAY, DAY, 9 * DAY]) {
    const deployment = await subscribed();
    deployment.world.clockOffset += jump;
    await deployment.pass(10 * MINUTE);
    await deployment.publish();
    expect(await deployment.upToDate()).toEqual(CALLBACKS);
  }
});

test("a clock that stays ahead for a day is right: the leases have ended", async () => {
  const deployment = await subscribed();
  deployment.world.clockOffset += 20 * DAY;
  await deployment.pass(23 * HOUR);
  expect(await deployment.store.find(CALLBACKS[0] ?? "", "/feed.xml")).toBeDefined();
  await deployment.pass(2 * HOUR);
  expect(await deployment.store.find(CALLBACKS[0] ?? "", "/feed.xml")).toBeUndefined();
  expect(await deployment.store.findTombstone(CALLBACKS[0] ?? "", "/feed.xml")).toMatchObject({
    reason: "expired",
  });
  await deployment.subscribe(CALLBACKS[0] ?? "");
  await deployment.publish();
  expect(await deployment.upToDate()).toEqual([CALLBACKS[0]]);
});

test("leases end on time while the clock is right", async () => {
  const deployment = await subscribed();
  await deployment.subscribe(CALLBACKS[0] ?? "", 4 * HOUR);
  await deployment.pass(3 * HOUR);
  expect(await deployment.store.find(CALLBACKS[0] ?? "", "/feed.xml")).toBeDefined();
  await deployment.pass(HOUR);
  expect(await deployment.store.find(CALLBACKS[0] ?? "", "/feed.xml")).toBeUndefined();
});
