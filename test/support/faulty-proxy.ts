import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProxiedResponse {
  readonly request: IncomingMessage;
  readonly path: string;
  status: number;
  readonly headers: Record<string, string>;
  body: Buffer;
}

/** Changes that a misconfigured host makes to a request or its response. */
export interface ProxyFaults {
  readonly answer?: (proxied: ProxiedResponse) => void;
  readonly ask?: (
    headers: Record<string, string | undefined>,
    request: IncomingMessage,
  ) => string | undefined;
}

/** Starts a proxy on loopback that forwards to the port and applies the faults. */
export async function startProxy(port: number, { answer, ask }: ProxyFaults) {
  const server = createServer((request, response) => {
    const headers = { ...request.headers } as Record<string, string | undefined>;
    const path = ask?.(headers, request) ?? request.url ?? "/";
    const onward = httpRequest(
      { host: "127.0.0.1", port, path, method: request.method, headers: defined(headers) },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on("data", (part: Buffer) => parts.push(part));
        reply.on("end", () => {
          const proxied: ProxiedResponse = {
            request,
            path: request.url ?? "/",
            status: reply.statusCode ?? 0,
            headers: defined(reply.headers as Record<string, string | undefined>),
            body: Buffer.concat(parts),
          };
          delete proxied.headers["connection"];
          delete proxied.headers["transfer-encoding"];
          answer?.(proxied);
          if (request.method !== "HEAD" && proxied.status !== 304 && proxied.status !== 204)
            proxied.headers["content-length"] = String(proxied.body.length);
          response.writeHead(proxied.status, proxied.headers);
          response.end(proxied.body);
        });
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${own}`,
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const defined = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
