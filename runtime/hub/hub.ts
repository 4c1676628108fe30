import { err, ok, type Result } from "../../model/result.ts";
import type { TopicPath } from "../../model/topics.ts";
import type { Networks } from "./callback/networks.ts";
import { type Diagnosis, diagnose } from "./diagnosis.ts";
import { Dispatcher, type DispatcherEvents, type DispatcherPorts, type TopicRelease } from "./dispatcher.ts";
import { HostLimits } from "./host-limits.ts";
import { grantedLeaseSeconds, type HubPolicy, type Timer } from "./policy.ts";
import { boundResponse, type HubResponse, RateLimits } from "./rate-limits.ts";
import { blankSubscription, parseRequest, parseTopic } from "./request.ts";
import { type PendingRequest, type Signal, stateOf, type Subscription } from "./state/subscription.ts";
import type { SqlStore } from "./store/sql-store.ts";
import type { EndReason, SubscriptionCounts, Termination, TopicVersions } from "./store/store.ts";
import { SWEEP_INTERVAL_MS, SweepClock } from "./sweep-clock.ts";
import { Worker } from "./worker.ts";

export interface HubEvents extends DispatcherEvents {
  readonly terminated: (reason: EndReason) => void;
  readonly fault: (error: unknown) => void;
}

export interface HubPorts extends DispatcherPorts {
  readonly timer: Timer;
  /** Checks the manifest for a new release. */
  readonly reload: () => void;
  readonly events: HubEvents;
}

/** The hub's operations. All side effects go through the store and the ports, so that it can be simulated. */
export class Hub {
  readonly #store: SqlStore;
  readonly #policy: HubPolicy;
  readonly #ports: HubPorts;
  readonly #worker: Worker;
  readonly #dispatcher: Dispatcher;
  readonly #rateLimits: RateLimits;
  readonly #hostLimits: HostLimits;
  #release: TopicRelease | undefined;
  #versions: TopicVersions = new Map();
  #announced = new Map<TopicPath, string>();
  readonly #sweepClock = new SweepClock();
  #cancelSweep: (() => void) | undefined;
  #isDraining = false;

