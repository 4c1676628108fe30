import { clientNetwork } from "./callback/networks.ts";
import type { HubPolicy } from "./policy.ts";
import { Quota } from "./quota.ts";
import type { Full } from "./store/store.ts";

/** What the hub says to a request: nothing but that it was taken, or why not. */
export type HubAnswer =
  | { readonly status: 202 }
  | { readonly status: 400; readonly reason: string }
  | { readonly status: 429 | 503; readonly reason: string; readonly retryAfterSeconds: number };

const HOUR_MS = 3_600_000;
const FULL: Readonly<Record<Full, string>> = {
  "host full": "too many subscriptions of this callback's host",
  "too many pending": "too many subscriptions wait for verification",
  "too many subscriptions": "the hub is full",
};
const FULL_RETRY_SECONDS = 600;

/** Quotas: how often one network may ask, and how often one host may be asked because of strangers. */
export class Admission {
  readonly #clients: Quota;
  readonly #questions: Quota;
  readonly #verifications: Quota;

  constructor({ subscribesPerMinute: perMinute, verificationsPerHostHour: perHour }: HubPolicy) {
    // A burst of twice the rate: one subscriber may have several topics to renew at once.
    this.#clients = new Quota(perMinute * 2, perMinute / 60_000);
    this.#questions = new Quota(perMinute * 2, perMinute / 60_000);
    this.#verifications = new Quota(perHour, perHour / HOUR_MS);
  }

  refuseClient(address: string, now: number): HubAnswer | undefined {
    const waitMs = this.#clients.take(clientNetwork(address), now);
    return tooMany("too many requests from your network", waitMs);
  }

  refuseQuestion(address: string, now: number): HubAnswer | undefined {
    return tooMany("too many requests from your network", this.#questions.take(clientNetwork(address), now));
  }

  refuseVerification(key: string, now: number): HubAnswer | undefined {
    return tooMany("too many verifications of this callback's host", this.#verifications.take(key, now));
  }
}

export const refuseFull = (full: Full): HubAnswer => ({
  status: 429,
  reason: FULL[full],
  retryAfterSeconds: FULL_RETRY_SECONDS,
});

const tooMany = (reason: string, waitMs: number): HubAnswer | undefined =>
  waitMs === 0 ? undefined : { status: 429, reason, retryAfterSeconds: Math.ceil(waitMs / 1000) };
