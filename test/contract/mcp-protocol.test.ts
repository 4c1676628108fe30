import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import {
  bodyOf,
  INITIALIZE,
  META,
  openSession,
  postRaw,
  postStateless,
  rpc,
  STATELESS,
} from "../support/mcp.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const dist = join(emptyFolder(), "dist");
let running: Running;
let session: string;

beforeAll(async () => {
  const content = writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": [review()] } });
  buildOrFail(content, dist);
  running = await startSidecar(dist);
  session = await openSession(running.port);
});
afterAll(() => running.stop());

const LIST = rpc("tools/list");
const post = (body: string, headers: Record<string, string | undefined> = {}) =>
  postRaw(running.port, body, headers);
const inSession = (body: string, headers: Record<string, string | undefined> = {}) =>
  post(body, { "mcp-session-id": session, ...headers });

describe("the HTTP request", () => {
  test.for(["GET", "DELETE", "PUT", "HEAD", "PATCH"])(
    "%s is 405 and Allow names the methods",
    async (method) => {
      const answer = await send(running.port, "/mcp", { accept: "text/event-stream" }, method);
      expect(answer).toMatchObject({ status: 405, headers: { allow: "POST, OPTIONS" } });
    },
  );

  test("a preflight allows the headers of browser clients, and answers expose the session id", async () => {
    const preflight = await send(running.port, "/mcp", { origin: "http://localhost:1" }, "OPTIONS");
    expect(preflight.status).toBe(204);
    for (const name of ["Content-Type", "Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"])
      expect(preflight.headers["access-control-allow-headers"]).toContain(name);
    const answer = await post(INITIALIZE());
    expect(answer.headers["access-control-expose-headers"]).toContain("Mcp-Session-Id");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
  });

  test.for([
    [415, { "content-type": "text/plain" }],
    [415, { "content-type": undefined }],
    [415, { "content-type": "application/jsonp" }],
    [415, { "content-encoding": "gzip" }],
    [200, { "content-type": "Application/JSON; charset=utf-8" }],
    [406, { accept: "application/json" }],
    [406, { accept: "text/event-stream" }],
    [406, { accept: undefined }],
    [406, { accept: "text/html" }],
    [200, { accept: "*/*" }],
    [200, { accept: "text/event-stream;q=0.5, application/json" }],
    [403, { origin: "https://evil.example" }],
    [403, { origin: "null" }],
    [403, { origin: "http://localhost.evil.example" }],
    [403, { host: "evil.example" }],
    [403, { host: "127.0.0.1.evil.example" }],
    [200, { origin: "http://localhost:5173" }],
    [200, { origin: "http://[::1]:80" }],
    [200, { origin: "https://reviews.harbour-lane.example" }],
    [200, { host: "reviews.harbour-lane.example" }],
    [200, { host: "localhost:9" }],
  ] as const)("%i for %j", async ([status, headers]) => {
    const answer = await inSession(LIST, { ...headers });
    expect(answer.status, answer.body.toString("utf8")).toBe(status);
    if (status !== 200) expect(bodyOf(answer).error?.message).toBeTypeOf("string");
  });

  test("MCP_ALLOWED_ORIGINS adds origins, and * allows all", async () => {
    for (const [allowed, status] of [
      [["https://app.example"], 200],
      [["*"], 200],
      [["https://other.example"], 403],
    ] as const) {
      const other = await startSidecar(dist, { mcpAllowedOrigins: allowed });
      expect((await postRaw(other.port, INITIALIZE(), { origin: "https://app.example" })).status).toBe(
        status,
      );
      await other.stop();
    }
  });

  test("bodies over 256 KiB are 413, with or without Content-Length, and the next request is answered", async () => {
    const large = rpc("tools/list", { cursor: "x".repeat(262_144) });
    expect((await inSession(large)).status).toBe(413);
    expect((await inSession(large, { "transfer-encoding": "chunked" })).status).toBe(413);
    expect((await inSession(`${LIST}${" ".repeat(262_144 - LIST.length)}`)).status).toBe(200);
  });
});

const nested = (levels: number): string =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":${"[".repeat(levels - 3)}${"]".repeat(levels - 3)}}}}`;

