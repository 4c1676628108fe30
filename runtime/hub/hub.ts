import { err, ok, type Result } from "../../model/result.ts";
import type { TopicPath } from "../../model/topics.ts";
import { Admission, type HubAnswer, refuseFull } from "./rate-limits.ts";
import { type AttemptEvents, type AttemptPorts, Dispatcher, type TopicRelease } from "./dispatcher.ts";
import type { Callback } from "./callback/callback.ts";
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import type { Networks } from "./callback/networks.ts";
import { grantedLeaseSeconds, type HubPolicy } from "./policy.ts";
import { readRequest, readTopic } from "./request.ts";
import type { Counts, Ended, SubscriptionStore, Versions } from "./store/store.ts";
import { type Pending, stateOf, type Subscription } from "./state/subscription.ts";
import type { Timer } from "./timer.ts";
import { Worker } from "./worker.ts";

export interface HubEvents extends AttemptEvents {
  readonly ended: (cause: Ended["signal"]) => void;
  readonly fault: (error: unknown) => void;
}

export interface HubPorts extends AttemptPorts {
  readonly timer: Timer;
  /** Looks for a new release. */
  readonly lookAgain: () => void;
  readonly events: HubEvents;
}

const SWEEP_MS = 60_000;
/** The hub's verbs. It reaches the world through its ports only, so that histories can be simulated. */
export class Hub {
  readonly #store: SubscriptionStore;
  readonly #policy: HubPolicy;
  readonly #ports: HubPorts;
  readonly #worker: Worker;
  readonly #attempts: Dispatcher;
  readonly #admission: Admission;
  #release: TopicRelease | undefined;
  #versions: Versions = new Map();
  #announced = new Map<TopicPath, string>();
  #sweptAt = 0;
  #cancelSweep: (() => void) | undefined;
  #isDraining = false;

  constructor(store: SubscriptionStore, policy: HubPolicy, networks: Networks, ports: HubPorts) {
    this.#store = store;
    this.#policy = policy;
    this.#attempts = new Dispatcher(policy, networks, ports);
    this.#ports = ports;
    this.#admission = new Admission(policy);
    this.#worker = new Worker(store, policy, {
      clock: ports.clock,
      timer: ports.timer,
      token: ports.token,
      work: async (claimed) =>
        this.#release && (await this.#attempts.attempt(claimed, this.#release, this.#versions)),
      onEnded: (ended) => {
        ports.events.ended(ended.signal);
        if (!ended.deny || this.#release === undefined) return;
        const { callbackKey, topic } = ended.subscription;
        this.#attempts.deny(ended, this.#release, async () => !(await store.find(callbackKey, topic)));
      },
      onFault: ports.events.fault,
    });
  }

  /** Begins to work on what the store holds. */
  start(): void {
    this.#worker.wake();
    this.#sweepLater();
  }

  /** Takes no more work and finishes what is on its way; requests are still recorded. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#cancelSweep?.();
    await this.#worker.stop();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Requests on their way to callbacks. */
  get running(): number {
    return this.#worker.running;
  }

  get isOutage(): boolean {
    return this.#attempts.isOutage;
  }

  /** Shows the release that is loaded now; safe to repeat, and worth it: other sidecars may have a newer one. */
  async show(release: TopicRelease): Promise<void> {
    const announcements = [...release.contents].map(([topic, { etag, modifiedAt }]) => {
      return { topic, etag, modifiedAt, previousEtag: this.#announced.get(topic) };
    });
    const versions = await this.#store.announce(announcements, this.#ports.clock());
    for (const { topic, etag } of announcements) if (versions.has(topic)) this.#announced.set(topic, etag);
    const moved = [...versions].some(([topic, version]) => this.#versions.get(topic) !== version);
    this.#release = release;
    this.#versions = versions;
    this.#worker.show(versions);
    if (moved) this.#worker.wake();
  }

  /** A form of a subscriber or publisher. Whatever the verification brings later, the answer is the same. */
  async request(form: URLSearchParams, client: string): Promise<HubAnswer> {
    const release = this.#release;
    if (release === undefined)
      return { status: 503, reason: "there is no release yet", retryAfterSeconds: 10 };
    const now = this.#ports.clock();
    const tooMany = this.#admission.refuseClient(client, now);
    if (tooMany !== undefined) return tooMany;
    const read = readRequest(form, release.baseUrl, (url) => this.#attempts.readCallback(url, release));
    if (!read.ok) return { status: 400, reason: read.error };
    const request = read.value;
    if (request.mode === "publish") {
      this.#ports.lookAgain();
      return { status: 202 };
    }
    const { callback, topic, mode, secret } = request;
    const found = await this.#store.find(callback.key, topic);
    const isActive = stateOf(found, now) === "active";
    if (mode === "unsubscribe" && !isActive) return { status: 202 };
    // Renewals have a quota of their own, or strangers could use up the host's and let a lease run out.
    const key = isActive ? `${callback.key} ${topic}` : callback.hostname;
    const tooOften = this.#admission.refuseVerification(key, now);
    if (tooOften !== undefined) return tooOften;
    const pending: Pending = {
      id: this.#ports.token(),
      mode,
      leaseSeconds: grantedLeaseSeconds(request.leaseSeconds, this.#policy),
      secret,
      version: this.#versions.get(topic) ?? 0,
      requestedAt: now,
    };
    const recorded = await this.#store.request(
      blankOf(callback, topic),
      { kind: "requested", pending },
      now,
      this.#policy,
    );
    if (!recorded.ok) return refuseFull(recorded.error);
    if (recorded.value) this.#worker.wake();
    return { status: 202 };
  }

  /** The callback's URL is the capability: whoever knows it may ask how its subscription does. */
  async diagnose(
    callbackUrl: string,
    topicUrl: string,
    client: string,
  ): Promise<Result<Diagnosis | undefined, HubAnswer>> {
    const release = this.#release;
    const now = this.#ports.clock();
    const tooMany = this.#admission.refuseQuestion(client, now);
    if (tooMany !== undefined) return err(tooMany);
    const topic = release && readTopic(topicUrl, release.baseUrl);
    const callback = release && this.#attempts.readCallback(callbackUrl, release);
    if (topic === undefined || !callback?.ok) return ok(undefined);
    const found = await this.#store.find(callback.value.key, topic);
    const state = stateOf(found, now);
    if (found === undefined || state === "none") return ok(undefined);
    return ok(diagnosisOf(found, state, this.#versions.get(topic)));
  }

  counts(): Promise<Counts> {
    return this.#store.counts(this.#ports.clock(), this.#versions);
  }

  #sweepLater(): void {
    if (!this.#isDraining) this.#cancelSweep = this.#ports.timer(() => void this.#sweep(), SWEEP_MS);
  }

  async #sweep(): Promise<void> {
    const now = this.#ports.clock();
    const hasGoneBack = now < this.#sweptAt;
    this.#sweptAt = now;
    try {
      const expired = await this.#store.sweep(now, hasGoneBack);
      for (let count = 0; count < expired; count += 1) this.#ports.events.ended("expired");
    } catch (error) {
      this.#ports.events.fault(error);
    }
    this.#sweepLater();
  }
}

const blankOf = (callback: Callback, topic: TopicPath): Subscription => ({
  callback: callback.url,
  callbackKey: callback.key,
  host: callback.hostname,
  topic,
  live: undefined,
  pending: undefined,
  lastStatus: undefined,
  lastAt: undefined,
});
