import { expect, test } from "vitest";
import { readRuntimeConfig } from "../../runtime/config.ts";
import type { CallbackRequest, CallbackResult } from "../../runtime/hub/callback/callback-client.ts";
import { reasonOf } from "../../runtime/hub/callback/error-reason.ts";
import { allowedAddresses } from "../../runtime/hub/callback/guarded-agent.ts";
import { Networks } from "../../runtime/hub/callback/networks.ts";
import { LookupError, type ResolveName } from "../../runtime/hub/callback/resolver.ts";
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
import { World } from "./world.ts";

/** Strangers subscribe names of slow, silent, lying and rebinding resolvers, at their full rate, beside healthy ones. */

const SEEDS = Number(process.env["REVIEWS_TEST_RESOLVER_SEEDS"] ?? 5);
const PUBLIC = "93.184.216.34";
const PRIVATE = ["127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "::ffff:192.168.0.1", "64:ff9b::7f00:1"];
const DEADLINE_MS = 10_000;
const DNS_MS = 20;
const HEALTHY = Array.from({ length: 20 }, (_, index) => `hub.healthy-${index}.com`);
const KINDS = ["slow", "silent", "servfail", "missing", "mixed", "lying", "rebinding"] as const;
const ATTACKERS = 300;

class Attack {
  readonly world = new World();
  readonly problems: string[] = [];
  readonly store = new SqlStore(openSqlite(":memory:"));
  /** The arrival of the newest release, by host. */
  readonly delivered = new Map<string, number>();
  readonly verified = new Map<string, number>();
  readonly #lookups = new Map<string, number>();
  readonly #random: () => number;
  readonly #networks = new Networks();
  readonly #hub: Hub;
  #version = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const defaults = readRuntimeConfig({});
    if (!defaults.ok) throw new Error(defaults.error.join("\n"));
    const { subscribesPerMinute, verificationsPerHostHour, maxPerHost, maxPending } = defaults.value.hub;
    const limits = { subscribesPerMinute, verificationsPerHostHour, maxPerHost, maxPending };
    this.#hub = startHubIn(this.world, {
      store: this.store,
      policy: { ...limits, retryDelaysSeconds: [30, 60], idleMs: 5000 },
      networks: this.#networks,
      transport: (request) => this.#send(request),
      random: this.#random,
      onFault: (error) => void this.problems.push(`fault: ${String(error)}`),
    });
  }

  async publish(): Promise<void> {
    this.#version += 1;
    this.delivered.clear();
    await this.#hub.announce(releaseOf(this.#version));
  }

  async subscribe(host: string, network: number): Promise<number> {
    const form = formOf("subscribe", `https://${host}/callback`);
    return (await this.#hub.request(form, `198.${51 + (network >> 8)}.${network & 255}.1`)).status;
  }

  /** Strangers' requests in the next 20 s, from one network for every ten; half the names are fresh subdomains. */
  attack(round: number): void {
    for (let index = 0; index < ATTACKERS; index += 1) {
      const kind = KINDS[index % KINDS.length] ?? "silent";
      const host = index % 2 === 0 ? `h${round}-${index}.${kind}.com` : `hub.${kind}-${round}-${index}.com`;
      const network = 1000 + round * 100 + Math.floor(index / 10);
      this.world.at(this.#random() * 20_000, () => void this.subscribe(host, network));
    }
  }

  pass(ms: number): Promise<void> {
    return this.world.runUntil(this.world.elapsed + ms);
  }

  /** Resolves the name, connects and answers, as the callback client would, in virtual time. */
  async #send(request: CallbackRequest): Promise<CallbackResult> {
    const abort = new AbortController();
    const timeout = Promise.withResolvers<CallbackResult>();
    const cancel = this.world.at(DEADLINE_MS, () => {
      abort.abort();
      timeout.resolve({ ok: false, reason: "timeout" });
    });
    const result = await Promise.race([this.#connect(request, abort.signal), timeout.promise]);
    cancel();
    return result;
  }

  async #connect(request: CallbackRequest, signal: AbortSignal): Promise<CallbackResult> {
    try {
      const guarded = { resolve: this.#resolve, networks: this.#networks, signal };
      const addresses = await allowedAddresses(request.callback.hostname, guarded);
      await new Promise<void>((connected) => this.world.at(5, connected));
      return this.#arrive(request, addresses);
    } catch (error) {
      return { ok: false, reason: reasonOf(error as Error) };
    }
  }

  readonly #resolve: ResolveName = (hostname, signal) => {
    const count = (this.#lookups.get(hostname) ?? 0) + 1;
    this.#lookups.set(hostname, count);
    const isLie = this.#random() < 0.5;
    const other = PRIVATE[Math.floor(this.#random() * PRIVATE.length)] ?? "127.0.0.1";
    const kind = KINDS.find((one) => hostname.includes(one));
    return new Promise((resolve, reject) => {
      const fail = (code: LookupError["code"]): void => reject(new LookupError(hostname, code));
      // c-ares gives up after its second try; a request that ends first cancels it.
      const giveUp = this.world.at(kind === "silent" ? 4500 : DEADLINE_MS, () => fail("ELOOKUP"));
      signal.addEventListener("abort", () => fail("ELOOKUP"));
      if (kind === "silent") return;
      const delay = kind === "slow" ? 1000 + this.#random() * 8000 : DNS_MS;
      this.world.at(delay, () => {
        giveUp();
        if (kind === "servfail") return fail("ELOOKUP");
        if (kind === "missing") return fail("ENOTFOUND");
        if (kind === "mixed") return resolve(isLie ? [PUBLIC, other] : [other, PUBLIC]);
        const isPrivate = (kind === "lying" && count > 1) || (kind === "rebinding" && isLie);
        resolve([isPrivate ? other : PUBLIC]);
      });
    });
  };

  #arrive({ method, callback, target, body }: CallbackRequest, addresses: readonly string[]): CallbackResult {
    const reached = addresses.filter((address) => address !== PUBLIC);
    if (reached.length > 0) this.problems.push(`${callback.hostname} led to ${reached.join(", ")}`);
    const { hostname } = callback;
    if (method === "POST") {
      if (versionOf(body) === this.#version) this.delivered.set(hostname, this.world.elapsed);
      return responseWith(204);
    }
    if (hubQueryOf(target).get("hub.mode") === "subscribe") this.verified.set(hostname, this.world.elapsed);
    return echoOf(target);
  }
}

test.for(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  "seed %i: no private address is reached, and healthy hosts notice nothing",
  async (seed) => {
    const attack = new Attack(seed);
    await attack.publish();
    for (const [index, host] of HEALTHY.entries()) expect(await attack.subscribe(host, index)).toBe(202);
    await attack.pass(10_000);
    for (let round = 0; round < 3; round += 1) {
      attack.attack(round);
      await attack.pass(10_000);
      await attack.publish();
      const startedAt = attack.world.elapsed;
      const newcomer = `hub.newcomer-${round}.com`;
      expect(await attack.subscribe(newcomer, 900 + round)).toBe(202);
      await attack.pass(2000);
      const late = HEALTHY.filter((host) => !((attack.delivered.get(host) ?? Infinity) <= startedAt + 1000));
      expect(late).toEqual([]);
      expect(attack.verified.get(newcomer)).toBeLessThan(startedAt + 2000);
      // Retries of lying and rebinding names, until they end.
      await attack.pass(200_000);
    }
    expect(attack.problems).toEqual([]);
    for (const host of HEALTHY) {
      expect(await attack.store.find(`https://${host}/callback`, "/feed.xml")).toMatchObject({
        live: { failures: 0, deliveredVersion: 4 },
      });
    }
    // A name that lies after its verification ends by its own failures; the last round's are not through yet.
    const liars = [...attack.verified.keys()].filter((host) => host.includes("lying"));
    expect(liars.length).toBeGreaterThan(10);
    for (const host of liars.filter((one) => !/^h2-|-2-/.test(one))) {
      const tombstone = await attack.store.findTombstone(`https://${host}/callback`, "/feed.xml");
      expect(tombstone).toMatchObject({ reason: "failed", lastStatus: "refused-address" });
    }
    await attack.store.close();
  },
);
