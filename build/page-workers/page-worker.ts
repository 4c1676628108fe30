import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type PageTask, PageWriter, type WriterInput, type WrittenPage } from "./page-writer.ts";
import { TemplateError } from "../render/pages/templates.ts";

/** A worker thread's reply to a task. Errors cross the thread boundary as values. */
export type TaskReply =
  | { readonly written: readonly WrittenPage[] }
  | { readonly templateError: string }
  /** `fields` are the code and path of an error of the system. */
  | { readonly message: string; readonly fields: object };

const port = parentPort as MessagePort;
const writer = new PageWriter(workerData as WriterInput);

port.on("message", (task: PageTask) => port.postMessage(reply(task)));

function reply(task: PageTask): TaskReply {
  try {
    return { written: writer.write(task) };
  } catch (error) {
    if (error instanceof TemplateError) return { templateError: error.message };
    if (!(error instanceof Error)) return { message: String(error), fields: {} };
    return { message: error.message, fields: Object.assign({ stack: error.stack }, error) };
  }
}
