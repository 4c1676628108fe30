/** Capacity of the slow pool and of the new lane, as multiples of the main pool's. */
const SLOW_POOL_FACTOR = 15;
const NEW_LANE_FACTOR = 8;
/** Tasks of one registrable domain in the new lane at once, so that fresh subdomains gain nothing. */
const NEW_PER_DOMAIN = 8;

/** The pool that a permit is from. The new lane is for hosts that never confirmed anything. */
export type Lane = "main" | "slow" | "new";

/** Counts the permits that running tasks hold, by lane, and in the new lane by domain. */
export class Permits {
  readonly #total: number;
  readonly #newByDomain = new Map<string, number>();
  readonly #held: Record<Lane, number> = { main: 0, slow: 0, new: 0 };

  constructor(total: number) {
    this.#total = total;
  }

  /** Permits that are held in all lanes. */
  get held(): number {
    return this.#held.main + this.#held.slow + this.#held.new;
  }

  /** The number of permits that can be taken. `newDomain` matters in the new lane only. */
  free(lane: Lane, newDomain = ""): number {
    if (lane === "new") {
      const ofDomain = NEW_PER_DOMAIN - (this.#newByDomain.get(newDomain) ?? 0);
      return Math.min(this.#total * NEW_LANE_FACTOR - this.#held.new, ofDomain);
    }
    const slow = this.#total * SLOW_POOL_FACTOR - this.#held.slow;
    // A task of the main pool may have to move to the slow pool.
    return lane === "slow" ? slow : Math.min(this.#total - this.#held.main, slow);
  }

  /** Takes permits, or gives them back if the count is negative. */
  take(lane: Lane, count: number, newDomain = ""): void {
    this.#held[lane] += count;
    if (lane !== "new") return;
    const left = (this.#newByDomain.get(newDomain) ?? 0) + count;
    if (left === 0) this.#newByDomain.delete(newDomain);
    else this.#newByDomain.set(newDomain, left);
  }

  move(from: Lane, to: Lane): void {
    this.#held[from] -= 1;
    this.#held[to] += 1;
  }
}
