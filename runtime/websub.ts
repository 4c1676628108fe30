import { randomBytes, randomUUID } from "node:crypto";
import type { Release } from "./artifacts/release.ts";
import { CallbackClient } from "./hub/callback/callback-client.ts";
import { ControlClient } from "./hub/callback/control-client.ts";
import { Networks } from "./hub/callback/networks.ts";
import { NameResolver } from "./hub/callback/resolver.ts";
import type { TopicRelease } from "./hub/dispatcher.ts";
import { DatabaseProbe } from "./hub/database-probe.ts";
import { Hub, type HubEvents } from "./hub/hub.ts";
import type { HubPolicy, Timer } from "./hub/policy.ts";
import { openStore } from "./hub/store/open-store.ts";
import type { SubscriptionCounts } from "./hub/store/store.ts";
import { recordHubMetrics } from "./hub-metrics.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { hasSameContent, topicRelease } from "./topic-release.ts";

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
  readonly #control: ControlClient;
  readonly #networks: Networks;
  readonly #probe: DatabaseProbe;
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
    const { resolve } = new NameResolver({ servers: policy.nameServers });
    this.#client = new CallbackClient({
      networks: this.#networks,
      perHost: policy.concurrencyPerHost,
      resolve,
    });
    this.#control = new ControlClient(this.#networks, resolve);
    this.#events = this.#recordEvents();
    const { clock } = ports;
    this.#probe = new DatabaseProbe({ clock, timer: this.#timer, onFault: this.#events.fault });
  }

  /** Undefined until the database is open. */
  get hub(): Hub | undefined {
    return this.#hub;
  }

  /** True if requests to the hub are accepted: its database works and a release was announced. */
  get isReady(): boolean {
    return this.#hub !== undefined && this.#release !== undefined && this.#probe.isHealthy;
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
    this.#probe.stop();
    await this.#hub?.drain();
    this.#client.close();
    this.#control.close();
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
      const timer = this.#timer;
      const { isReached: control } = this.#control;
      const ports = { clock, timer, transport, control, random, token, reload, events: this.#events };
      this.#hub = new Hub(store, this.#policy, this.#networks, ports);
      this.#hub.start();
      this.#probe.start(store);
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

  #recordEvents(): HubEvents {
    const { metrics, log, clock } = this.#ports;
    const counted = recordHubMetrics(metrics, {
      clock,
      counts: () => this.#counts,
      running: () => this.#hub?.running ?? 0,
      connections: () => this.#client.connections,
      isOutage: () => this.#hub?.isOutage === true,
      isReady: () => this.isReady,
    });
    return {
      ...counted,
      outageChanged: (isOutage) => log.warn(isOutage ? "hub-outage-begins" : "hub-outage-ends"),
      fault: (error) => {
        this.#probe.fault();
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== this.#lastFault) log.error("hub-fault", { reason });
        this.#lastFault = reason;
      },
    };
  }
}

/** 122 random bits, which Node draws in advance: a release takes dozens. */
const token = (): string => randomUUID();

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
