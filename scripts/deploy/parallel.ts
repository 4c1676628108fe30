const MAX_CONCURRENT = 16;

/** Works on all items, a bounded number at a time. After a failure it starts no more, and throws once the others have ended. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const drain = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && failures.length === 0; next = queue.next())
      await work(next.value).catch((error: unknown) => void failures.push(error));
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, drain));
  if (failures.length > 0) throw failures[0];
}
