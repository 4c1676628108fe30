import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";

const folder = emptyFolder();
const content = join(folder, "content");
const dist = join(folder, "dist");
let running: Running;

beforeAll(async () => {
  writeContent(content, { reviews: { "a.json": [review({ text: "first" })] } });
  buildOrFail(content, dist);
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

async function connect(mode: "legacy" | "auto" | { readonly pin: string }): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${running.origin}/mcp`)));
  return client;
}

test.for([
  ["legacy", "2025-11-25"],
  ["auto", "2026-07-28"],
  [{ pin: "2026-07-28" }, "2026-07-28"],
] as const)("the SDK's next client, %j, speaks %s", async ([mode, version]) => {
  const client = await connect(mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect(client.getServerVersion()?.name).toBe("verified-reviews");
  expect((await client.listTools()).tools.length).toBe(12);
  const { structuredContent } = await client.callTool({
    name: "search_reviews",
    arguments: { query: "FIRST" },
  });
  expect(structuredContent).toMatchObject({ matched: 1 });
  expect((await client.readResource({ uri: "reviews://business" })).contents.length).toBe(1);
  expect((await client.listPrompts()).prompts.length).toBe(6);
  const refused = await client.callTool({ name: "get_review", arguments: { id: "nobody" } });
  expect(refused.isError).toBe(true);
  await client.close();
});

test("the client's subscription is notified of a new release", async () => {
  const client = await connect("auto");
  const updated: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updated.push(params.uri);
  });
  const subscription = await client.listen({
    resourceSubscriptions: ["reviews://latest", "reviews://business"],
  });
  expect(subscription.honoredFilter).toEqual({
    resourceSubscriptions: ["reviews://business", "reviews://latest"],
  });
  writeFileSync(join(content, "reviews", "b.json"), JSON.stringify([review({ text: "second" })]));
  buildOrFail(content, dist);
  await running.sidecar.reload();
  await expect.poll(() => updated.toSorted()).toEqual(["reviews://business", "reviews://latest"]);
  await subscription.close();
  expect(await subscription.closed).toBe("local");
  await client.close();
});
