import { lookup as lookupAddress } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { Callback } from "./callback.ts";
import { GuardedAgent, REFUSED_ADDRESS } from "./guarded-agent.ts";
import type { Networks } from "./networks.ts";

export interface CallbackRequest {
  readonly callback: Callback;
  readonly method: "GET" | "POST";
  /** Path and query, when they are not the callback's own. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Bytes of the answer worth reading; the rest is cut off. */
  readonly readBytes: number;
}

/** How a callback answered, or why it did not, in one word that is safe to show. */
export type CallbackAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly body: Buffer;
      /** The answer was longer than what was read. */
      readonly isCut: boolean;
      /** As sent: seconds or an HTTP-date. */
      readonly retryAfter: string | undefined;
    }
  | { readonly ok: false; readonly reason: CallbackFault };

export type CallbackFault = "timeout" | "refused-address" | "unresolved" | "tls" | "connection" | "protocol";

/** Sends one request to a callback. Never throws. */
export type Transport = (request: CallbackRequest) => Promise<CallbackAnswer>;

export interface ClientOptions {
  readonly networks: Networks;
  readonly perHost: number;
  readonly resolve?: typeof lookupAddress;
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 10_000;
const MAX_HEADER_BYTES = 8192;
const MAX_INFORMATIONAL = 20;
/** Once the status is known, the rest of a small answer may take this long. */
const BODY_PATIENCE_MS = 1000;
const IDLE_SOCKET_MS = 4000;
/** With this many hosts kept open, further ones are not kept. */
const MAX_IDLE_HOSTS = 256;

/**
 * An https client that connects to public addresses only: each answer of the resolver, each address literal and the
 * address that was connected to in the end are checked, in the same call that connects, so a name that changes its
 * mind gains nothing. It follows no redirect, uses no proxy, decodes nothing, and ends every request in time.
 */
export class CallbackClient {
  /** Keeps connections, for deliveries. */
  readonly #agent: GuardedAgent;
  /** A new connection each time: nothing can be cut off by the end of an older one. */
  readonly #onceAgent: GuardedAgent;
  readonly #deadlineMs: number;

  constructor({ networks, perHost, resolve = lookupAddress, deadlineMs = DEADLINE_MS }: ClientOptions) {
    this.#deadlineMs = deadlineMs;
    const options = { rejectUnauthorized: true, timeout: IDLE_SOCKET_MS };
    const kept = { ...options, keepAlive: true, maxSockets: perHost, maxFreeSockets: perHost };
    this.#agent = new GuardedAgent(networks, resolve, kept);
    this.#onceAgent = new GuardedAgent(networks, resolve, { ...options, keepAlive: false });
  }

  /** Connections that are open now. */
  get connections(): number {
    const { sockets, freeSockets } = this.#agent;
    const open = [sockets, freeSockets, this.#onceAgent.sockets];
    return open.flatMap((byOrigin) => Object.values(byOrigin)).flat().length;
  }

  close(): void {
    this.#agent.destroy();
    this.#onceAgent.destroy();
  }

  /** A kept connection may have been closed by the other side just now: that is nobody's failure, so once more. */
  readonly send: Transport = async (order) => {
    const startedAt = performance.now();
    try {
      const first = await this.#sendOnce(order, this.#deadlineMs);
      if (first !== "stale connection") return first;
      const leftMs = this.#deadlineMs - (performance.now() - startedAt);
      const second = await this.#sendOnce(order, leftMs, true);
      return second === "stale connection" ? { ok: false, reason: "connection" } : second;
    } catch {
      // node:https refuses some requests before they begin.
      return { ok: false, reason: "protocol" };
    }
  };

  #sendOnce(
    { callback, method, target, headers, body, readBytes }: CallbackRequest,
    deadlineMs: number,
    isFresh = false,
  ): Promise<CallbackAnswer | "stale connection"> {
    const isOnce =
      isFresh || method === "GET" || Object.keys(this.#agent.freeSockets).length >= MAX_IDLE_HOSTS;
    const options: RequestOptions = {
      agent: isOnce ? this.#onceAgent : this.#agent,
      hostname: callback.hostname,
      port: callback.port,
      path: target,
      method,
      headers,
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    return new Promise((resolve) => {
      const outgoing = httpsRequest(options);
      let patience: NodeJS.Timeout | undefined;
      const finish = (answer: CallbackAnswer | "stale connection"): void => {
        clearTimeout(deadline);
        clearTimeout(patience);
        resolve(answer);
      };
      const fail = (reason: CallbackFault): void => {
        finish({ ok: false, reason });
        outgoing.destroy();
      };
      const deadline = setTimeout(() => fail("timeout"), deadlineMs);
      let informational = 0;
      outgoing.on("information", () => {
        informational += 1;
        if (informational > MAX_INFORMATIONAL) fail("protocol");
      });
      outgoing.on("error", (error: Error & { code?: string }) => {
        const isStale = outgoing.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? "");
        if (isStale) finish("stale connection");
        else fail(faultOf(error));
      });
      outgoing.on("response", (response) => {
        const answer = (read: Buffer, isCut: boolean): void => {
          const { statusCode: status = 0, headers: received } = response;
          finish({ ok: true, status, body: read, isCut, retryAfter: received["retry-after"] });
          if (isCut) outgoing.destroy();
        };
        patience = readUpTo(response, readBytes, answer);
      });
      outgoing.end(body);
    });
  }
}

/** Calls back once: with all of the answer, or with its beginning if it is longer or too slow. */
function readUpTo(
  response: IncomingMessage,
  limit: number,
  done: (read: Buffer, isCut: boolean) => void,
): NodeJS.Timeout {
  const parts: Buffer[] = [];
  let length = 0;
  const finish = (isCut: boolean): void => done(Buffer.concat(parts).subarray(0, limit), isCut);
  response.on("data", (part: Buffer) => {
    parts.push(part);
    length += part.length;
    if (length > limit) finish(true);
  });
  response.on("end", () => finish(false));
  response.on("error", () => finish(true));
  return setTimeout(() => finish(true), BODY_PATIENCE_MS);
}

function faultOf(error: Error & { readonly code?: string }): CallbackFault {
  const code = error.code ?? "";
  if (code === REFUSED_ADDRESS) return "refused-address";
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return "unresolved";
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UNSPECIFIED|HOSTNAME_)/.test(code))
    return "tls";
  if (code.startsWith("HPE_")) return "protocol";
  return "connection";
}
