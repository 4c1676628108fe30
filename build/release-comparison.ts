import type { Worker } from "node:worker_threads";
import type { AlteredRelease, ComparisonReply, ComparisonTask } from "./release-comparison-worker.ts";
import { startWorker } from "./publish/start-worker.ts";

/**
 * Compares two releases with their records on a thread of its own, while the content is read and analyzed: two calls of
 * stat(2) for each page take as long as reading it. Results are undefined where the thread came to none.
 */
export class ReleaseComparison {
  readonly #thread: Worker;
  readonly #isIntact = Promise.withResolvers<boolean | undefined>();
  readonly #oldest = Promise.withResolvers<AlteredRelease | undefined>();

  constructor(task: ComparisonTask) {
    this.#thread = startWorker("release-comparison-worker", import.meta, task);
    this.#thread.on("message", ({ isIntact, oldest }: ComparisonReply) => {
      if (isIntact !== undefined) this.#isIntact.resolve(isIntact);
      if (oldest !== undefined) this.#oldest.resolve(oldest);
    });
    this.#thread.on("error", () => this.#end());
    this.#thread.on("exit", () => this.#end());
  }

  /** True if every file of the published release is as the build left it. */
  isIntact(): Promise<boolean | undefined> {
    return this.#isIntact.promise;
  }

  /** The oldest release. It must be in its place until this resolves. */
  oldest(): Promise<AlteredRelease | undefined> {
    return this.#oldest.promise;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #end(): void {
    this.#isIntact.resolve(undefined);
    this.#oldest.resolve(undefined);
  }
}
