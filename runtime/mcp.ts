import type { RequestListener } from "node:http";
import type { RuntimeConfig } from "./config.ts";
import type { ClientAddress } from "./http/client-address.ts";
import { createMcpListener } from "./http/mcp.ts";
import { McpEndpoint } from "./mcp/protocol/endpoint.ts";
import type { ListenStreams } from "./mcp/protocol/listen-streams.ts";
import { SessionIds } from "./mcp/protocol/session-id.ts";
import type { ServerPorts } from "./mcp/protocol/sessions.ts";

/** Answers `/mcp`, and keeps its open streams. */
export interface McpParts {
  readonly listener: RequestListener;
  readonly streams: ListenStreams;
}

export interface McpPorts extends ServerPorts {
  readonly baseUrl: () => string | undefined;
  readonly clientOf: ClientAddress;
  readonly randomBytes: (size: number) => Buffer;
}

/** Everything that `/mcp` needs, in a module of its own: the first request loads its packages. */
export function createMcp(
  config: RuntimeConfig,
  { randomBytes, clientOf, baseUrl, ...ports }: McpPorts,
): McpParts {
  const endpoint = new McpEndpoint(ports, new SessionIds(config.mcpSessionKey, randomBytes));
  const { mcpAllowedOrigins: allowedOrigins, mcpAllowedHosts: allowedHosts } = config;
  const listener = createMcpListener(endpoint, { baseUrl, allowedOrigins, allowedHosts }, clientOf);
  return { listener, streams: endpoint.streams };
}
