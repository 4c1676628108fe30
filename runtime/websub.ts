import { randomBytes } from "node:crypto";
import { topicLinks, type TopicPath, TOPICS } from "../model/topics.ts";
import type { Release } from "./artifacts/release.ts";
import { CallbackClient } from "./hub/callback/callback-client.ts";
import type { TopicRelease, TopicState } from "./hub/dispatcher.ts";
import { Hub, type HubEvents } from "./hub/hub.ts";
import { Networks } from "./hub/callback/networks.ts";
import { openStore } from "./hub/store/open-store.ts";
import type { HubPolicy } from "./hub/policy.ts";
import type { Counts } from "./hub/store/store.ts";
import type { Timer } from "./hub/timer.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

const REOPEN_MS = 5000;
/** More often than others wait before they take a release that nobody shows for withdrawn (hub/store/sql-topics.ts). */
const BEAT_MS = 15_000;
const NOTHING: Counts = { active: 0, pending: 0, failing: 0, due: 0, oldestDueAt: undefined };

interface WebsubPorts {
  readonly log: Log;
  readonly clock: () => number;
  readonly metrics: Metrics;
  readonly lookAgain: () => void;
  readonly timer?: Timer;
}

/** The hub as a part of the sidecar: opens its database however long that takes, and shows it each release. */
export class Websub {
  readonly #policy: HubPolicy;
  readonly #ports: WebsubPorts;
  readonly #events: HubEvents;
  readonly #client: CallbackClient;
  readonly #networks: Networks;
  #hub: Hub | undefined;
  #release: TopicRelease | undefined;
  #counts = NOTHING;
  readonly #timer: Timer;
  #cancel = (): void => {};
  #isStopped = false;
  #lastFault = "";

  constructor(policy: HubPolicy, ports: WebsubPorts) {
    this.#policy = policy;
    this.#ports = ports;
    this.#timer = ports.timer ?? realTimer;
    this.#networks = new Networks(policy.allowedNetworks);
    this.#client = new CallbackClient({ networks: this.#networks, perHost: policy.concurrencyPerHost });
    this.#events = this.#measure();
  }

  /** The hub, once its database is open. */
  get hub(): Hub | undefined {
    return this.#hub;
  }

  async start(): Promise<void> {
    if (this.#policy.allowedNetworks.length > 0) {
      this.#ports.log.warn("hub-networks-allowed", { networks: this.#policy.allowedNetworks.join(",") });
    }
    await this.#open();
  }

  /** Told of each look at the manifest, whether anything moved or not. */
  async show(release: Release, baseUrl: string): Promise<void> {
    if (this.#release === undefined || this.#release.baseUrl !== baseUrl || !isOf(this.#release, release)) {
      this.#release = topicRelease(release, baseUrl);
    }
    await this.#show();
  }

  /** Logs what went wrong with the database, once for each failure in a row. */
  fault(error: unknown): void {
    this.#events.fault(error);
  }

  /** Calls nobody any more, once what is on its way has ended. */
  async drain(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#hub?.drain();
    this.#client.close();
  }

  async close(): Promise<void> {
    await this.#hub?.close();
  }

  async #show(): Promise<void> {
    if (this.#release === undefined || this.#isStopped) return;
    try {
      await this.#hub?.show(this.#release);
      this.#lastFault = "";
    } catch (error) {
      this.#events.fault(error);
    }
  }

  async #open(): Promise<void> {
    const { log, clock, lookAgain } = this.#ports;
    try {
      const store = await openStore(this.#policy.database);
      // A hub that begins after the drain would work on, and keep the process from ending.
      if (this.#isStopped) return await store.close();
      const { send: transport } = this.#client;
      const ports = { clock, timer: this.#timer, transport, random, token, lookAgain, events: this.#events };
      this.#hub = new Hub(store, this.#policy, this.#networks, ports);
      this.#hub.start();
      this.#beatLater();
      await this.#show();
      log.info("hub-open");
    } catch (error) {
      this.#events.fault(error);
      if (!this.#isStopped) this.#cancel = this.#timer(() => void this.#open(), REOPEN_MS);
    }
  }

  #beatLater(): void {
    this.#cancel = this.#timer(() => void this.#beat(), BEAT_MS);
  }

  /** Shows the release again, however seldom the manifest is looked at or long the next one is read, and counts. */
  async #beat(): Promise<void> {
    await this.#show();
    try {
      this.#counts = (await this.#hub?.counts()) ?? NOTHING;
    } catch (error) {
      this.#events.fault(error);
    }
    if (!this.#isStopped) this.#beatLater();
  }

  #measure(): HubEvents {
    const { metrics, log, clock } = this.#ports;
    const verifications = metrics.counter("hub_verifications_total", "Verification requests by outcome");
    const deliveries = metrics.counter("hub_deliveries_total", "Deliveries by outcome and status");
    const ended = metrics.counter("hub_ended_total", "Subscriptions that ended, by cause");
    const gauge = (name: string, help: string, read: (counts: Counts) => number): void =>
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
      this.#hub?.isOutage === true ? 1 : 0,
    );
    return {
      verified: (mode, outcome, status) => verifications({ mode, outcome, status }),
      delivered: (outcome, status) => deliveries({ outcome, status }),
      ended: (cause) => ended({ cause }),
      outage: (isOpen) => log.warn(isOpen ? "hub-outage-begins" : "hub-outage-ends"),
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

/** Zero means: after what is ready to be read now. */
const realTimer: Timer = (run, afterMs) => {
  if (afterMs === 0) {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }
  const timeout = setTimeout(run, afterMs);
  return () => clearTimeout(timeout);
};

const isOf = ({ contents }: TopicRelease, { artifacts }: Release): boolean =>
  TOPICS.every(({ path }) => contents.get(path)?.body === artifacts.get(path)?.forms[0].bytes);

function topicRelease({ artifacts }: Release, baseUrl: string): TopicRelease {
  const contents = new Map<TopicPath, TopicState>();
  for (const { path } of TOPICS) {
    const artifact = artifacts.get(path);
    if (artifact === undefined) continue;
    const { bytes: body, etag } = artifact.forms[0];
    const { mediaType, lastModifiedAt: modifiedAt } = artifact;
    contents.set(path, { body, etag, mediaType, modifiedAt, links: topicLinks(baseUrl, path) });
  }
  return { baseUrl, contents };
}
