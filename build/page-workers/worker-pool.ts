import type { Worker } from "node:worker_threads";
import { type PageTask, PageWriter, type WriterInput, type WrittenPage } from "./page-writer.ts";
import type { TaskReply } from "./page-worker.ts";
import { TemplateError } from "../render/pages/templates.ts";
import { startWorker } from "../publish/start-worker.ts";

/** A second queued task keeps a worker busy while its last reply is on the way. */
const MAX_QUEUED_TASKS = 2;

type OnWritten = (written: readonly WrittenPage[]) => void;

/** Writes pages on worker threads or, with a size of 0, in the calling thread. */
export class WorkerPool {
  readonly #writer: PageWriter;
  readonly #workers: readonly PageWorker[];
  #nextWorker = 0;

  constructor(input: WriterInput, size: number) {
    this.#writer = new PageWriter(input);
    this.#workers = Array.from({ length: size }, () => new PageWorker(input));
  }

  /** Queues one task at once, whatever the workers' load. */
  async run(task: PageTask): Promise<readonly WrittenPage[]> {
    const worker = this.#workers[this.#nextWorker++ % this.#workers.length];
    return worker === undefined ? this.#writer.write(task) : worker.run(task);
  }

  /** Draws tasks only as workers become free, which bounds the memory of queued tasks. */
  async runAll(tasks: Iterable<PageTask>, onWritten: OnWritten): Promise<void> {
    const queue = tasks[Symbol.iterator]();
    const runFromQueue = async (worker: PageWorker): Promise<void> => {
      for (let next = queue.next(); !next.done; next = queue.next()) onWritten(await worker.run(next.value));
    };
    if (this.#workers.length === 0) for (const task of tasks) onWritten(this.#writer.write(task));
    await Promise.all(
      this.#workers.flatMap((worker) => Array.from({ length: MAX_QUEUED_TASKS }, () => runFromQueue(worker))),
    );
  }

  /** Ends the workers; no file is written after this resolves. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }
}

/** One worker thread, which replies to tasks in their order. */
class PageWorker {
  readonly #thread: Worker;
  readonly #pending: PromiseWithResolvers<readonly WrittenPage[]>[] = [];
  #error: Error | undefined;

  constructor(input: WriterInput) {
    this.#thread = startWorker("page-worker", import.meta, input);
    this.#thread.on("message", (reply: TaskReply) => this.#settle(reply));
    this.#thread.on("error", (error) => this.#fail(error as Error));
    this.#thread.on("exit", () => this.#fail(new Error("a page worker exited early")));
  }

  run(task: PageTask): Promise<readonly WrittenPage[]> {
    if (this.#error) return Promise.reject(this.#error);
    const pending = Promise.withResolvers<readonly WrittenPage[]>();
    this.#pending.push(pending);
    this.#thread.postMessage(task, []);
    return pending.promise;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #settle(reply: TaskReply): void {
    const pending = this.#pending.shift();
    if ("written" in reply) return pending?.resolve(reply.written);
    pending?.reject(
      "templateError" in reply
        ? new TemplateError(reply.templateError)
        : Object.assign(new Error(reply.message), reply.fields),
    );
  }

  #fail(error: Error): void {
    this.#error ??= error;
    for (const { reject } of this.#pending.splice(0)) reject(this.#error);
  }
}
