import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestTls } from "./tls.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, unchanged. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export type Respond = (received: ReceivedRequest, response: ServerResponse) => void;

export interface Subscriber {
  readonly port: number;
  /** The https URL of a path. */
  url(path: string, host?: string): string;
  /** The requests to a path so far. */
  received(path: string): readonly ReceivedRequest[];
  /** Resolves once a path has received this many requests of a method. */
  until(path: string, method: string, count: number): Promise<readonly ReceivedRequest[]>;
  /** Sets the response of a path; the default echoes challenges and acknowledges deliveries. */
  on(path: string, respond: Respond): void;
  stop(): Promise<void>;
}

export const echo: Respond = ({ query }, response) =>
  response.writeHead(200, { "content-type": "text/plain" }).end(query.get("hub.challenge") ?? "");

export const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    response.writeHead(code, headers).end();

/** Echoes challenges, and responds to deliveries with `deliver`. */
export const subscribed =
  (deliver: Respond): Respond =>
  (received, response) =>
    received.method === "GET" ? echo(received, response) : deliver(received, response);

/** Starts an https subscriber on loopback that records its requests; each address is a host of its own. */
export async function startSubscriber(
  tls: TestTls,
  hosts: readonly string[] = ["127.0.0.1"],
  fallback = subscribed(status(204)),
): Promise<Subscriber> {
  const received = new Map<string, ReceivedRequest[]>();
  const responds = new Map<string, Respond>();
  const waiting = new Set<() => void>();
  const of = (path: string): ReceivedRequest[] =>
    received.get(path) ?? received.set(path, []).get(path) ?? [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("error", () => {});
    request.on("end", () => {
      const { url: target = "/", method = "", headers, rawHeaders } = request;
      const [path = "/"] = target.split("?", 1);
      const query = new URLSearchParams(target.slice(path.length + 1));
      const one = { method, target, query, headers, rawHeaders, body: Buffer.concat(parts) };
      of(path).push(one);
      (responds.get(path) ?? fallback)(one, response);
      for (const look of waiting) look();
    });
  };
  let port = 0;
  const servers: Server[] = [];
  for (const host of hosts) {
    const server = createServer({ key: tls.key, cert: tls.cert }, listener);
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    ({ port } = server.address() as AddressInfo);
    servers.push(server);
  }
  return {
    port,
    url: (path, host = "localhost") => `https://${host}:${port}${path}`,
    received: (path) => of(path),
    until: (path, method, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = of(path).filter((one) => one.method === method);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    on: (path, respond) => void responds.set(path, respond),
    stop: async () => {
      for (const server of servers) {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      }
    },
  };
}
