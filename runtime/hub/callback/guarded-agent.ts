import type { lookup as lookupAddress, LookupAddress, LookupOptions } from "node:dns";
import { Agent, type AgentOptions, type RequestOptions } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Networks } from "./networks.ts";

const MAX_ADDRESSES = 4;

/** The `code` of the error that a connection to a refused address fails with. */
export const REFUSED_ADDRESS = "REFUSED_ADDRESS";

class RefusedAddressError extends Error {
  readonly code = REFUSED_ADDRESS;
}

/** An https agent that connects to allowed addresses only. */
export class GuardedAgent extends Agent {
  readonly #networks: Networks;
  readonly #lookup: LookupFunction;

  constructor(networks: Networks, resolve: typeof lookupAddress, options: AgentOptions) {
    super(options);
    this.#networks = networks;
    this.#lookup = guardedLookup(resolve, networks);
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const host = options.host ?? options.hostname ?? "";
    // Node does not call `lookup` for an address literal.
    if (isIP(host) !== 0 && !this.#networks.isAllowed(host)) {
      const refused = new RefusedAddressError(host);
      process.nextTick(() => callback?.(refused, undefined as never));
      return undefined;
    }
    const socket = super.createConnection({ ...options, lookup: this.#lookup }, callback) as Socket;
    socket.once("connect", () => {
      if (!this.#networks.isAllowed(socket.remoteAddress ?? "")) socket.destroy(new RefusedAddressError());
    });
    return socket;
  }
}

/** Fails if any resolved address is refused: a mix of public and private addresses is an attack. */
function guardedLookup(resolve: typeof lookupAddress, networks: Networks): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, "", 0);
      if (addresses.length === 0 || addresses.some(({ address }) => !networks.isAllowed(address))) {
        return callback(new RefusedAddressError(hostname), "", 0);
      }
      if (options.all === true) return callback(null, addresses.slice(0, MAX_ADDRESSES));
      const [first] = addresses;
      return callback(null, first?.address ?? "", first?.family);
    });
  };
}
