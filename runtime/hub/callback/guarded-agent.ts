import { Agent, type AgentOptions, type RequestOptions } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Networks } from "./networks.ts";
import type { ResolveName } from "./resolver.ts";

const MAX_ADDRESSES = 4;

/** The `code` of the error that a connection to a refused address fails with. */
export const REFUSED_ADDRESS = "REFUSED_ADDRESS";

class RefusedAddressError extends Error {
  readonly code = REFUSED_ADDRESS;
}

export interface GuardedRequestOptions extends RequestOptions {
  /** Ends the lookup of the request's host name. Called only for a new connection. */
  readonly lookupSignal: () => AbortSignal;
}

/** An https agent that connects to allowed addresses only. */
export class GuardedAgent extends Agent {
  readonly #networks: Networks;
  readonly #resolve: ResolveName;

  constructor(networks: Networks, resolve: ResolveName, options: AgentOptions) {
    super(options);
    this.#networks = networks;
    this.#resolve = resolve;
  }

  override createConnection(
    options: GuardedRequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const host = options.host ?? options.hostname ?? "";
    // Node does not call `lookup` for an address literal.
    if (isIP(host) !== 0 && !this.#networks.isAllowed(host)) {
      const refused = new RefusedAddressError(host);
      process.nextTick(() => callback?.(refused, undefined as never));
      return undefined;
    }
    const guarded = { resolve: this.#resolve, networks: this.#networks, signal: options.lookupSignal() };
    const lookup = guardedLookup(guarded);
    const socket = super.createConnection({ ...options, lookup }, callback) as Socket;
    socket.once("connect", () => {
      if (!this.#networks.isAllowed(socket.remoteAddress ?? "")) socket.destroy(new RefusedAddressError());
    });
    return socket;
  }
}

/** Rejects if any resolved address is refused: a mix of public and private addresses is an attack. */
export async function allowedAddresses(
  hostname: string,
  { resolve, networks, signal }: GuardedLookup,
): Promise<readonly string[]> {
  const addresses = await resolve(hostname, signal);
  if (addresses.length === 0 || addresses.some((address) => !networks.isAllowed(address))) {
    throw new RefusedAddressError(hostname);
  }
  return addresses.slice(0, MAX_ADDRESSES);
}

interface GuardedLookup {
  readonly resolve: ResolveName;
  readonly networks: Networks;
  readonly signal: AbortSignal;
}

function guardedLookup(guarded: GuardedLookup): LookupFunction {
  const look = async (...[hostname, { all }, callback]: Parameters<LookupFunction>): Promise<void> => {
    try {
      const addresses = await allowedAddresses(hostname, guarded);
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      if (all === true) callback(null, found);
      else callback(null, found[0]?.address ?? "", found[0]?.family);
    } catch (error) {
      callback(error as Error, "", 0);
    }
  };
  return (...lookup) => void look(...lookup);
}
