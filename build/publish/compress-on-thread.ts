import { once } from "node:events";
import { startWorker } from "./start-worker.ts";
import { compressFile, type CompressTask } from "./compress-file.ts";
import type { CompressReply } from "./compress-worker.ts";

/** A smaller file is compressed before a thread has started. */
const MIN_BYTES = 1 << 24;

/**
 * `compressFile` on a thread of its own. The thread pool alone would wait for this thread after each piece, and this one
 * counts texts and compares pages for seconds without a turn.
 */
export async function compressOnThread(task: CompressTask): Promise<CompressReply> {
  if (task.identity.bytes < MIN_BYTES) return compressFile(task);
  const thread = startWorker("compress-worker", import.meta, task);
  const [digests] = (await once(thread, "message")) as [CompressReply];
  return digests;
}
