import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MCP_SERVER } from "../../model/mcp.ts";
import { buildOrFail, readJsonOf, readManifestOf } from "../support/build.ts";
import { BUSINESS, emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { bodyOf, postStateless } from "../support/mcp.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const dist = join(emptyFolder(), "dist");
let running: Running;

beforeAll(async () => {
  const business = { ...BUSINESS, name: `Harbour ${"Lane ".repeat(30)}Plumbing` };
  buildOrFail(
    writeContent(join(emptyFolder(), "content"), { business, reviews: { "a.json": [review()] } }),
    dist,
  );
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

interface Card {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly remotes: readonly {
    readonly url: string;
    readonly supportedProtocolVersions: readonly string[];
  }[];
}

test("package, MCP server, server card, registry entry and OpenAPI description have one version", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(MCP_SERVER.version).toBe(version);
  for (const path of ["/mcp/server-card", "/server.json"])
    expect(readJsonOf<Card>(dist, path).version, path).toBe(version);
  expect(readJsonOf<{ info: Card }>(dist, "/openapi.json").info.version).toBe(version);
});

test("the server card keeps its schema's limits and agrees with server/discover", async () => {
  const card = readJsonOf<Card>(dist, "/mcp/server-card");
  expect(card.name).toBe("example.harbour-lane.reviews/verified-reviews");
  expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(card.description.length).toBeLessThanOrEqual(100);
  expect(card.remotes[0]?.url).toBe("https://reviews.harbour-lane.example/mcp");
  const { result } = bodyOf(await postStateless(running.port, "server/discover"));
  const { version } = MCP_SERVER;
  expect(JSON.stringify(result?.["_meta"])).toContain(`"version":"${version}"`);
  expect(card.version).toBe(version);
  expect(card.remotes[0]?.supportedProtocolVersions).toEqual(
    expect.arrayContaining(result?.["supportedVersions"] as string[]),
  );
});

test("the cards are served at the paths where agents look, with media types and entity tags", async () => {
  for (const [path, type] of [
    ["/mcp/server-card", "application/mcp-server-card+json"],
    ["/.well-known/mcp/server-card.json", "application/mcp-server-card+json"],
    ["/.well-known/ai-catalog.json", "application/ai-catalog+json"],
    ["/server.json", "application/json; charset=utf-8"],
  ] as const) {
    const answer = await send(running.port, path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers["content-type"], path).toBe(type);
    expect(answer.headers.etag, path).toBe(readManifestOf(dist).artifacts[path]?.etag);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
  }
  const { entries } = readJsonOf<{ entries: { url: string }[] }>(dist, "/.well-known/ai-catalog.json");
  expect(entries.map(({ url }) => url)).toEqual(["https://reviews.harbour-lane.example/mcp/server-card"]);
});

test("server.json has the fields that the MCP registry requires, and llms.txt and host files point to MCP", () => {
  const entry = readJsonOf<Card & { $schema: string }>(dist, "/server.json");
  expect(entry.$schema).toBe("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json");
  expect(entry).toMatchObject({
    remotes: [{ type: "streamable-http", url: "https://reviews.harbour-lane.example/mcp" }],
  });
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(readFileSync(join(dist, "llms.txt"), "utf8")).toContain(
    "(https://reviews.harbour-lane.example/mcp)",
  );
  for (const file of ["_headers", "vercel.json"])
    expect(readFileSync(join(dist, file), "utf8"), file).toContain("application/mcp-server-card+json");
});
