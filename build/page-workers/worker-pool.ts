import { Worker } from "node:worker_threads";
import { type BatchPlace, type BatchTask, batchWriter, type WrittenPage } from "./page-writer.ts";
import type { Answer } from "./page-worker.ts";
import { TemplateError } from "../render/pages/templates.ts";

/** Tasks that a thread is given ahead, so that it never waits for the next one. */
const TASKS_AHEAD = 2;

type Enter = (written: readonly WrittenPage[]) => void;

/** Makes and writes the pages of reviews, on threads of their own or, with none, in the caller's. */
export class PageThreads {
  readonly #writeHere: (task: BatchTask) => readonly WrittenPage[];
  readonly #threads: readonly PageThread[];
  #given = 0;

  /** The threads begin to load what they need. */
  constructor(place: BatchPlace, count: number) {
    this.#writeHere = batchWriter(place);
    this.#threads = Array.from({ length: count }, () => new PageThread(place));
  }

  /** Hands a task to a thread at once, however busy the caller is afterwards. */
  async give(task: BatchTask, enter: Enter): Promise<void> {
    const thread = this.#threads[this.#given++ % this.#threads.length];
    enter(thread === undefined ? this.#writeHere(task) : await thread.do(task));
  }

  /** Takes the next task when there is room for it, and hands on what was written. */
  async write(tasks: Iterable<BatchTask>, enter: Enter): Promise<void> {
    const waiting = tasks[Symbol.iterator]();
    const work = async (thread: PageThread): Promise<void> => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) enter(await thread.do(next.value));
    };
    if (this.#threads.length === 0) for (const task of tasks) enter(this.#writeHere(task));
    await Promise.all(
      this.#threads.flatMap((thread) => Array.from({ length: TASKS_AHEAD }, () => work(thread))),
    );
  }

  /** Once this is done, nothing is written any more. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

class PageThread {
  readonly #worker: Worker;
  /** Answers come in the order of the tasks. */
  readonly #waiting: PromiseWithResolvers<readonly WrittenPage[]>[] = [];
  #failed: Error | undefined;

  constructor(place: BatchPlace) {
    this.#worker = new Worker(new URL("page-worker.ts", import.meta.url), { workerData: place });
    this.#worker.on("message", (answer: Answer) => this.#take(answer));
    this.#worker.on("error", (error) => this.#fail(error as Error));
    this.#worker.on("exit", () => this.#fail(new Error("a thread that makes pages ended early")));
  }

  do(task: BatchTask): Promise<readonly WrittenPage[]> {
    if (this.#failed) return Promise.reject(this.#failed);
    const waiting = Promise.withResolvers<readonly WrittenPage[]>();
    this.#waiting.push(waiting);
    this.#worker.postMessage(task, []);
    return waiting.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.shift();
    if ("written" in answer) return waiting?.resolve(answer.written);
    const { message, isTemplate } = answer.failure;
    waiting?.reject(isTemplate ? new TemplateError(message) : new Error(message));
  }

  #fail(error: Error): void {
    this.#failed ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failed);
  }
}
