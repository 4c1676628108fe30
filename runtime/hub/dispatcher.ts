import { ok, type Result } from "../../model/result.ts";
import type { TopicPath } from "../../model/topics.ts";
import { Blame } from "./blame.ts";
import { type Callback, readCallback } from "./callback/callback.ts";
import { type CallbackResult, REFUSED } from "./callback/callback-client.ts";
import type { Networks } from "./callback/networks.ts";
import { deliveryRequest, outcomeOf, type TopicContent } from "./deliver.ts";
import { type HubPolicy, retryDelayMs } from "./policy.ts";
import type { PendingRequest, Signal, Subscription } from "./state/subscription.ts";
import type { Termination, TopicVersions } from "./store/store.ts";
import { Verifier, type VerifierPorts } from "./verifier.ts";
import { aboutTopic, denialRequest, userAgentOf } from "./verify.ts";

/** The content of all topics in one release. */
export interface TopicRelease {
  readonly baseUrl: string;
  readonly contents: ReadonlyMap<TopicPath, TopicContent>;
}

export interface DispatcherEvents {
  readonly verified: (
    mode: PendingRequest["mode"],
    outcome: "confirmed" | "unconfirmed",
    status: string,
  ) => void;
  readonly delivered: (outcome: "delivered" | "failed" | "gone", status: string) => void;
  readonly outageChanged: (isOutage: boolean) => void;
}

export interface DispatcherPorts extends VerifierPorts {
  /** Resolves to true if this URL, unless it is on that host, responds. Must not reject. */
  readonly control: (url: string, exceptHost: string) => Promise<boolean>;
  readonly events: DispatcherEvents;
}

type DispatcherPolicy = Pick<
  HubPolicy,
  "callbackPorts" | "controlUrl" | "maxFailures" | "retryDelaysSeconds"
>;

/** With denials to this many hosts in flight, further ones are dropped. */
const MAX_DENIED_HOSTS = 1000;

/** Sends verifications, deliveries and denials to callbacks, and turns the responses into signals. */
export class Dispatcher {
  readonly #policy: DispatcherPolicy;
  readonly #networks: Networks;
  readonly #ports: DispatcherPorts;
  readonly #blame: Blame;
  readonly #verifier: Verifier;
  /** The last denial by host. */
  readonly #denials = new Map<string, Promise<void>>();
  #wasOutage = false;
  /** The host of the last base URL, which rarely changes. */
  #own: { readonly baseUrl: string; readonly host: string | undefined } | undefined;

  constructor(policy: DispatcherPolicy, networks: Networks, ports: DispatcherPorts) {
    this.#policy = policy;
    this.#networks = networks;
    this.#ports = ports;
    this.#blame = new Blame(ports.clock);
    this.#verifier = new Verifier(ports);
  }

  /** True while failures are ours. */
  get isOutage(): boolean {
    return this.#blame.isOutage;
  }

