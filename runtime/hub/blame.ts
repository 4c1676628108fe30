import type { CallbackResult } from "./callback/callback-client.ts";
import type { CallbackErrorReason } from "./callback/error-reason.ts";

/** Resolves to true if the control destination, which must not be this host, has responded. Must not reject. */
export type Control = (exceptHost: string) => Promise<boolean>;

/** The failures that a fault of our network, resolver or clock would cause as well. */
const MAY_BE_OURS: ReadonlySet<string> = new Set<CallbackErrorReason>([
  "lookup-failed",
  "no-route",
  "connect-timeout",
  "certificate-time",
]);
/** A response proves for this long that our side works. */
const RECENT_MS = 2000;

/**
 * Decides if a failure counts against the subscriber. One that our side may have caused counts only if another
 * destination responds: a callback host within the last seconds or, failing that, the control destination.
 */
export class Blame {
  readonly #clock: () => number;
  /** The last responses of two different hosts, the newest first. */
  #responses: readonly { readonly host: string; readonly at: number }[] = [];
  #asking: Promise<boolean> | undefined;
  #isOutage = false;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** True from a failure that was ours until the next response. */
  get isOutage(): boolean {
    return this.#isOutage;
  }

  /** Records the end of an attempt. Resolves to true unless it failed and the failure may be ours. */
  async isTheirs(host: string, result: CallbackResult, control: Control): Promise<boolean> {
    if (result.ok) this.#responded(host);
    if (result.ok || !MAY_BE_OURS.has(result.reason)) return true;
    const now = this.#clock();
    const hasOther = this.#responses.some((one) => one.host !== host && Math.abs(now - one.at) <= RECENT_MS);
    const isTheirs = hasOther || (await this.#ask(host, control));
    if (!isTheirs) this.#isOutage = true;
    return isTheirs;
  }

  /** Concurrent failures share one request to the control destination. */
  async #ask(host: string, control: Control): Promise<boolean> {
    this.#asking ??= control(host).finally(() => (this.#asking = undefined));
    const hasResponded = await this.#asking;
    if (hasResponded) this.#responded("the control destination");
    return hasResponded;
  }

  #responded(host: string): void {
    this.#isOutage = false;
    const other = this.#responses.find((one) => one.host !== host);
    this.#responses = [{ host, at: this.#clock() }, ...(other === undefined ? [] : [other])];
  }
}
