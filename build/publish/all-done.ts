/** Ends when all have ended, so that nothing is written any more when a failure is told: the first one in order. */
export async function allDone(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === "rejected") throw outcome.reason;
}
