import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { MCP_HEADERS } from "../support/mcp.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

/** RFC 9110 and 9112 where node:http leaves the choice to the server. */
let running: Running;
beforeAll(async () => {
  const dist = join(emptyFolder(), "dist");
  buildOrFail(writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": [review()] } }), dist);
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

/** Sends these lines, and returns what the server sends before it closes the connection. */
async function sendRaw(lines: readonly string[]): Promise<string> {
  const response = await exchange(lines);
  return response.split("\r\n\r\n")[0] ?? "";
}

async function exchange(lines: readonly string[]): Promise<string> {
  const socket = connect(running.port, "127.0.0.1");
  let text = "";
  socket.on("data", (part: Buffer) => (text += part.toString("latin1")));
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await once(socket, "close");
  return text;
}

const MCP_LINES = Object.entries(MCP_HEADERS).map(([name, value]) => `${name}: ${value}`);
const MCP_POST = ["POST /mcp HTTP/1.1", "Host: localhost", ...MCP_LINES];

const statusOf = (head: string): number => Number(head.slice(9, 12));

describe("RFC 9112 section 3.2: target and Host", () => {
  test.for([
    ["an absolute target of an artifact", "http://localhost/reviews.json", ["Host: localhost"], 200],
    ["an absolute target of a route", "HTTPS://localhost:443/api/reviews/search?limit=1", ["Host: x"], 200],
    ["an absolute target without a path", "http://localhost", ["Host: localhost"], 200],
    ["an absolute target with only a query", "http://localhost?a=b", ["Host: localhost"], 200],
    ["an absolute target with a user", "http://me@localhost/", ["Host: localhost"], 400],
    ["another scheme", "ftp://localhost/healthz", ["Host: localhost"], 400],
    ["an asterisk that is not for OPTIONS", "*", ["Host: localhost"], 404],
    ["an empty Host", "/reviews.json", ["Host:"], 200],
    ["no Host", "/reviews.json", [], 400],
    ["two Hosts", "/reviews.json", ["Host: localhost", "Host: other"], 400],
    ["two equal Hosts of a route", "/healthz", ["Host: localhost", "host: localhost"], 400],
    ["a space in Host", "/reviews.json", ["Host: a b"], 400],
    ["a path in Host", "/reviews.json", ["Host: a/b"], 400],
    ["a user in Host", "/", ["Host: me@localhost"], 400],
    ["a port over 65535", "/reviews.json", ["Host: localhost:99999"], 400],
    ["an IPv6 Host", "/reviews.json", ["Host: [::1]:3000"], 200],
  ] as const)("%s: %s", async ([, target, hosts, status]) => {
    const head = await sendRaw([`GET ${target} HTTP/1.1`, ...hosts, "Connection: close"]);
    expect(statusOf(head)).toBe(status);
  });

  test("the host of an absolute target counts, not Host: /mcp refuses foreign names", async () => {
    const post = (target: string, host: string): Promise<string> =>
      sendRaw([`POST ${target} HTTP/1.1`, `Host: ${host}`, "Content-Length: 0", "Connection: close"]);
    expect(statusOf(await post("http://evil.example/mcp", "localhost"))).toBe(403);
    expect(statusOf(await post("http://localhost/mcp", "evil.example"))).toBe(415);
  });
});

test.for([
  ["a space before a colon", ["GET / HTTP/1.1", "Host : secret"], 400],
  ["no Host", ["GET / HTTP/1.1", "X: secret", "Connection: close"], 400],
  ["no HTTP", ["\x16\x03\x01secret"], 400],
  ["two lengths", ["POST / HTTP/1.1", "Host: x", "Content-Length: 1", "Content-Length: 2"], 400],
  ["a broken chunk", [...MCP_POST, "Transfer-Encoding: chunked", "", "secret"], 400],
  ["headers over the limit", ["GET / HTTP/1.1", "Host: x", `X: ${"secret".repeat(4000)}`], 431],
] as const)(
  "%s: the refusal has the same body as all others, and repeats nothing",
  async ([, lines, status]) => {
    const response = await exchange(lines);
    const [head = "", body = ""] = response.split("\r\n\r\n");
    expect(statusOf(head)).toBe(status);
    expect(head).toMatch(/\r\nConnection: close/i);
    expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toMatchObject({
      type: "about:blank",
      status,
      detail: expect.any(String) as string,
    });
    expect(response).not.toContain("secret");
  },
);

test.for(
  ["gzip", "identity", "foo", "chunked;a=secret", "xchunked"].flatMap((coding) => [
    ["GET", "/healthz", coding] as const,
    ["GET", "/reviews.json", coding] as const,
    ["PUT", "/nothing", coding] as const,
    ["GET", "/", `${coding}\r\nConnection: upgrade\r\nUpgrade: h2c`] as const,
    ["POST", "/mcp", coding] as const,
  ]),
)(
  "RFC 9112 section 6.3: %s %s with Transfer-Encoding: %s is 400 and closes",
  async ([method, path, coding]) => {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      "Host: localhost",
      ...MCP_LINES,
      `Transfer-Encoding: ${coding}`,
    ];
    const response = await exchange([...lines, "", "0"]);
    expect(statusOf(response)).toBe(400);
    expect(response).toMatch(/\r\nConnection: close/i);
    expect(response.split("HTTP/1.1 ")).toHaveLength(2);
    expect(response).not.toContain("secret");
  },
);

test("chunked as the final one of several transfer codings is a request like others", async () => {
  const lines = [
    "GET /healthz HTTP/1.1",
    "Host: localhost",
    "Transfer-Encoding: gzip,\tChunked",
    "Connection: close",
  ];
  expect(statusOf(await exchange([...lines, "", "0"]))).toBe(200);
});

describe("a body that is announced as too long is never read", () => {
  test.for([
    ["/mcp", "POST", MCP_LINES, 413],
    ["/mcp", "POST", [...MCP_LINES, "Expect: 100-continue"], 413],
    ["/mcp", "POST", ["Content-Type: text/plain"], 415],
    ["/api/websub/hub", "POST", ["Content-Type: application/x-www-form-urlencoded"], 413],
    ["/api/websub/hub", "POST", ["Content-Type: text/plain"], 415],
    ["/api/reviews/search", "POST", [], 405],
    ["/reviews.json", "PUT", [], 405],
    ["/reviews.json", "GET", [], 200],
    ["/nothing", "POST", [], 404],
  ] as const)("%s %s %s: %s", async ([path, method, headers, status]) => {
    const startedAt = performance.now();
    const head = await sendRaw([
      `${method} ${path} HTTP/1.1`,
      "Host: localhost",
      "Content-Length: 100000000",
      ...headers,
    ]);
    expect(statusOf(head)).toBe(status);
    expect(head).toMatch(/\r\nconnection: close/i);
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  test("a client that sends 20 MB all the same reads the answer, and no reset", async () => {
    const body = Buffer.alloc(20_000_000, "x");
    for (const length of [{}, { "content-length": body.length }]) {
      const status = await new Promise((resolve, reject) => {
        const headers = { ...MCP_HEADERS, ...length };
        const request = httpRequest(
          { host: "127.0.0.1", port: running.port, path: "/mcp", method: "POST", headers },
          (response) => response.resume().once("end", () => resolve(response.statusCode)),
        );
        request.once("error", reject);
        request.end(body);
      });
      expect(status).toBe(413);
    }
  });
});

test("a client that leaves in the middle of its body raises no alarm", async () => {
  const bodies = ["Content-Length: 1000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc"];
  for (const path of ["/mcp", "/api/websub/hub", "/api/reviews/search", "/reviews.json", "/nothing"]) {
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      for (const body of bodies) {
        const socket = connect(running.port, "127.0.0.1");
        const accept = "Accept: application/json, text/event-stream";
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${accept}\r\nContent-Type: ${type}\r\n${body}`,
        );
        await send(running.port, "/healthz");
        socket.resetAndDestroy();
        await send(running.port, "/healthz");
      }
    }
  }
  expect(running.logged.filter(({ event }) => event === "fault")).toEqual([]);
});

test.for(["bytes=0-9", "bytes=5-", "bytes=-5", "bytes=0-1,4-5", "bytes=900000000-", "x"])(
  "Range: %s is answered with the whole artifact, which says that it has no ranges",
  async (range) => {
    const whole = await send(running.port, "/reviews.json");
    expect(whole.headers["accept-ranges"]).toBe("none");
    for (const condition of [{}, { "if-range": whole.headers.etag ?? "" }]) {
      const { status, headers, body } = await send(running.port, "/reviews.json", { range, ...condition });
      expect(status).toBe(200);
      expect(headers["content-range"]).toBeUndefined();
      expect(body.equals(whole.body)).toBe(true);
    }
  },
);
