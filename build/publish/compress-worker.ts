import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { compressFile, type CompressTask } from "./compress-file.ts";
import type { Digests } from "./write-artifact.ts";

export type CompressReply = Digests;

const port = parentPort as MessagePort;
const reply: CompressReply = await compressFile(workerData as CompressTask);
port.postMessage(reply);
