import { readCallback } from "./callback.ts";
import { CallbackClient } from "./callback-client.ts";
import type { Networks } from "./networks.ts";
import type { ResolveName } from "./resolver.ts";

/** Short, because the claim of the failed delivery must not expire meanwhile. */
const DEADLINE_MS = 4000;

/** Asks the control destination under the same rules as callbacks. */
export class ControlClient {
  readonly #networks: Networks;
  readonly #client: CallbackClient;

  constructor(networks: Networks, resolve: ResolveName) {
    this.#networks = networks;
    this.#client = new CallbackClient({ networks, perHost: 1, resolve, deadlineMs: DEADLINE_MS });
  }

  /**
   * True if this https URL responds, with whatever status, and is not on that host. An address that callbacks may not
   * have does not count: reaching our own machine does not prove that our network works.
   */
  readonly isReached = async (url: string, exceptHost: string): Promise<boolean> => {
    const control = readCallback(url, { networks: this.#networks, ports: "any", ownHost: undefined });
    if (!control.ok || control.value.hostname === exceptHost) return false;
    const { ok } = await this.#client.send({
      callback: control.value,
      method: "GET",
      target: control.value.target,
      headers: { Accept: "*/*" },
      body: undefined,
      maxBodyBytes: 0,
    });
    return ok;
  };

  close(): void {
    this.#client.close();
  }
}
