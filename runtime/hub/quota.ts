/** A token bucket for each key; keys that are full again are forgotten, so memory stays bounded. */
export class Quota {
  readonly #buckets = new Map<string, { tokens: number; at: number }>();
  readonly #burst: number;
  readonly #perMs: number;
  readonly #maxKeys: number;

  constructor(burst: number, perMs: number, maxKeys = 10_000) {
    this.#burst = burst;
    this.#perMs = perMs;
    this.#maxKeys = maxKeys;
  }

  /** Takes one token: 0 if there was one, else milliseconds until there will be. */
  take(key: string, now: number): number {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    const elapsed = Math.max(0, now - bucket.at);
    const tokens = Math.min(this.#burst, bucket.tokens + elapsed * this.#perMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    this.#forget(now);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.#perMs);
  }

  /** The least recently used go first: they are the fullest. */
  #forget(now: number): void {
    for (const [key, { tokens, at }] of this.#buckets) {
      const isFull = tokens + Math.max(0, now - at) * this.#perMs >= this.#burst;
      if (!isFull && this.#buckets.size <= this.#maxKeys) return;
      this.#buckets.delete(key);
    }
  }
}
