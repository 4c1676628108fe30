import { expect, test } from "vitest";
import type { CallbackResult, Transport } from "../../runtime/hub/callback/callback-client.ts";
import type { TopicContent } from "../../runtime/hub/deliver.ts";
import type { Hub } from "../../runtime/hub/hub.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { seededRandom } from "../../scripts/generate.ts";
import {
  echoOf,
  formOf,
  hubQueryOf,
  releaseOf,
  responseWith,
  startHubIn,
  versionOf,
} from "./simulated-hub.ts";
import { Process, World } from "./world.ts";

/** The number of histories and the seed of the first one, or with REVIEWS_TEST_SEED a single one. */
const SEEDS = Number(process.env["REVIEWS_TEST_SEEDS"] ?? 500);
const FIRST_SEED = Number(process.env["REVIEWS_TEST_FIRST_SEED"] ?? 1);
const ONLY = process.env["REVIEWS_TEST_SEED"];

const HOSTS = 4;
const SUBSCRIBERS = 10;
const MINUTE = 60_000;
const CHAOS_MS = 8 * MINUTE;
const CALM_MS = 5 * MINUTE;
/** After clock jumps, a retry may wait for an hour. */
const LONG_CALM_MS = 80 * MINUTE;

/** The faults of a history. The calm phase after them is the same for all. */
interface Profile {
  /** Processes that share the database. */
  readonly sidecars: number;
  readonly crashes: boolean;
  readonly jumps: boolean;
  /** Subscribers unsubscribe, respond with 410, let leases end, or fail until they are removed. */
  readonly endings: boolean;
}

const PROFILES: readonly Profile[] = [
  { sidecars: 1, crashes: true, jumps: true, endings: false },
  { sidecars: 3, crashes: true, jumps: false, endings: false },
  { sidecars: 1, crashes: false, jumps: false, endings: true },
  { sidecars: 2, crashes: true, jumps: false, endings: true },
];

/** A subscriber's own view. */
interface SimulatedSubscriber {
  readonly callback: string;
  readonly host: string;
  wants: boolean;
  echoed: boolean;
  /** The newest version whose acknowledgement reached a sidecar. */
  acknowledged: number;
  inFlight: number;
  /** Success of each delivery whose response reached a living sidecar, oldest first. */
  outcomes: boolean[];
}

