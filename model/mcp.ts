/** Facts about the MCP endpoint, shared by the build, which announces it, and the sidecar, which serves it. */
import { VERSION } from "./version.ts";

export const MCP_PATH = "/mcp";

export const MCP_SERVER = {
  name: "verified-reviews",
  title: "Reviews of one business",
  version: VERSION,
} as const;

/** Revisions with sessions, newest first: initialize, then Mcp-Session-Id. */
export const SESSION_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The revision without sessions: every request is self-contained. */
export const STATELESS_REVISION = "2026-07-28";
