import { request as httpRequest } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RawResponse } from "./sidecar.ts";

export const MCP_HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

export interface RpcBody {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Posts exactly this body. Headers set to undefined are not sent. */
export function postRaw(
  port: number,
  body: string | Buffer,
  headers: Record<string, string | undefined> = {},
  path = "/mcp",
): Promise<RawResponse> {
  const sent = Object.fromEntries(
    Object.entries({ ...MCP_HEADERS, ...headers }).filter((entry) => entry[1] !== undefined),
  ) as Record<string, string>;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: "127.0.0.1", port, path, method: "POST", headers: sent },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

export const bodyOf = ({ body }: RawResponse): RpcBody => JSON.parse(body.toString("utf8")) as RpcBody;

export const rpc = (method: string, params?: object, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

export const INITIALIZE = (protocolVersion = "2025-06-18"): string =>
  rpc("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } });

/** Opens a session and returns its id. */
export async function openSession(port: number, version?: string): Promise<string> {
  const { headers } = await postRaw(port, INITIALIZE(version));
  return String(headers["mcp-session-id"]);
}

export const STATELESS = "2026-07-28";
export const META = {
  "io.modelcontextprotocol/protocolVersion": STATELESS,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Sends a request of the revision without sessions. */
export function postStateless(
  port: number,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  change: Record<string, string | undefined> = {},
): Promise<RawResponse> {
  const named = method === "resources/read" ? params["uri"] : params["name"];
  return postRaw(port, rpc(method, { ...params, _meta: META }), {
    "mcp-protocol-version": STATELESS,
    "mcp-method": method,
    ...(typeof named === "string" && method !== "completion/complete" ? { "mcp-name": named } : {}),
    ...change,
  });
}

/** Connects the official client. */
export async function connect(origin: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
  return client;
}

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

export async function call(client: Client, name: string, args: object = {}): Promise<ToolResult> {
  return (await client.callTool({ name, arguments: args as Record<string, unknown> })) as ToolResult;
}

/** Approximate tokens of a text: four letters per token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
