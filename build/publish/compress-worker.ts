import { join } from "node:path";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Coding, fileOf } from "../../model/manifest.ts";
import { compressFile, type CompressTask } from "./compress-file.ts";
import { flush } from "./flush.ts";
import type { Digests } from "./write-artifact.ts";

export type CompressReply = Digests;

const port = parentPort as MessagePort;
const task = workerData as CompressTask;

/** Publishing waits until all files are on the disk. These are the largest, and need not wait for the others. */
const flushed = (coding?: Coding): Promise<void> => flush(join(task.folder, fileOf(task.path, coding)));

const [reply] = await Promise.all([compressFile(task), flushed(), flushed("gzip")]);
await flushed("br");
port.postMessage(reply satisfies CompressReply);