  /** Checks a callback against the current settings: before every request, because stored callbacks predate them. */
  readCallback(url: string, { baseUrl }: TopicRelease): Result<Callback, string> {
    if (this.#own?.baseUrl !== baseUrl) this.#own = { baseUrl, host: URL.parse(baseUrl)?.host };
    const { callbackPorts: ports } = this.#policy;
    return readCallback(url, { networks: this.#networks, ports, ownHost: this.#own.host });
  }

  /** True if a callback near this one confirmed a request that nobody had made. */
  isSuspect(callback: Callback): boolean {
    return this.#verifier.isSuspect(callback);
  }

  /**
   * Verifies a pending request, or else delivers the topic if due. Resolves to undefined if no request was made.
   * `needsProof`: see `Verifier`.
   */
  async attempt(
    subscription: Subscription,
    { release, versions }: { readonly release: TopicRelease; readonly versions: TopicVersions },
    needsProof: boolean,
  ): Promise<Signal | undefined> {
    const { pending, callback: url, topic } = subscription;
    if (pending === undefined) return this.#deliver(subscription, release, versions);
    const callback = this.readCallback(url, release);
    const about = callback.ok ? ok(aboutTopic(callback.value, topic, release.baseUrl)) : callback;
    const signal = await this.#verifier.verify(about, pending, needsProof);
    this.#ports.events.verified(pending.mode, signal.kind, signal.status);
    return signal;
  }

  /**
   * Reports the end of a subscription with `hub.mode=denied`, unless the subscriber has subscribed again. Best effort,
   * one request per host at a time.
   */
  deny(
    { subscription: { callback: url, topic, host } }: Termination,
    release: TopicRelease,
    isStillEnded: () => Promise<boolean>,
  ): void {
    const callback = this.readCallback(url, release);
    if (!callback.ok || this.#denials.size >= MAX_DENIED_HOSTS) return;
    const reason = `${this.#policy.maxFailures} consecutive deliveries failed; subscribe again when the callback works`;
    const request = denialRequest(aboutTopic(callback.value, topic, release.baseUrl), reason);
    void this.#inTurn(host, async () => {
      if (await isStillEnded().catch(() => false)) await this.#ports.transport(request);
    });
  }

  async #inTurn(host: string, send: () => Promise<void>): Promise<void> {
    const sent = (this.#denials.get(host) ?? Promise.resolve()).then(send);
    this.#denials.set(host, sent);
    await sent;
    if (this.#denials.get(host) === sent) this.#denials.delete(host);
  }

  async #deliver(
    { callback: url, live, host, topic }: Subscription,
    release: TopicRelease,
    versions: TopicVersions,
  ): Promise<Signal | undefined> {
    const { clock, random, events } = this.#ports;
    const content = release.contents.get(topic);
    const version = versions.get(topic);
    const isDue = live !== undefined && live.expiresAt > clock();
    if (!isDue || content === undefined || version === undefined || live.deliveredVersion >= version) {
      return undefined;
    }
    const retryMs = (): number => retryDelayMs(live.failures + 1, this.#policy.retryDelaysSeconds, random());
    const callback = this.readCallback(url, release);
    const result = callback.ok ? await this.#send(callback.value, content, live.secret, release) : REFUSED;
    if (result === undefined)
      return { kind: "failed", counts: false, retryAt: clock() + retryMs(), status: "unreadable" };
    const now = clock();
    const outcome = outcomeOf(result, now);
    const { status } = outcome;
    events.delivered(outcome.kind, status);
    const counts = await this.#isTheirs(host, result, release);
    if (outcome.kind === "delivered") return { kind: "delivered", version, status };
    if (outcome.kind === "gone") return { kind: "gone", status };
    const retryAt = now + Math.max(retryMs(), outcome.retryAfterMs);
    return { kind: "failed", counts, retryAt, status };
  }

  /** Undefined if the content could not be read, or not to its end. */
  async #send(
    callback: Callback,
    content: TopicContent,
    secret: string | null,
    { baseUrl }: TopicRelease,
  ): Promise<CallbackResult | undefined> {
    const { body } = content;
    const isReadable = (): boolean => Buffer.isBuffer(body) || body.isIntact();
    if (!isReadable()) return undefined;
    const request = await deliveryRequest(callback, content, secret, userAgentOf(baseUrl)).catch(
      () => undefined,
    );
    const result = request && (await this.#ports.transport(request));
    return result?.ok === true || isReadable() ? result : undefined;
  }

  /** True unless the request failed for a reason that may be ours. */
  async #isTheirs(host: string, result: CallbackResult, { baseUrl }: TopicRelease): Promise<boolean> {
    const url = this.#policy.controlUrl ?? baseUrl;
    const isTheirs = await this.#blame.isTheirs(host, result, (except) => this.#ports.control(url, except));
    const { isOutage } = this.#blame;
    if (isOutage !== this.#wasOutage) this.#ports.events.outageChanged(isOutage);
    this.#wasOutage = isOutage;
    return isTheirs;
  }
}