class History {
  readonly world = new World();
  readonly random: () => number;
  readonly profile: Profile;
  readonly subscribers: SimulatedSubscriber[];
  readonly problems: string[] = [];
  readonly #store = openSqlite(":memory:");
  #isChaos = true;
  #version = 0;
  readonly #running: { hub: Hub; process: Process; version: number; perHost: Map<string, number> }[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.profile = PROFILES[seed % PROFILES.length] as Profile;
    this.subscribers = Array.from({ length: SUBSCRIBERS }, (_, index) => {
      const host = `h${index % HOSTS}.example.com`;
      const callback = `https://${host}/${index}`;
      return {
        callback,
        host,
        wants: false,
        echoed: false,
        acknowledged: 0,
        inFlight: 0,
        outcomes: [],
      };
    });
  }

  async run(): Promise<void> {
    this.#version = 1;
    for (let index = 0; index < this.profile.sidecars; index += 1) this.#start(index);
    for (let count = 0; count < 60; count += 1) {
      this.world.at(this.random() * CHAOS_MS, () => this.#injectEvent());
    }
    await this.world.runUntil(CHAOS_MS);
    this.#isChaos = false;
    this.#publish();
    await this.world.runUntil(CHAOS_MS + (this.profile.jumps ? LONG_CALM_MS : CALM_MS));
    await this.#checkInvariants();
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  #start(index: number): void {
    const process = new Process(this.world);
    const policy = {
      concurrency: 6,
      // The calm after clock jumps is long, and polling is most of its cost.
      idleMs: this.profile.jumps ? 60_000 : 20_000,
      retryDelaysSeconds: [10, 60],
      maxFailures: this.profile.endings ? 3 : 0,
      minLeaseSeconds: 60,
      maxLeaseSeconds: 100 * 86_400,
    };
    const perHost = new Map<string, number>();
    const hub = startHubIn(this.world, {
      store: new SqlStore({ ...this.#store, close: () => Promise.resolve() }),
      policy,
      process,
      transport: (request) => this.#send(request, process, perHost),
      isOnline: false,
      random: this.random,
      onFault: (error) => void this.problems.push(`fault: ${String(error)}`),
    });
    const running = { hub, process, version: this.#version, perHost };
    this.#running[index] = running;
    const announce = (): void => {
      if (!process.isAlive) return;
      void hub.announce(releaseOf(running.version));
      this.world.at(this.#isChaos ? 20_000 : 60_000, announce);
    };
    announce();
  }

  #injectEvent(): void {
    const { crashes, jumps, endings } = this.profile;
    const kind = this.random();
    const subscriber = this.#pick(this.subscribers);
    if (kind < 0.4) this.#sendForm(subscriber, "subscribe");
    else if (kind < 0.65) this.#publish();
    else if (kind < 0.75 && endings) this.#sendForm(subscriber, "unsubscribe");
    else if (kind < 0.9 && crashes) this.#crash();
    else if (jumps) {
      // Days, or now and then months, either way.
      const days = this.random() < 0.2 ? 240 : 4;
      this.world.clockOffset += Math.round((this.random() - 0.5) * days * 86_400_000);
    }
  }

  #crash(): void {
    const index = Math.floor(this.random() * this.profile.sidecars);
    const victim = this.#running[index];
    if (!victim?.process.isAlive) return;
    victim.process.isAlive = false;
    this.world.at(this.random() * 5000, () => this.#start(index));
  }

  #sendForm(subscriber: SimulatedSubscriber, mode: "subscribe" | "unsubscribe"): void {
    const { hub, process } = this.#pick(this.#running);
    if (!process.isAlive) return;
    subscriber.wants = mode === "subscribe";
    const lease = this.profile.endings && this.random() < 0.3 ? 600 : 90 * 86_400;
    void this.#request(hub, formOf(mode, subscriber.callback, lease));
  }

  async #request(hub: Hub, form: URLSearchParams): Promise<void> {
    const { status } = await hub.request(form, "203.0.113.1");
    if (status !== 202) this.problems.push(`a request got status ${status}`);
  }

  /** Publishes a release, which the sidecars load one after the other. */
  #publish(): void {
    this.#version += 1;
    const version = this.#version;
    for (const running of this.#running) {
      this.world.at(this.random() * 2000, () => {
        running.version = Math.max(running.version, version);
        if (running.process.isAlive) void running.hub.announce(releaseOf(running.version));
      });
    }
  }

  #send(
    request: Parameters<Transport>[0],
    process: Process,
    perHost: Map<string, number>,
  ): Promise<CallbackResult> {
    const subscriber = this.subscribers.find(
      ({ callback }) => callback === request.callback.url,
    ) as SimulatedSubscriber;
    const query = hubQueryOf(request.target);
    // Denials to a host are sent in addition to its two permits, one at a time.
    const isDenial = query.get("hub.mode") === "denied";
    const pool = isDenial ? `denied ${subscriber.host}` : subscriber.host;
    const busy = (perHost.get(pool) ?? 0) + 1;
    perHost.set(pool, busy);
    if (busy > (isDenial ? 1 : 2)) this.problems.push(`${busy} requests to ${pool} at once`);
    if (isDenial) void this.#denied(subscriber);
    else subscriber.inFlight += 1;
    if (subscriber.inFlight > 1 && !this.profile.crashes) {
      this.problems.push(`two requests to ${subscriber.callback} at once`);
    }
    return new Promise((resolve) => {
      const delay = this.#isChaos ? this.random() ** 4 * 10_000 : 20;
      let result: CallbackResult = { ok: false, reason: "timeout" };
      // The request takes half of the delay, and the response the other half.
      this.world.at(delay / 2, () => {
        result = this.#arrive(request, subscriber, process);
      });
      this.world.at(delay, () => {
        perHost.set(pool, (perHost.get(pool) ?? 1) - 1);
        if (!isDenial) subscriber.inFlight -= 1;
        if (request.method === "POST" && process.isAlive) this.#onResponse(request, subscriber, result);
        resolve(result);
      });
    });
  }

  /** Checks a denial: three deliveries in a row have failed, and the subscription is gone. */
  async #denied({ callback, outcomes }: SimulatedSubscriber): Promise<void> {
    const hasFailed = outcomes.some((_, end) => end >= 2 && !outcomes.slice(end - 2, end + 1).some(Boolean));
    if (!this.profile.crashes && !hasFailed) {
      this.problems.push(`${callback} was removed after ${JSON.stringify(outcomes)}`);
    }
    const found = await new SqlStore(this.#store).find(callback, "/feed.xml");
    if (found !== undefined) this.problems.push(`${callback} was denied and is still subscribed`);
  }

  #arrive(
    request: Parameters<Transport>[0],
    subscriber: SimulatedSubscriber,
    process: Process,
  ): CallbackResult {
    const luck = this.#isChaos ? this.random() : 1;
    if (luck < 0.08) return { ok: false, reason: "connection" };
    if (request.method === "GET") return this.#respondToGet(request, subscriber, luck);
    const version = versionOf(request.body);
    if (!subscriber.echoed)
      this.problems.push(`${subscriber.callback} got a delivery without a subscription`);
    // After a jump ahead, the claims of a process that is gone seem to have expired while its requests are on their way.
    const isOrdered = process.isAlive || !this.profile.jumps;
    if (version < subscriber.acknowledged && isOrdered) {
      this.problems.push(`${subscriber.callback} got version ${version} after ${subscriber.acknowledged}`);
    }
    if (luck < 0.25) return responseWith(500);
    if (luck < 0.28 && this.profile.endings) {
      subscriber.wants = false;
      return responseWith(410);
    }
    // The subscriber has the content, but the hub sees a failure.
    return luck < 0.33 ? { ok: false, reason: "timeout" } : responseWith(204);
  }

  #respondToGet(
    { target }: Parameters<Transport>[0],
    subscriber: SimulatedSubscriber,
    luck: number,
  ): CallbackResult {
    const mode = hubQueryOf(target).get("hub.mode");
    if (mode === "denied") return responseWith(200);
    if (luck < 0.15) return responseWith(404);
    if ((mode === "subscribe") !== subscriber.wants) return responseWith(404);
    if (mode === "subscribe") subscriber.echoed = true;
    return echoOf(target);
  }

  #onResponse(
    request: Parameters<Transport>[0],
    subscriber: SimulatedSubscriber,
    result: CallbackResult,
  ): void {
    const isDelivered = result.ok && result.status === 204;
    subscriber.outcomes.push(isDelivered);
    if (isDelivered) subscriber.acknowledged = Math.max(subscriber.acknowledged, versionOf(request.body));
  }

  async #checkInvariants(): Promise<void> {
    const store = new SqlStore(this.#store);
    // The hub counts the versions it has seen, the world all versions.
    const { etag, modifiedAt } = releaseOf(this.#version).contents.get("/feed.xml") as TopicContent;
    const newest = { topic: "/feed.xml" as const, etag, modifiedAt, previousEtag: undefined };
    const versions = await store.announce([newest], this.world.clock());
    if (!versions.has("/feed.xml")) this.problems.push("the newest release was not announced");
    for (const { callback, acknowledged, wants, echoed } of this.subscribers) {
      const found = await store.find(callback, "/feed.xml");
      const isActive = found?.live !== undefined && found.live.expiresAt > this.world.clock();
      // A subscription confirmed after the newest release counts as up to date.
      const isUpToDate = found?.live?.deliveredVersion === versions.get("/feed.xml");
      if (isActive && !isUpToDate) this.problems.push(`${callback} is behind`);
      if (isActive && acknowledged > 0 && acknowledged < this.#version) {
        this.problems.push(`${callback} acknowledged ${acknowledged} and never ${this.#version}`);
      }
      if (isActive && !echoed) this.problems.push(`${callback} is active without a confirmation`);
      if (found?.pending !== undefined) this.problems.push(`${callback} still waits for verification`);
      // Without endings, a confirmed subscription must survive.
      if (!this.profile.endings && !this.profile.jumps && echoed && wants && !isActive && acknowledged > 0) {
        this.problems.push(`${callback} was lost`);
      }
    }
    const counts = await store.counts(this.world.clock(), versions);
    if (counts.due > 0) this.problems.push(`${counts.due} are due after the calm phase`);
    await store.close();
  }
}

const seeds =
  ONLY === undefined ? Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index) : [Number(ONLY)];

test(
  `${seeds.length} histories of crashes, delays, losses, reordering and clock jumps`,
  { timeout: 3_600_000 },
  async () => {
    for (const seed of seeds) {
      const history = new History(seed);
      await history.run();
      expect(history.problems, `seed ${seed}: run it alone with REVIEWS_TEST_SEED=${seed}`).toEqual([]);
    }
  },
);