  constructor(store: SqlStore, policy: HubPolicy, networks: Networks, ports: HubPorts) {
    this.#store = store;
    this.#policy = policy;
    this.#ports = ports;
    this.#dispatcher = new Dispatcher(policy, networks, ports);
    this.#rateLimits = new RateLimits(policy.subscribesPerMinute, policy.verificationsPerHostHour);
    this.#hostLimits = new HostLimits(store, policy);
    this.#worker = new Worker(store, policy, {
      clock: ports.clock,
      timer: ports.timer,
      token: ports.token,
      attempt: ({ subscription }) => this.#attempt(subscription),
      onTermination: (termination) => this.#onTermination(termination),
      onFault: ports.events.fault,
    });
  }

  /** Requests in flight, and those whose outcome is not on disk yet. */
  get running(): number {
    return this.#worker.running;
  }

  /** True while failed deliveries do not count, because the fault is ours. */
  get isOutage(): boolean {
    return this.#dispatcher.isOutage;
  }

  start(): void {
    this.#worker.wake();
    this.#scheduleSweep();
  }

  /** Stops new work and resolves when running requests are complete. Subscribe requests are still accepted. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#cancelSweep?.();
    await this.#worker.stop();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Announces the loaded release. Repeating it detects that another sidecar has a newer one. */
  async announce(release: TopicRelease): Promise<void> {
    const announcements = [...release.contents].map(([topic, { etag, modifiedAt }]) => {
      return { topic, etag, modifiedAt, previousEtag: this.#announced.get(topic) };
    });
    // Before the first heartbeat overwrites it.
    if (this.#release === undefined)
      this.#sweepClock.start((await this.#store.lastSeenAt()) ?? this.#ports.clock());
    const versions = await this.#store.announce(announcements, this.#ports.clock());
    for (const { topic, etag } of announcements) if (versions.has(topic)) this.#announced.set(topic, etag);
    const hasChanged = [...versions].some(([topic, version]) => this.#versions.get(topic) !== version);
    this.#release = release;
    this.#versions = versions;
    this.#worker.setVersions(versions);
    if (hasChanged) this.#worker.wake();
  }

  /** Handles a form. The response does not depend on the verification, which happens later (WebSub section 5.1.2). */
  async request(form: URLSearchParams, client: string): Promise<HubResponse> {
    const release = this.#release;
    if (release === undefined)
      return { status: 503, reason: "there is no release yet", retryAfterSeconds: 10 };
    const now = this.#ports.clock();
    const limited = this.#rateLimits.checkRequest(client, now);
    if (limited !== undefined) return limited;
    const parsed = parseRequest(form, release.baseUrl, (url) => this.#dispatcher.readCallback(url, release));
    if (!parsed.ok) return { status: 400, reason: parsed.error };
    const request = parsed.value;
    if (request.mode === "publish") {
      this.#ports.reload();
      return { status: 202 };
    }
    const { callback, topic, mode, secret } = request;
    const existing = await this.#store.find(callback.key, topic);
    const state = stateOf(existing, now);
    // A subscribe that is still being verified must not outlive an unsubscribe that came later.
    if (mode === "unsubscribe" && state === "none") return { status: 202 };
    // Renewals have a limit of their own: otherwise strangers could exhaust the host's until a lease ends.
    const renewal = state === "active" ? { key: `${callback.key} ${topic}`, requests: 1 } : undefined;
    const { key, requests } = renewal ?? (await this.#hostLimits.ofVerification(callback.hostname));
    const hostLimited = this.#rateLimits.checkVerification(key, now, requests);
    if (hostLimited !== undefined) return hostLimited;
    const pending: PendingRequest = {
      id: this.#ports.token(),
      mode,
      leaseSeconds: grantedLeaseSeconds(request.leaseSeconds, this.#policy),
      secret,
      version: this.#versions.get(topic) ?? 0,
      requestedAt: now,
    };
    const blank = blankSubscription(callback, topic);
    const bounds = this.#hostLimits.bounds(this.#dispatcher.isSuspect(callback));
    const recorded = await this.#store.request(blank, { kind: "requested", pending }, now, bounds);
    if (!recorded.ok) return boundResponse(recorded.error);
    if (recorded.value) this.#worker.wake();
    return { status: 202 };
  }

  /** Looks up a subscription. The callback's URL is a capability: anyone who knows it may see the state. */
  async diagnose(
    callbackUrl: string,
    topicUrl: string,
    client: string,
  ): Promise<Result<Diagnosis | undefined, HubResponse>> {
    const release = this.#release;
    const now = this.#ports.clock();
    const limited = this.#rateLimits.checkDiagnosis(client, now);
    if (limited !== undefined) return err(limited);
    const topic = release && parseTopic(topicUrl, release.baseUrl);
    const callback = release && this.#dispatcher.readCallback(callbackUrl, release);
    if (topic === undefined || !callback?.ok) return ok(undefined);
    const pair = { callbackKey: callback.value.key, topic };
    return ok(await diagnose(this.#store, pair, now, this.#versions.get(topic)));
  }

  async #attempt(subscription: Subscription): Promise<Signal | undefined> {
    const needsProof = await this.#hostLimits.needsProof(subscription);
    const release = this.#release;
    const at = release && { release, versions: this.#versions };
    return at && (await this.#dispatcher.attempt(subscription, at, needsProof));
  }

  counts(): Promise<SubscriptionCounts> {
    return this.#store.counts(this.#ports.clock(), this.#versions);
  }

  #onTermination(termination: Termination): void {
    this.#ports.events.terminated(termination.reason);
    if (!termination.deny || this.#release === undefined) return;
    const { callbackKey, topic } = termination.subscription;
    this.#dispatcher.deny(
      termination,
      this.#release,
      async () => !(await this.#store.find(callbackKey, topic)),
    );
  }

  #scheduleSweep(): void {
    if (!this.#isDraining) this.#cancelSweep = this.#ports.timer(() => void this.#sweep(), SWEEP_INTERVAL_MS);
  }

  async #sweep(): Promise<void> {
    const now = this.#ports.clock();
    const { wentBack, isTrusted } = this.#sweepClock.tick(now);
    try {
      await this.#store.reschedule(now, wentBack);
      const expired = isTrusted ? await this.#store.sweep(now) : 0;
      for (let count = 0; count < expired; count += 1) this.#ports.events.terminated("expired");
    } catch (error) {
      this.#ports.events.fault(error);
    }
    this.#scheduleSweep();
  }
}
