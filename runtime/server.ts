import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { MAX_REQUESTS_PER_SOCKET, SERVER_OPTIONS } from "./http/limits.ts";

const SWEEP_MS = 50;

/** A listening server that can stop without losing an answer. */
export interface Serving {
  readonly port: number;
  /** Takes no more connections, lets every request in flight finish, and gives up after `withinMs`. */
  drain(withinMs: number): Promise<"drained" | "cut">;
}

export async function listen(listener: RequestListener, port: number, host: string): Promise<Serving> {
  const server = createServer(SERVER_OPTIONS, listener);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, drain: (withinMs) => drain(server, withinMs) };
}

/** Idle connections are closed again and again: one becomes idle whenever an answer ends. */
async function drain(server: Server, withinMs: number): Promise<"drained" | "cut"> {
  const closed = new Promise<"drained">((resolve) => server.close(() => resolve("drained")));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const late = Promise.withResolvers<"cut">();
  const timer = setTimeout(() => late.resolve("cut"), withinMs);
  const outcome = await Promise.race([closed, late.promise]);
  clearInterval(sweep);
  clearTimeout(timer);
  if (outcome === "cut") server.closeAllConnections();
  return outcome;
}
