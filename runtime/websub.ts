import { randomBytes } from "node:crypto";
import { topicLinks, type TopicPath, TOPICS } from "../model/topics.ts";
import type { Release } from "./artifacts/release.ts";
import { CallbackClient } from "./hub/callback/callback-client.ts";
import { Networks } from "./hub/callback/networks.ts";
import type { TopicContent } from "./hub/deliver.ts";
import type { TopicRelease } from "./hub/dispatcher.ts";
import { Hub, type HubEvents } from "./hub/hub.ts";
import type { HubPolicy, Timer } from "./hub/policy.ts";
import { openStore } from "./hub/store/open-store.ts";
import type { SubscriptionCounts } from "./hub/store/store.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

const REOPEN_MS = 5000;
/**
 * Heartbeat period. Must be shorter than `WITHDRAWN_AFTER_MS` (hub/store/sql-topics.ts), or other sidecars treat our
 * release as withdrawn.
 */
const HEARTBEAT_MS = 15_000;
const NO_COUNTS: SubscriptionCounts = { active: 0, pending: 0, failing: 0, due: 0, oldestDueAt: undefined };

interface WebsubPorts {
  readonly log: Log;
  readonly clock: () => number;
  readonly metrics: Metrics;
  readonly reload: () => void;
  readonly timer?: Timer;
}

/** Runs the hub in the sidecar: opens its database, with retries, and announces each release to it. */
export class Websub {
  readonly #policy: HubPolicy;
  readonly #ports: WebsubPorts;
  readonly #events: HubEvents;
  readonly #client: CallbackClient;
  readonly #networks: Networks;
  #hub: Hub | undefined;
  #release: TopicRelease | undefined;
  #counts = NO_COUNTS;
  readonly #timer: Timer;
  #cancelTimer = (): void => {};
  #isStopped = false;
  #lastFault = "";

  constructor(policy: HubPolicy, ports: WebsubPorts) {
    this.#policy = policy;
    this.#ports = ports;
    this.#timer = ports.timer ?? realTimer;
    this.#networks = new Networks(policy.allowedNetworks);
    this.#client = new CallbackClient({ networks: this.#networks, perHost: policy.concurrencyPerHost });
    this.#events = this.#recordMetrics();
  }

  /** Undefined until the database is open. */
  get hub(): Hub | undefined {
    return this.#hub;
  }

  async start(): Promise<void> {
    if (this.#policy.allowedNetworks.length > 0) {
      this.#ports.log.warn("hub-networks-allowed", { networks: this.#policy.allowedNetworks.join(",") });
    }
    await this.#open();
  }

  /** Called after each check of the manifest, changed or not. */
  async announce(release: Release, baseUrl: string): Promise<void> {
    if (this.#release?.baseUrl !== baseUrl || !hasSameContent(this.#release, release)) {
      this.#release = topicRelease(release, baseUrl);
    }
    await this.#announce();
  }

  /** Logs a database error, once until the next success or a different error. */
  fault(error: unknown): void {
    this.#events.fault(error);
  }

  /** Stops sending; resolves when in-flight requests have finished. */
  async drain(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#hub?.drain();
    this.#client.close();
  }

  async close(): Promise<void> {
    await this.#hub?.close();
  }

  async #announce(): Promise<void> {
    if (this.#release === undefined || this.#isStopped) return;
    try {
      await this.#hub?.announce(this.#release);
      this.#lastFault = "";
    } catch (error) {
      this.#events.fault(error);
    }
  }

