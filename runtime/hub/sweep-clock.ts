/** The interval of sweeps, which the timer measures whatever the clock says. */
export const SWEEP_INTERVAL_MS = 60_000;
/** A clock that is ahead of the timer by more than this has jumped, or the sidecar did not run for so long. */
const MAX_AHEAD_MS = 3_600_000;
/** A clock that stays ahead for this long is right. */
const HOLD_MS = 86_400_000;

export interface SweepTime {
  /** The clock was set back since the last sweep. */
  readonly wentBack: boolean;
  /** Leases that have ended may be deleted. */
  readonly isTrusted: boolean;
}

/**
 * Tells if the clock may end leases. A clock that jumps months ahead would end all of them, and they could not be
 * restored when it is corrected. Their rows therefore stay until the clock has been ahead for a day.
 */
export class SweepClock {
  #lastAt: number | undefined;
  /** The time of the next sweep if the clock goes on as it did before it jumped. */
  #expectedAt: number | undefined;
  #heldMs = 0;

  /** `seenAt`: the last time, by a sidecar's clock, that is recorded in the database. */
  start(seenAt: number): void {
    this.#expectedAt ??= seenAt;
  }

  /** Called once per sweep interval. Before `start`, leases stay. */
  tick(now: number): SweepTime {
    const wentBack = this.#lastAt !== undefined && now < this.#lastAt;
    this.#lastAt = now;
    if (this.#expectedAt === undefined) return { wentBack, isTrusted: false };
    const isAhead = now - this.#expectedAt > MAX_AHEAD_MS;
    this.#heldMs = isAhead ? this.#heldMs + SWEEP_INTERVAL_MS : 0;
    const isTrusted = !isAhead || this.#heldMs > HOLD_MS;
    if (isTrusted) this.#heldMs = 0;
    this.#expectedAt = (isTrusted ? now : this.#expectedAt) + SWEEP_INTERVAL_MS;
    return { wentBack, isTrusted };
  }
}
