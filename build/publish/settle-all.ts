/** Waits for all writers before it reports a failure, so that none still writes when the folder is removed. */
export async function settleAll(tasks: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(tasks))
    if (outcome.status === "rejected") throw outcome.reason;
}