  async #open(): Promise<void> {
    const { log, clock, reload } = this.#ports;
    try {
      const store = await openStore(this.#policy.database);
      // A hub that starts after the drain would keep the process alive.
      if (this.#isStopped) return await store.close();
      const { send: transport } = this.#client;
      const ports = { clock, timer: this.#timer, transport, random, token, reload, events: this.#events };
      this.#hub = new Hub(store, this.#policy, this.#networks, ports);
      this.#hub.start();
      this.#scheduleHeartbeat();
      await this.#announce();
      log.info("hub-open");
    } catch (error) {
      this.#events.fault(error);
      if (!this.#isStopped) this.#cancelTimer = this.#timer(() => void this.#open(), REOPEN_MS);
    }
  }

  #scheduleHeartbeat(): void {
    this.#cancelTimer = this.#timer(() => void this.#heartbeat(), HEARTBEAT_MS);
  }

  /** Announces the release even if the manifest is checked less often, and updates the counts for metrics. */
  async #heartbeat(): Promise<void> {
    await this.#announce();
    try {
      this.#counts = (await this.#hub?.counts()) ?? NO_COUNTS;
    } catch (error) {
      this.#events.fault(error);
    }
    if (!this.#isStopped) this.#scheduleHeartbeat();
  }

  #recordMetrics(): HubEvents {
    const { metrics, log, clock } = this.#ports;
    const verifications = metrics.counter("hub_verifications_total", "Verification requests by outcome");
    const deliveries = metrics.counter("hub_deliveries_total", "Deliveries by outcome and status");
    const ended = metrics.counter("hub_ended_total", "Subscriptions that ended, by cause");
    const gauge = (name: string, help: string, read: (counts: SubscriptionCounts) => number): void =>
      metrics.gauge(name, help, () => read(this.#counts));
    gauge("hub_subscriptions", "Active subscriptions", ({ active }) => active);
    gauge("hub_pending", "Requests that wait for verification", ({ pending }) => pending);
    gauge("hub_failing", "Subscriptions whose last delivery failed", ({ failing }) => failing);
    gauge("hub_due", "Subscriptions that a request is due for", ({ due }) => due);
    gauge("hub_oldest_due_seconds", "How long the oldest scheduled request is late", ({ oldestDueAt }) =>
      oldestDueAt === undefined ? 0 : Math.max(0, (clock() - oldestDueAt) / 1000),
    );
    metrics.gauge("hub_running", "Requests on their way to callbacks", () => this.#hub?.running ?? 0);
    metrics.gauge("hub_connections", "Open connections to callbacks", () => this.#client.connections);
    metrics.gauge("hub_outage", "1 while failures do not count, because most hosts fail", () =>
      this.#hub?.isCircuitOpen === true ? 1 : 0,
    );
    return {
      verified: (mode, outcome, status) => verifications({ mode, outcome, status }),
      delivered: (outcome, status) => deliveries({ outcome, status }),
      terminated: (cause) => ended({ cause }),
      circuitChanged: (isOpen) => log.warn(isOpen ? "hub-outage-begins" : "hub-outage-ends"),
      fault: (error) => {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== this.#lastFault) log.error("hub-fault", { reason });
        this.#lastFault = reason;
      },
    };
  }
}

const token = (): string => randomBytes(24).toString("base64url");

const random = (): number => randomBytes(4).readUInt32LE() / 2 ** 32;

/** A delay of zero runs after the I/O events that are ready now. */
const realTimer: Timer = (run, afterMs) => {
  if (afterMs === 0) {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }
  const timeout = setTimeout(run, afterMs);
  return () => clearTimeout(timeout);
};

const hasSameContent = ({ contents }: TopicRelease, { artifacts }: Release): boolean =>
  TOPICS.every(({ path }) => contents.get(path)?.body === artifacts.get(path)?.representations[0].bytes);

function topicRelease({ artifacts }: Release, baseUrl: string): TopicRelease {
  const contents = new Map<TopicPath, TopicContent>();
  for (const { path } of TOPICS) {
    const artifact = artifacts.get(path);
    if (artifact === undefined) continue;
    const { bytes: body, etag } = artifact.representations[0];
    const { mediaType, lastModifiedAt: modifiedAt } = artifact;
    contents.set(path, { body, etag, mediaType, modifiedAt, links: topicLinks(baseUrl, path) });
  }
  return { baseUrl, contents };
}
