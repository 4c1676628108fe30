import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  isInitializeRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { folderSource } from "../runtime/artifacts/folder.ts";
import { ReleaseStore } from "../runtime/artifacts/release-store.ts";
import { CurrentRelease } from "../runtime/current-release.ts";
import { callTool, toolNamed } from "../runtime/mcp/tools/tools.ts";

/** The minimum cost of an answer over h3: reads the body as JSON and sends a body of the given size. */
export async function listenFloor(bytes: string): Promise<number> {
  const app = new H3({ silent: true });
  const body = JSON.stringify({ text: "x".repeat(Math.max(0, Number(bytes) - 11)) });
  app.post("/mcp", async ({ req }) => {
    await req.json();
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  return listenOn(toNodeHandler(app));
}

type PostResult = IncomingMessage & { readonly body?: unknown };
interface Express {
  post(path: string, handle: (request: PostResult, response: ServerResponse) => Promise<void>): void;
}

/** The pattern of the SDK's documentation, with our tools: a map holds a server and a transport per session. */
export async function listenSdk(dist: string): Promise<number> {
  const releaseStore = new ReleaseStore(folderSource(dist));
  await releaseStore.reload();
  if (releaseStore.release === undefined) throw new Error(`no release in ${dist}`);
  const documents = new CurrentRelease(releaseStore.release, undefined);
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const app = createMcpExpressApp() as unknown as Express & RequestListener;
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- express 5 takes them
  app.post("/mcp", async (request, response) => {
    const known = transports.get(String(request.headers["mcp-session-id"]));
    if (known !== undefined) return known.handleRequest(request, response, request.body);
    if (!isInitializeRequest(request.body)) return void response.writeHead(400).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    // oxlint-disable-next-line typescript/no-deprecated -- the cheaper of the SDK's two servers
    const server = new Server({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
      const tool = toolNamed(params.name);
      if (tool === undefined) throw new Error(`no tool ${params.name}`);
      return (await callTool(tool, params.arguments ?? {}, documents)) as CallToolResult;
    });
    await server.connect(transport);
    return transport.handleRequest(request, response, request.body);
  });
  return listenOn(app);
}

async function listenOn(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}
