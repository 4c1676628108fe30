import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline } from "node:stream";
import type { Callback } from "./callback.ts";
import { type CallbackErrorReason, reasonOf, timeoutReason } from "./error-reason.ts";
import { GuardedAgent, type GuardedRequestOptions } from "./guarded-agent.ts";
import type { Networks } from "./networks.ts";
import type { ResolveName } from "./resolver.ts";

/** A body that is left in its file, because it is too long to hold, and read for each request. */
export interface FileBytes {
  readonly length: number;
  /** False once the bytes were changed: they are not read any more. */
  isIntact(): boolean;
  /** Rejects if the bytes were changed. */
  pieces(): AsyncIterable<Buffer>;
}

export interface CallbackRequest {
  readonly callback: Callback;
  readonly method: "GET" | "POST";
  /** Path and query, the hub's own parameters included. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | FileBytes | undefined;
  /** A longer response body is truncated. */
  readonly maxBodyBytes: number;
  /** Undefined means the client's own. */
  readonly deadlineMs?: number;
}

/** The response of a callback, or the reason why there is none, which is safe to show to its owner. */
export type CallbackResult =
  | {
      readonly ok: true;
      readonly status: number;
      readonly body: Buffer;
      readonly isTruncated: boolean;
      /** As sent: seconds or an HTTP-date. */
      readonly retryAfter: string | undefined;
    }
  | { readonly ok: false; readonly reason: CallbackErrorReason };

/** The result for a callback that the settings forbid. */
export const REFUSED: CallbackResult = { ok: false, reason: "refused-address" };

/** Sends one request to a callback. Never rejects. */
export type Transport = (request: CallbackRequest) => Promise<CallbackResult>;

export interface CallbackClientOptions {
  readonly networks: Networks;
  readonly perHost: number;
  readonly resolve: ResolveName;
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 10_000;
const MAX_HEADER_BYTES = 8192;
const MAX_INFORMATIONAL_RESPONSES = 20;
/** Once the headers have arrived, the body is read for at most this long. */
const BODY_TIMEOUT_MS = 1000;
const IDLE_SOCKET_MS = 4000;
/** Connections to further hosts are not kept alive. */
const MAX_IDLE_HOSTS = 256;

/**
 * An https client for untrusted callbacks. It connects to allowed addresses only: address literals, every resolved
 * address and the connected address are checked in the call that connects, so DNS rebinding gains nothing. It follows
 * no redirects, uses no proxy, decodes no content coding, and ends every request by its deadline.
 */
export class CallbackClient {
  readonly #keepAliveAgent: GuardedAgent;
  readonly #oneShotAgent: GuardedAgent;
  readonly #deadlineMs: number;

  constructor({ networks, perHost, resolve, deadlineMs = DEADLINE_MS }: CallbackClientOptions) {
    this.#deadlineMs = deadlineMs;
    const options = { rejectUnauthorized: true, timeout: IDLE_SOCKET_MS };
    const keepAlive = { ...options, keepAlive: true, maxSockets: perHost, maxFreeSockets: perHost };
    this.#keepAliveAgent = new GuardedAgent(networks, resolve, keepAlive);
    this.#oneShotAgent = new GuardedAgent(networks, resolve, { ...options, keepAlive: false });
  }

  /** The number of open connections. */
  get connections(): number {
    const { sockets, freeSockets } = this.#keepAliveAgent;
    const open = [sockets, freeSockets, this.#oneShotAgent.sockets];
    return open.flatMap((byOrigin) => Object.values(byOrigin)).flat().length;
  }

  close(): void {
    this.#keepAliveAgent.destroy();
    this.#oneShotAgent.destroy();
  }

  /** Retries once on a new connection if the peer has closed a kept one, which does not count as a failure. */
  readonly send: Transport = async (request) => {
    const startedAt = performance.now();
    try {
      const canKeep = Object.keys(this.#keepAliveAgent.freeSockets).length < MAX_IDLE_HOSTS;
      // A verification gets its own connection, so that a stale one cannot cut it off.
      const isReusable = request.method === "POST" && canKeep;
      const agent = isReusable ? this.#keepAliveAgent : this.#oneShotAgent;
      const deadlineMs = Math.min(request.deadlineMs ?? this.#deadlineMs, this.#deadlineMs);
      const result = await sendOnce(request, agent, deadlineMs);
      if (result !== "stale connection") return result;
      const leftMs = deadlineMs - (performance.now() - startedAt);
      const retried = await sendOnce(request, this.#oneShotAgent, leftMs);
      return retried === "stale connection" ? { ok: false, reason: "connection" } : retried;
    } catch {
      // node:https throws on some invalid requests.
      return { ok: false, reason: "protocol" };
    }
  };
}

function sendOnce(
  { callback, method, target, headers, body, maxBodyBytes }: CallbackRequest,
  agent: GuardedAgent,
  deadlineMs: number,
): Promise<CallbackResult | "stale connection"> {
  const { hostname, port } = callback;
  const maxHeaderSize = MAX_HEADER_BYTES;
  let lookup: AbortController | undefined;
  const origin = { hostname, port, lookupSignal: () => (lookup ??= new AbortController()).signal };
  const options: GuardedRequestOptions = { agent, ...origin, path: target, method, headers, maxHeaderSize };
  return new Promise((resolve) => {
    const outgoing = httpsRequest(options);
    let bodyTimeout: NodeJS.Timeout | undefined;
    const finish = (result: CallbackResult | "stale connection"): void => {
      clearTimeout(deadline);
      clearTimeout(bodyTimeout);
      // With a reason, no DOMException is built for each request.
      lookup?.abort("the request has ended");
      resolve(result);
    };
    const fail = (reason: CallbackErrorReason): void => {
      finish({ ok: false, reason });
      outgoing.destroy();
    };
    const deadline = setTimeout(() => fail(timeoutReason(outgoing.socket)), deadlineMs);
    let informational = 0;
    outgoing.on("information", () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL_RESPONSES) fail("protocol");
    });
    outgoing.on("error", (error: Error & { code?: string }) => {
      const isStale = outgoing.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? "");
      if (isStale) finish("stale connection");
      else fail(reasonOf(error));
    });
    outgoing.on("response", (response) => {
      const { statusCode: status = 0, headers: received } = response;
      bodyTimeout = readBody(response, maxBodyBytes, (read, isTruncated) => {
        finish({ ok: true, status, body: read, isTruncated, retryAfter: received["retry-after"] });
        if (isTruncated) outgoing.destroy();
      });
    });
    if (body === undefined || Buffer.isBuffer(body)) outgoing.end(body);
    // Errors of the connection arrive at the request. A file that has changed destroys it without any.
    else pipeline(body.pieces(), outgoing, (error) => void (error && !body.isIntact() && fail("connection")));
  });
}

/** Calls back with the body, or with its beginning if it is too long, too slow or breaks off. */
function readBody(
  response: IncomingMessage,
  maxBytes: number,
  done: (body: Buffer, isTruncated: boolean) => void,
): NodeJS.Timeout {
  const parts: Buffer[] = [];
  let length = 0;
  const finish = (isTruncated: boolean): void =>
    done(Buffer.concat(parts).subarray(0, maxBytes), isTruncated);
  response.on("data", (part: Buffer) => {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) finish(true);
  });
  response.on("end", () => finish(false));
  response.on("error", () => finish(true));
  return setTimeout(() => finish(true), BODY_TIMEOUT_MS);
}
