import { setImmediate as nextTurn } from "node:timers/promises";

/** The largest imports of `/mcp`. Each loads what those before it have not. */
const IMPORTS = [
  async () => (await import("../../../model/check.ts")).loadAjv(),
  () => import("@modelcontextprotocol/sdk/server/zod-compat.js"),
  () => import("@modelcontextprotocol/sdk/types.js"),
  () => import("@modelcontextprotocol/sdk/server/index.js"),
];

/** Loads the packages of `/mcp`, one in a turn of the event loop: all at once hold it for 0.1 s just after the start. */
export async function loadPackages(): Promise<void> {
  for (const load of IMPORTS) {
    await load();
    await nextTurn();
  }
}
