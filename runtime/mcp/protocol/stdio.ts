import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer, type ServerPorts } from "./sessions.ts";

/** Serves one client over a pair of streams; resolves when the client has gone. */
export async function serveStdio(ports: ServerPorts, input: Readable, output: Writable): Promise<void> {
  const closed = Promise.withResolvers<void>();
  input.once("end", () => closed.resolve());
  input.once("close", () => closed.resolve());
  const server = createServer(ports);
  await server.connect(new StdioServerTransport(input, output));
  await closed.promise;
  await server.close();
}
