import type { Result } from "../../model/result.ts";
import type { TopicPath } from "../../model/topics.ts";
import { type Callback, type CallbackPolicy, readCallback } from "./callback/callback.ts";
import type { CallbackAnswer, Transport } from "./callback/callback-client.ts";
import { deliveryRequest, outcomeOf, type TopicContent } from "./deliver.ts";
import type { Networks } from "./callback/networks.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import type { HubPolicy } from "./policy.ts";
import { retryDelayMs } from "./retry.ts";
import type { Claimed, Ended, Versions } from "./store/store.ts";
import type { Pending, Signal, Subscription } from "./state/subscription.ts";
import { type Asked, deniedRequest, isConfirmed, verificationRequest } from "./verify.ts";

export interface TopicState extends TopicContent {
  /** Last-Modified, milliseconds. */
  readonly modifiedAt: number;
}

/** The newest bytes of every topic, as one release, and which of them may be delivered. */
export interface TopicRelease {
  readonly baseUrl: string;
  readonly contents: ReadonlyMap<TopicPath, TopicState>;
}

export interface AttemptEvents {
  readonly verified: (mode: Pending["mode"], outcome: "confirmed" | "unconfirmed", status: string) => void;
  readonly delivered: (outcome: "delivered" | "failed" | "gone", status: string) => void;
  readonly outage: (isOpen: boolean) => void;
}

export interface AttemptPorts {
  readonly clock: () => number;
  readonly transport: Transport;
  /** 0 to 1. */
  readonly random: () => number;
  /** At least 128 bits, in the alphabet of WebSub section 5.3: `[+\-./0-9=A-Z_a-z]`. */
  readonly token: () => string;
  readonly events: AttemptEvents;
}

/** More hosts that fail at once than this are hardly worth a last word each. */
const MAX_DENIED_HOSTS = 1000;
const NOT_SENT: CallbackAnswer = { ok: false, reason: "refused-address" };

/** One attempt at a callback: a verification, a delivery, or a last word. */
export class Dispatcher {
  readonly #policy: HubPolicy;
  readonly #networks: Networks;
  readonly #ports: AttemptPorts;
  readonly #breaker = new CircuitBreaker();
  /** By host, the last of its denials. */
  readonly #denials = new Map<string, Promise<void>>();
  #wasOpen = false;
  /** What callbacks are read by, for the site that is loaded. */
  #rules: (CallbackPolicy & { readonly baseUrl: string }) | undefined;

  constructor(policy: HubPolicy, networks: Networks, ports: AttemptPorts) {
    this.#policy = policy;
    this.#networks = networks;
    this.#ports = ports;
  }

  get isOutage(): boolean {
    return this.#breaker.isOpen;
  }

  /** Reads a callback by the rules of now: they hold at every request to one, for settings change. */
  readCallback(url: string, { baseUrl }: TopicRelease): Result<Callback, string> {
    if (this.#rules?.baseUrl !== baseUrl) {
      const ownHost = URL.parse(baseUrl)?.host;
      this.#rules = { baseUrl, networks: this.#networks, ports: this.#policy.callbackPorts, ownHost };
    }
    return readCallback(url, this.#rules);
  }

  /** Verifies what is pending, else delivers what is due; undefined: there was nothing to do. */
  attempt({ subscription }: Claimed, release: TopicRelease, versions: Versions): Promise<Signal | undefined> {
    const { pending } = subscription;
    return pending === undefined
      ? this.#deliver(subscription, release, versions)
      : this.#verify(subscription, pending, release);
  }

  /**
   * Tells a subscriber that its subscription was ended, one of a host after the other, unless it has asked for a new
   * one by then. Best effort: it will often find nobody.
   */
  deny(
    { subscription: { callback: url, topic, host } }: Ended,
    release: TopicRelease,
    isStillEnded: () => Promise<boolean>,
  ): void {
    const callback = this.readCallback(url, release);
    if (!callback.ok || this.#denials.size >= MAX_DENIED_HOSTS) return;
    const { maxFailures } = this.#policy;
    const reason = `${maxFailures} consecutive deliveries failed; subscribe again when the callback works`;
    const request = deniedRequest(asked(callback.value, topic, release), reason);
    void this.#inTurn(host, async () => {
      if (await isStillEnded().catch(() => false)) await this.#ports.transport(request);
    });
  }

  async #inTurn(host: string, run: () => Promise<void>): Promise<void> {
    const done = (this.#denials.get(host) ?? Promise.resolve()).then(run);
    this.#denials.set(host, done);
    await done;
    if (this.#denials.get(host) === done) this.#denials.delete(host);
  }

  async #verify(
    { callback: url, topic }: Subscription,
    pending: Pending,
    release: TopicRelease,
  ): Promise<Signal> {
    const { clock, transport, token, events } = this.#ports;
    const callback = this.readCallback(url, release);
    const askedAt = clock();
    const challenge = token();
    const answer = callback.ok
      ? await transport(verificationRequest(asked(callback.value, topic, release), pending, challenge))
      : NOT_SENT;
    const status = answer.ok ? String(answer.status) : answer.reason;
    const isYes = isConfirmed(answer, challenge);
    const isWrong = !isYes && answer.ok && answer.status < 300;
    const told = isWrong ? "wrong challenge" : status;
    events.verified(pending.mode, isYes ? "confirmed" : "unconfirmed", told);
    return isYes
      ? { kind: "confirmed", pending, askedAt, status }
      : { kind: "unconfirmed", pending, status: told };
  }

  async #deliver(
    { callback: url, live, host, topic }: Subscription,
    release: TopicRelease,
    versions: Versions,
  ): Promise<Signal | undefined> {
    const { clock, transport, random, events } = this.#ports;
    const content = release.contents.get(topic);
    const version = versions.get(topic);
    const isDue = live !== undefined && live.expiresAt > clock();
    if (!isDue || content === undefined || version === undefined || live.deliveredVersion >= version) {
      return undefined;
    }
    const callback = this.readCallback(url, release);
    const answer = callback.ok
      ? await transport(deliveryRequest(callback.value, content, live.secret, userAgentOf(release)))
      : NOT_SENT;
    const now = clock();
    const outcome = outcomeOf(answer, now);
    const { status } = outcome;
    events.delivered(outcome.kind, status);
    this.#note(host, outcome.kind === "failed", now);
    if (outcome.kind === "delivered") return { kind: "delivered", version, status };
    if (outcome.kind === "gone") return { kind: "gone", status };
    const delayMs = retryDelayMs(live.failures + 1, this.#policy.retryDelaysSeconds, random());
    const retryAt = now + Math.max(delayMs, outcome.retryAfterMs);
    return { kind: "failed", counts: !this.#breaker.isOpen, retryAt, status };
  }

  #note(host: string, failed: boolean, now: number): void {
    this.#breaker.note(host, failed, now);
    const { isOpen } = this.#breaker;
    if (isOpen !== this.#wasOpen) this.#ports.events.outage(isOpen);
    this.#wasOpen = isOpen;
  }
}

const asked = (callback: Callback, topic: TopicPath, release: TopicRelease): Asked => ({
  callback,
  topicUrl: `${release.baseUrl}${topic}`,
  userAgent: userAgentOf(release),
});

const userAgentOf = ({ baseUrl }: TopicRelease): string => `verified-reviews-hub (+${baseUrl})`;
