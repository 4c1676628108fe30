import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface Passing {
  readonly request: IncomingMessage;
  readonly path: string;
  status: number;
  readonly headers: Record<string, string>;
  body: Buffer;
}

/** What a careless host does to an answer, or to a request before it goes on. */
export interface Meddling {
  readonly answer?: (passing: Passing) => void;
  readonly ask?: (
    headers: Record<string, string | undefined>,
    request: IncomingMessage,
  ) => string | undefined;
}

/** A proxy on loopback that passes everything to the port, but for what it meddles with. */
export async function startProxy(port: number, { answer, ask }: Meddling) {
  const server = createServer((request, response) => {
    const headers = { ...request.headers } as Record<string, string | undefined>;
    const path = ask?.(headers, request) ?? request.url ?? "/";
    const onward = httpRequest(
      { host: "127.0.0.1", port, path, method: request.method, headers: defined(headers) },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on("data", (part: Buffer) => parts.push(part));
        reply.on("end", () => {
          const passing: Passing = {
            request,
            path: request.url ?? "/",
            status: reply.statusCode ?? 0,
            headers: defined(reply.headers as Record<string, string | undefined>),
            body: Buffer.concat(parts),
          };
          delete passing.headers["connection"];
          delete passing.headers["transfer-encoding"];
          answer?.(passing);
          if (request.method !== "HEAD" && passing.status !== 304 && passing.status !== 204)
            passing.headers["content-length"] = String(passing.body.length);
          response.writeHead(passing.status, passing.headers);
          response.end(passing.body);
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
