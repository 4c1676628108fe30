import type { ServerOptions } from "node:http";

/** h3 and node:http have no tight limits of their own: these are ours (docs/operations.md). */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  /** How often the timeouts above are looked at. */
  connectionsCheckingInterval: 1_000,
};

export const MAX_REQUESTS_PER_SOCKET = 10_000;

export const MAX_MCP_BYTES = 262_144;
