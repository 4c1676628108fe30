import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type BatchPlace, type BatchTask, batchWriter, type WrittenPage } from "./page-writer.ts";
import { TemplateError } from "../render/pages/templates.ts";

/** Why a thread could not do a task; a template's owner needs to know no more than the message. */
interface Failure {
  readonly message: string;
  readonly isTemplate: boolean;
}

/** What goes back for a task. */
export type Answer = { readonly written: readonly WrittenPage[] } | { readonly failure: Failure };

const port = parentPort as MessagePort;
const write = batchWriter(workerData as BatchPlace);

port.on("message", (task: BatchTask) => port.postMessage(answer(task)));

function answer(task: BatchTask): Answer {
  try {
    return { written: write(task) };
  } catch (error) {
    if (error instanceof TemplateError) return { failure: { message: error.message, isTemplate: true } };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failure: { message, isTemplate: false } };
  }
}
