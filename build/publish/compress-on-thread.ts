import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { compressFile, type CompressTask } from "./compress-file.ts";
import type { CompressReply } from "./compress-worker.ts";

/** The package is compiled: there this file and its neighbor end in .js. */
const WORKER_FILE = `compress-worker${extname(import.meta.filename)}`;

/** A smaller file is compressed before a thread has started. */
const MIN_BYTES = 1 << 24;

/**
 * `compressFile` on a thread of its own. The thread pool alone would wait for this thread after each piece, and this one
 * counts texts and compares pages for seconds without a turn.
 */
export async function compressOnThread(task: CompressTask): Promise<CompressReply> {
  if (task.identity.bytes < MIN_BYTES) return compressFile(task);
  const thread = new Worker(new URL(WORKER_FILE, import.meta.url), { workerData: task });
  const [digests] = (await once(thread, "message")) as [CompressReply];
  return digests;
}
