import type { Signal, Subscription } from "./state/subscription.ts";
import type { Attempt } from "./store/store.ts";

/** The record of a request that was made for a subscription; undefined if none was. */
export function attemptOf(
  { pending }: Subscription,
  signal: Signal | undefined,
  startedAt: number,
  endedAt: number,
): Attempt | undefined {
  if (signal === undefined || !("status" in signal)) return undefined;
  return {
    kind: pending === undefined ? "delivery" : "verification",
    at: startedAt,
    // The clock may have been set back meanwhile.
    durationMs: Math.max(0, endedAt - startedAt),
    status: signal.status,
  };
}
