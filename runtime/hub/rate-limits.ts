import { clientNetwork } from "./callback/networks.ts";
import type { ExceededBound } from "./store/store.ts";

/** The hub's response to a form: accepted, or the reason why not. */
export type HubResponse =
  | { readonly status: 202 }
  | { readonly status: 400; readonly reason: string }
  | { readonly status: 429 | 503; readonly reason: string; readonly retryAfterSeconds: number };

const HOUR_MS = 3_600_000;
const BOUND_REASONS: Readonly<Record<ExceededBound, string>> = {
  "host full": "too many subscriptions of this callback's host",
  "too many pending": "too many subscriptions wait for verification",
  "too many subscriptions": "the hub is full",
};
const BOUND_RETRY_SECONDS = 600;
const MAX_BUCKETS = 10_000;

/** Limits requests per client network, and verifications per callback host, which strangers can cause. */
export class RateLimits {
  readonly #requests: TokenBuckets;
  readonly #diagnoses: TokenBuckets;
  readonly #verifications: TokenBuckets;

  constructor(requestsPerMinute: number, verificationsPerHostHour: number) {
    // Bursts of twice the rate: a subscriber may renew several topics at once.
    this.#requests = new TokenBuckets(requestsPerMinute * 2, requestsPerMinute / 60_000);
    this.#diagnoses = new TokenBuckets(requestsPerMinute * 2, requestsPerMinute / 60_000);
    this.#verifications = new TokenBuckets(verificationsPerHostHour, verificationsPerHostHour / HOUR_MS);
  }

  checkRequest(address: string, now: number): HubResponse | undefined {
    return tooMany("requests from your network", this.#requests.take(clientNetwork(address), now));
  }

  checkDiagnosis(address: string, now: number): HubResponse | undefined {
    return tooMany("requests from your network", this.#diagnoses.take(clientNetwork(address), now));
  }

  /** `requests`: the number that the verification sends. */
  checkVerification(key: string, now: number, requests: number): HubResponse | undefined {
    return tooMany("verifications of this callback's host", this.#verifications.take(key, now, requests));
  }
}

export const boundResponse = (exceeded: ExceededBound): HubResponse => ({
  status: 429,
  reason: BOUND_REASONS[exceeded],
  retryAfterSeconds: BOUND_RETRY_SECONDS,
});

const tooMany = (things: string, waitMs: number): HubResponse | undefined =>
  waitMs === 0
    ? undefined
    : { status: 429, reason: `too many ${things}`, retryAfterSeconds: Math.ceil(waitMs / 1000) };

/** One token bucket per key. Full buckets are dropped, and so are the least recently used beyond the maximum. */
export class TokenBuckets {
  readonly #buckets = new Map<string, { tokens: number; at: number }>();
  readonly #burst: number;
  readonly #tokensPerMs: number;

  constructor(burst: number, tokensPerMs: number) {
    this.#burst = burst;
    this.#tokensPerMs = tokensPerMs;
  }

  /** Takes tokens and returns 0, or returns the milliseconds until so many are available. */
  take(key: string, now: number, count = 1): number {
    const expected = Math.min(count, this.#burst);
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    const elapsedMs = Math.max(0, now - bucket.at);
    const tokens = Math.min(this.#burst, bucket.tokens + elapsedMs * this.#tokensPerMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: tokens >= expected ? tokens - expected : tokens, at: now });
    this.#evict(now);
    return tokens >= expected ? 0 : Math.ceil((expected - tokens) / this.#tokensPerMs);
  }

  #evict(now: number): void {
    for (const [key, { tokens, at }] of this.#buckets) {
      const isFull = tokens + Math.max(0, now - at) * this.#tokensPerMs >= this.#burst;
      if (!isFull && this.#buckets.size <= MAX_BUCKETS) return;
      this.#buckets.delete(key);
    }
  }
}
