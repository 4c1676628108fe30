import { extname } from "node:path";
import { Worker } from "node:worker_threads";

/** Starts a thread with the module of this name next to the calling one. The package is compiled: there both end in .js. */
export const startWorker = (name: string, caller: ImportMeta, workerData: unknown): Worker =>
  new Worker(new URL(`${name}${extname(caller.filename)}`, caller.url), { workerData });
