import { on } from "node:events";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Coding, fileOf } from "../../model/manifest.ts";
import {
  compressPieces,
  type CompressTask,
  digestsOf,
  MAX_PIECE_BYTES,
  type WrittenFiles,
} from "./compress-file.ts";
import { flush } from "./flush.ts";
import type { Digests } from "./write-artifact.ts";

/** Says how much of the identity representation can be read, and at last how the files were written. */
export interface CompressMessage {
  readonly bytes: number;
  readonly written?: WrittenFiles;
}

export type CompressReply = Digests;

const port = parentPort as MessagePort;
const task = workerData as CompressTask;
const complete = Promise.withResolvers<WrittenFiles>();
// Both listen from now on: the first message comes while the file is opened.
const messages = on(port, "message") as AsyncIterable<[CompressMessage]>;
port.on("message", ({ written }: CompressMessage) => {
  if (written !== undefined) complete.resolve(written);
});

/** Reads the identity representation while it is written. */
async function* writtenPieces(): AsyncGenerator<Buffer> {
  const handle = await open(join(task.folder, fileOf(task.path)));
  let at = 0;
  try {
    for await (const [{ bytes, written }] of messages) {
      while (at < bytes) {
        const piece = Buffer.allocUnsafeSlow(Math.min(MAX_PIECE_BYTES, bytes - at));
        const { bytesRead } = await handle.read(piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error(`${task.path} is shorter than it was written; build again`);
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
      if (written !== undefined) return;
    }
  } finally {
    await handle.close();
  }
}

/** Publishing waits until all files are on the disk. These are the largest, and need not wait for the others. */
const flushed = (coding?: Coding): Promise<void> => flush(join(task.folder, fileOf(task.path, coding)));

const compressed = compressPieces(task, writtenPieces(), {
  bytes: MAX_PIECE_BYTES,
  pieceBytes: MAX_PIECE_BYTES,
});
const finish = async (): Promise<CompressReply> => {
  const written = await complete.promise;
  const [digests] = await Promise.all([
    digestsOf(task, written, compressed),
    flushed(),
    flushed("gzip"),
    compressed.then(() => flushed("br")),
  ]);
  return digests;
};
// A failure ends the thread, whichever comes first.
const [reply] = await Promise.all([finish(), compressed]);
port.postMessage(reply);
// A port with a listener keeps the thread.
port.close();
