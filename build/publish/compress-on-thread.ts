import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { compressComplete, type StartCompressor, type WrittenFiles } from "./compress-file.ts";
import type { CompressMessage, CompressReply } from "./compress-worker.ts";
import { startWorker } from "./start-worker.ts";

/** A smaller file is compressed before a thread has started. */
const MIN_BYTES = 1 << 24;

/**
 * Compresses on a thread of its own, from the first bytes on that are written. The thread pool alone would wait for this
 * thread after each piece, and this one counts texts and compares pages for seconds without a turn.
 */
export const compressOnThread: StartCompressor = (task) => {
  let thread: Worker | undefined;
  let reply: Promise<[CompressReply]> | undefined;
  let sentBytes = 0;
  const send = (message: CompressMessage): void => {
    if (thread === undefined) {
      thread = startWorker("compress-worker", import.meta, task);
      reply = once(thread, "message") as Promise<[CompressReply]>;
      // `finish` reports its failure; until then it must not count as an unhandled rejection.
      reply.catch(() => undefined);
    }
    thread.postMessage(message, []);
  };
  const wrote = (bytes: number): void => {
    if (bytes < MIN_BYTES || bytes === sentBytes) return;
    sentBytes = bytes;
    send({ bytes });
  };
  const finish = async (written: WrittenFiles): Promise<CompressReply> => {
    const { bytes } = written.identity;
    if (bytes < MIN_BYTES) return compressComplete(task).finish(written);
    send({ bytes, written });
    const [digests] = (await reply) as [CompressReply];
    return digests;
  };
  return { wrote, finish, abandon: async () => thread?.terminate() };
};
