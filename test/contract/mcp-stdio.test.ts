import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { call } from "../support/mcp.ts";

const ENTRY = join(ROOT, "scripts", "mcp.ts");

test("the official client uses every tool over standard input and output", async () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), {
    reviews: { "a.json": [review({ text: "via stdio" })] },
  });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [ENTRY], env: { DIST_DIR: dist } }),
  );
  expect((await client.listTools()).tools.length).toBe(12);
  expect((await call(client, "search_reviews", { query: "VIA" })).structuredContent).toMatchObject({
    matched: 1,
  });
  expect((await call(client, "get_review", { id: "nobody" })).isError).toBe(true);
  expect((await client.readResource({ uri: "reviews://latest" })).contents.length).toBe(1);
  await client.close();
});

test("without a built folder it prints how to fix it on standard error only", async () => {
  const child = spawn(process.execPath, [ENTRY], {
    env: { DIST_DIR: join(emptyFolder(), "none") },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part: Buffer) => {
    stdout += part.toString();
  });
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString();
  });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(stdout).toBe("");
  expect(stderr).toContain("npm run build");
});
