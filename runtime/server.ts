import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { refuseClientError } from "./http/client-error.ts";
import { isEndless, isTooLong } from "./http/request.ts";
import { RequestGate } from "./http/request-gate.ts";

/** node:http has no tight limits by default. docs/operations.md lists these. */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: 16_384,
  /** RFC 9112 section 3.2: a request with two Host fields is invalid, which a single value cannot show. */
  joinDuplicateHeaders: true,
  /** Our own check refuses with a body. */
  requireHostHeader: false,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  /** Interval at which the timeouts above are enforced. */
  connectionsCheckingInterval: 1_000,
};

/**
 * Write deadline: a connection on which nothing has moved for this long is closed. Longer than the 15 s between the
 * comments that keep listen streams open.
 */
const STALLED_AFTER_MS = 20_000;

const MAX_REQUESTS_PER_SOCKET = 10_000;
const SWEEP_MS = 50;

/** A listening server that can stop without losing a response. */
export interface Serving {
  readonly port: number;
  /** Accepts no more connections, lets every request in flight finish, and gives up after `withinMs`. */
  drain(withinMs: number): Promise<"drained" | "cut">;
}

export async function listen(
  listener: RequestListener,
  port: number,
  host: string,
  stalledAfterMs = STALLED_AFTER_MS,
): Promise<Serving> {
  const gated: RequestListener = (request, response) => {
    RequestGate.of(request.socket)?.closeUntilSent(response);
    // The parser rejects it too, but after this call, and not with Upgrade.
    if (isEndless(request)) refuseClientError(new Error("endless"), request.socket);
    else listener(request, response);
  };
  const server = createServer(SERVER_OPTIONS, gated);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!isTooLong(request)) response.writeContinue();
    gated(request, response);
  });
  // RFC 9110 section 10.1.1 lets a server ignore an expectation that it does not know.
  server.on("checkExpectation", gated);
  server.on("clientError", refuseClientError);
  server.on("connection", (socket) => RequestGate.attach(socket));
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.timeout = stalledAfterMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, drain: (withinMs) => drain(server, withinMs) };
}

/** Closes idle connections repeatedly: another one becomes idle whenever a response ends. */
async function drain(server: Server, withinMs: number): Promise<"drained" | "cut"> {
  const closed = new Promise<"drained">((resolve) => server.close(() => resolve("drained")));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = Promise.withResolvers<"cut">();
  const timer = setTimeout(() => deadline.resolve("cut"), withinMs);
  const outcome = await Promise.race([closed, deadline.promise]);
  clearInterval(sweep);
  clearTimeout(timer);
  if (outcome === "cut") server.closeAllConnections();
  return outcome;
}
