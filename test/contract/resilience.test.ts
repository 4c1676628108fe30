import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../../scripts/generate.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const folder = emptyFolder();
const dist = join(folder, "dist");
let running: Running;

beforeAll(async () => {
  const reviews = Array.from({ length: 200 }, (_, index) =>
    review({ date: `2026-03-${10 + (index % 12)}`, text: `No. ${index} ${"great ".repeat(40)}` }),
  );
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "all.json": reviews } }), dist);
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

const MUTATIONS = Number(process.env["REVIEWS_TEST_REQUESTS"] ?? 20_000);

/** Valid requests. Their mutations must be answered or refused, and never cause a fault. */
const SEEDS = [
  'GET /reviews.json HTTP/1.1\r\nHost: x\r\nIf-None-Match: "abc", W/"d"\r\nAccept-Encoding: gzip;q=0.5, br\r\n\r\n',
  "GET /api/reviews/since/2026-03-15 HTTP/1.1\r\nHost: x\r\nIf-Modified-Since: Sat, 21 Mar 2026 00:00:00 GMT\r\n\r\n",
  "GET /api/reviews/search?query=great&rating=5&limit=2&since=2026-03-01 HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /api/reviews/search?cursor=MjAyNg&min_rating=4.5&mentions_service=drain HTTP/1.1\r\nHost: x\r\n\r\n",
  "POST /api/reviews/search HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
  "OPTIONS /nothing/%41/..%2f HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
];
const SALT = [
  "\0",
  "%00",
  "%",
  "%zz",
  "\r\n",
  "\n",
  "\t",
  '"',
  "&&",
  "==",
  "__proto__",
  "../",
  "\u00ff",
  "9".repeat(400),
  "/",
  "?",
  "#",
  ";q=",
  "*",
  ",",
  "é",
  "x".repeat(9000),
  "W/",
  "[a]=b",
  "-1",
  "e9",
  "NaN",
];

function mutate(text: string, random: () => number): string {
  let mutated = text;
  for (let change = 0; change <= random() * 3; change += 1) {
    const at = Math.floor(random() * mutated.length);
    const salt = SALT[Math.floor(random() * SALT.length)] ?? "";
    const cut = Math.floor(random() * 6);
    mutated =
      random() < 0.7
        ? mutated.slice(0, at) + salt + mutated.slice(at + cut)
        : mutated.slice(0, at) + mutated.slice(at + cut);
  }
  return mutated;
}

/** Sends raw bytes and returns the status of each response until the socket ends or is idle. */
function sendRaw(port: number, bytes: string): Promise<string[]> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setTimeout(150, () => socket.destroy());
    socket.on("connect", () => socket.end(Buffer.from(bytes, "latin1")));
    socket.on("data", (part: Buffer) => (text += part.toString("latin1")));
    socket.on("error", () => socket.destroy());
    socket.on("close", () =>
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1] ?? "")),
    );
  });
}

test(
  `${MUTATIONS} seeded malformed requests: no fault, no crash, no memory growth`,
  { timeout: 120_000 + MUTATIONS * 20 },
  async () => {
    const random = seededRandom(4);
    const statuses: Record<string, number> = {};
    let memory = 0;
    for (let sent = 0; sent < MUTATIONS; sent += 50) {
      const batch = Array.from({ length: 50 }, () =>
        mutate(SEEDS[Math.floor(random() * SEEDS.length)] ?? "", random),
      );
      for (const answers of await Promise.all(batch.map((bytes) => sendRaw(running.port, bytes)))) {
        for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      }
      // Caches are warm by half time: growth after that is a leak.
      if (sent === MUTATIONS / 2) memory = process.memoryUsage().rss;
    }
    expect(Object.keys(statuses).filter((status) => status.startsWith("5"))).toEqual([]);
    expect(statuses["200"]).toBeGreaterThan(100);
    expect(statuses["400"]).toBeGreaterThan(1000);
    expect(running.logged.filter(({ event }) => event === "fault")).toEqual([]);
    expect((process.memoryUsage().rss - memory) / 1e6).toBeLessThan(100);
    expect((await send(running.port, "/reviews.json")).status).toBe(200);
  },
);

/** Resolves when the socket is closed. Unlike `once`, it ignores the ECONNRESET that may come first. */
const closing = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once("close", resolve));

test(
  "500 sockets that send headers slowly are closed within 7 s, while other requests stay fast",
  { timeout: 30_000 },
  async () => {
    const sockets: Socket[] = Array.from({ length: 500 }, () => connect(running.port, "127.0.0.1"));
    const startedAt = performance.now();
    const closings = sockets.map(async (socket) => {
      socket.on("error", () => socket.destroy());
      socket.on("data", () => {});
      // A busy machine accepts the last of them late.
      let acceptedAt = startedAt;
      socket.on("connect", () => {
        acceptedAt = performance.now();
        socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
      });
      const drip = setInterval(() => socket.write("X-A: b\r\n"), 500);
      await closing(socket);
      clearInterval(drip);
      return performance.now() - acceptedAt;
    });
    const times: number[] = [];
    const state = { isOver: false };
    const all = Promise.all(closings).finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      const sentAt = performance.now();
      const { status } = await send(running.port, "/api/feed.json");
      expect(status).toBe(200);
      times.push(performance.now() - sentAt);
    }
    expect(Math.max(...(await all))).toBeLessThan(7000);
    expect(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]).toBeLessThan(200);
  },
);

test.for(["x:99999", "[", "a b"])("an invalid Host, %s, is 400", async (host) => {
  const { port, logged } = running;
  for (const path of ["/api/reviews/search", "/api/websub/hub?hub.callback=x&hub.topic=y", "/a/../b"]) {
    expect((await send(port, path, { host })).status, path).toBe(400);
  }
  expect(logged.filter(({ event }) => event === "fault")).toEqual([]);
});

test(
  "metrics have a loopback port of their own and count the responses of every route",
  { timeout: 30_000 },
  async () => {
    const env = {
      ...process.env,
      BASE_URL: "",
      PORT: "0",
      METRICS_PORT: "0",
      DRAIN_SECONDS: "0",
      DIST_DIR: dist,
    };
    const child = spawn(process.execPath, [join(ROOT, "runtime", "main.ts")], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ports = await new Promise<{ port: number; metricsPort: number }>((resolve) => {
      let log = "";
      child.stdout.on("data", (part: Buffer) => {
        log += part.toString("utf8");
        const line = log.split("\n").find((one) => one.includes('"event":"listening"'));
        if (line) resolve(JSON.parse(line) as { port: number; metricsPort: number });
      });
    });
    for (const path of ["/reviews.json", "/api/reviews/search", "/healthz", "/nothing"])
      await send(ports.port, path);
    const text = (await send(ports.metricsPort, "/metrics")).body.toString("utf8");
    child.kill("SIGTERM");
    expect(text).toContain('http_responses_total{status="200"} 3');
    expect(text).toContain('http_responses_total{status="404"} 1');
    expect(text).toMatch(/# TYPE release_artifacts gauge\nrelease_artifacts \d{2}/);
    expect(await once(child, "exit")).toEqual([0, null]);
  },
);

test.for([
  [
    { PORT: "http", BASE_URL: "x", HUB_POLL_SECONDS: "0" },
    ["PORT must be", "BASE_URL must be", "HUB_POLL_SECONDS must be"],
  ],
] as const)("invalid settings are reported together, and nothing starts", async ([settings, reasons]) => {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [join(ROOT, "runtime", "main.ts")], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.on("data", (part: Buffer) => (text += part.toString("utf8")));
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(2);
  for (const reason of reasons) expect(text).toContain(reason);
});