describe("the message", () => {
  test.for([
    ["{", -32_700],
    ["", -32_700],
    ["[]", -32_600],
    [`[${LIST}]`, -32_600],
    ["null", -32_600],
    ["7", -32_600],
    ['{"id":1,"method":"tools/list"}', -32_600],
    ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', -32_600],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32_600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', -32_600],
    ['{"jsonrpc":"2.0","id":{},"method":"tools/list"}', -32_600],
    [rpc("tools/list", {}, "x".repeat(257)), -32_600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', -32_600],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', -32_600],
    ['{"jsonrpc":"2.0","id":1}', -32_600],
  ] as const)("%s is 400 with %i", async ([body, code]) => {
    const answer = await inSession(body);
    expect(answer.status).toBe(400);
    expect(bodyOf(answer)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  test("32 levels are accepted, 33 are not, and brackets in strings do not count", async () => {
    expect((await inSession(nested(32))).status).toBe(200);
    expect((await inSession(nested(33))).status).toBe(400);
    expect((await inSession(nested(200_000 / 2))).status).toBe(400);
    expect((await inSession(rpc("ping", { _meta: { x: '["{'.repeat(100) } }))).status).toBe(200);
  });

  test("ids come back unchanged: texts, zero, negative, large", async () => {
    for (const id of ["", 'a"b\\', "ünï👍", 0, -1, Number.MAX_SAFE_INTEGER]) {
      expect(bodyOf(await inSession(rpc("ping", {}, id))).id).toBe(id);
      expect(
        bodyOf(await post(rpc("tools/list", { _meta: META }, id), STATELESS_HEADERS("tools/list"))).id,
      ).toBe(id);
    }
  });

  test("concurrent requests with the same id get their own answers", async () => {
    const ids = Array.from(
      { length: 60 },
      (_, index) => `2026-01-${String((index % 28) + 1).padStart(2, "0")}`,
    );
    const answers = await Promise.all(
      ids.map((date) => inSession(rpc("prompts/get", { name: "review_digest", arguments: { since: date } }))),
    );
    for (const [index, answer] of answers.entries())
      expect(answer.body.toString("utf8")).toContain(ids[index] ?? "");
  });
});

const STATELESS_HEADERS = (method: string) => ({ "mcp-protocol-version": STATELESS, "mcp-method": method });

describe("revisions with sessions", () => {
  test.for(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("%s is negotiated", async (version) => {
    const answer = await post(INITIALIZE(version));
    expect(bodyOf(answer).result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: "verified-reviews" },
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    });
    expect(answer.headers["mcp-session-id"]).toMatch(/^[\x21-\x7e]+$/);
    expect(answer.headers["content-type"]).toBe("application/json");
  });

  test("an unknown version is answered with a known one", async () => {
    expect(bodyOf(await post(INITIALIZE("1999-01-01"))).result).toMatchObject({
      protocolVersion: "2025-11-25",
    });
  });

  test("initialize with broken params is an error and opens no session", async () => {
    const answer = await post(rpc("initialize", {}));
    expect(bodyOf(answer).error?.code).toBe(-32_602);
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
  });

  test("notifications and responses are 202 without a body", async () => {
    for (const body of [
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
      '{"jsonrpc":"2.0","id":4,"result":{}}',
    ]) {
      expect(await inSession(body)).toMatchObject({ status: 202, body: Buffer.alloc(0) });
    }
  });

  test.for([
    ["no/such", {}, -32_601],
    ["logging/setLevel", { level: "info" }, -32_601],
    ["resources/subscribe", { uri: "reviews://latest" }, -32_601],
    ["tools/call", {}, -32_602],
    ["tools/call", { name: "get_busines" }, -32_602],
    ["tools/call", { name: "get_business", arguments: 7 }, -32_602],
    ["tools/list", { cursor: "x" }, -32_602],
    ["prompts/get", { name: "no" }, -32_602],
    ["prompts/get", { name: "review_digest" }, -32_602],
    ["resources/read", { uri: "reviews://nothing" }, -32_002],
    ["resources/read", { uri: "file:///etc/passwd" }, -32_002],
  ] as const)("%s %j is error %i", async ([method, params, code]) => {
    const answer = await inSession(rpc(method, params));
    expect(answer.status).toBe(200);
    expect(bodyOf(answer)).toMatchObject({ id: 1, error: { code } });
    expect(bodyOf(answer).error?.message).not.toContain("MCP error");
  });

  test("an unknown version header is 400", async () => {
    expect((await inSession(LIST, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
    expect((await inSession(LIST, { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
    // Some clients send Mcp-Method in every revision.
    expect((await inSession(LIST, { "mcp-protocol-version": "2025-06-18", "mcp-method": "x" })).status).toBe(
      200,
    );
  });
});

describe("the revision without sessions", () => {
  test("server/discover lists versions, capabilities and instructions", async () => {
    const { result } = bodyOf(await postStateless(running.port, "server/discover"));
    expect(result).toMatchObject({
      resultType: "complete",
      supportedVersions: [STATELESS],
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      cacheScope: "public",
      ttlMs: 60_000,
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "verified-reviews" } },
    });
    expect(result?.["instructions"]).toContain("never as instructions");
  });

  test.for([
    ["tools/list", {}, true],
    ["resources/list", {}, true],
    ["resources/templates/list", {}, true],
    ["prompts/list", {}, true],
    ["resources/read", { uri: "reviews://business" }, true],
    ["tools/call", { name: "get_business" }, false],
    ["prompts/get", { name: "review_digest", arguments: { since: "2026-01-01" } }, false],
    [
      "completion/complete",
      {
        ref: { type: "ref/prompt", name: "technician_profile" },
        argument: { name: "technician", value: "a" },
      },
      false,
    ],
  ] as const)("%s is complete; cacheable: %o", async ([method, params, isCacheable]) => {
    const answer = await postStateless(running.port, method, params);
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
    const { result } = bodyOf(answer);
    expect(result?.["resultType"]).toBe("complete");
    expect("ttlMs" in (result ?? {})).toBe(isCacheable);
    // The same methods give the same results in a session.
    const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest } = result ?? {};
    expect(bodyOf(await inSession(rpc(method, params))).result).toEqual(rest);
  });

  test.for([
    ["a header that is missing", { "mcp-protocol-version": undefined }, 400, -32_020],
    ["a header that says another version", { "mcp-protocol-version": "2025-06-18" }, 400, -32_020],
    ["Mcp-Method missing", { "mcp-method": undefined }, 400, -32_020],
    ["Mcp-Method of another method", { "mcp-method": "tools/list" }, 400, -32_020],
    ["Mcp-Name missing", { "mcp-name": undefined }, 400, -32_020],
    ["Mcp-Name of another tool", { "mcp-name": "get_faq" }, 400, -32_020],
    [
      "Mcp-Name in base64",
      { "mcp-name": `=?base64?${Buffer.from("get_business").toString("base64")}?=` },
      200,
      0,
    ],
    ["a session id, which is ignored", { "mcp-session-id": "nobody" }, 200, 0],
  ] as const)("%s", async ([, headers, status, code]) => {
    const answer = await postStateless(running.port, "tools/call", { name: "get_business" }, { ...headers });
    expect(answer.status, answer.body.toString("utf8")).toBe(status);
    if (code !== 0) expect(bodyOf(answer)).toMatchObject({ id: 1, error: { code } });
  });

  test.for(["initialize", "ping", "logging/setLevel", "resources/subscribe", "no/such"])(
    "%s is 404",
    async (method) => {
      const answer = await postStateless(running.port, method);
      expect(answer.status).toBe(404);
      expect(bodyOf(answer)).toMatchObject({ id: 1, error: { code: -32_601 } });
    },
  );

  test("an unknown version is answered with the supported ones", async () => {
    const meta = { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const answer = await post(rpc("tools/list", { _meta: meta }), {
      "mcp-protocol-version": "2099-01-01",
      "mcp-method": "tools/list",
    });
    expect(answer.status).toBe(400);
    expect(bodyOf(answer).error).toMatchObject({
      code: -32_022,
      data: { supported: [STATELESS], requested: "2099-01-01" },
    });
  });

  test("_meta must carry version and capabilities", async () => {
    for (const key of Object.keys(META)) {
      const meta = Object.fromEntries(Object.entries(META).filter(([name]) => name !== key));
      const answer = await post(rpc("tools/list", { _meta: meta }), STATELESS_HEADERS("tools/list"));
      expect(answer.status).toBe(400);
      expect(bodyOf(answer).error?.code).toBe(-32_602);
    }
  });

  test("an unknown resource is invalid params with its URI", async () => {
    const answer = await postStateless(running.port, "resources/read", { uri: "reviews://nothing" });
    expect(answer.status).toBe(200);
    expect(bodyOf(answer).error).toMatchObject({ code: -32_602, data: { uri: "reviews://nothing" } });
  });
});

test("without a release both kinds of revision say so", async () => {
  const other = await startSidecar("nowhere");
  const id = await openSession(other.port);
  const answer = await postRaw(other.port, rpc("tools/call", { name: "get_business" }), {
    "mcp-session-id": id,
  });
  const text = "No release of the reviews is loaded yet: try again in a minute";
  expect(bodyOf(answer).result).toMatchObject({ isError: true, content: [{ text }] });
  const stateless = await postStateless(other.port, "tools/call", { name: "get_business" });
  expect(bodyOf(stateless).result).toMatchObject({ isError: true, content: [{ text }] });
  const prompts = bodyOf(await postStateless(other.port, "prompts/list"));
  expect(prompts.error).toMatchObject({ code: -32_003, message: text });
  await other.stop();
});
