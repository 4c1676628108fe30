import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { slices, type Task } from "../../runtime/loop/time-slices.ts";
import { listen } from "../../runtime/server.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { bodyOf, postRaw, rpc } from "../support/mcp.ts";
import { send, startSidecar } from "../support/sidecar.ts";
import { startSidecarProcess } from "../support/sidecar-process.ts";

const dist = join(emptyFolder(), "dist");
beforeAll(() => {
  const reviews = Array.from({ length: 200 }, (_, index) =>
    review({ text: `No. ${index} ${"great ".repeat(40)}` }),
  );
  buildOrFail(writeContent(join(emptyFolder(), "content"), { reviews: { "all.json": reviews } }), dist);
});

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Opens a connection that ends with the test. */
async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  return socket;
}

test("pipelined requests are parsed one at a time, and answered in order", async () => {
  let running = 0;
  let most = 0;
  const seen: string[] = [];
  const all = Promise.withResolvers<void>();
  const serving = await listen(
    (request, response) => {
      running += 1;
      most = Math.max(most, running);
      let bytes = 0;
      request.on("data", (part: Buffer) => (bytes += part.length));
      request.once("end", () => {
        running -= 1;
        seen.push(`${request.url} ${bytes}`);
        response.end();
        if (request.url === "/end") all.resolve();
      });
    },
    0,
    "127.0.0.1",
  );
  onTestFinished(async () => void (await serving.drain(0)));
  const { port } = serving;
  const socket = await open(port);
  const post = "POST /p HTTP/1.1\r\nHost: x\r\n";
  const split = ["GET /split HTTP/1.1\r\nHost: x\r\n\r", `\n${post}Content-Length: 4\r\n\r\n\r\n`];
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
  const many = Array.from({ length: 1000 }, (_, index) => get(`/${index}`));
  for (const bytes of [many.join(""), ...split, `\r\n${chunked}${get("/end")}`]) {
    socket.write(bytes);
    await send(port, "/other");
  }
  await all.promise;
  const expected = [...many.map((_, index) => `/${index} 0`), "/split 0", "/p 4", "/p 3", "/end 0"];
  expect(seen.filter((one) => one !== "/other 0")).toEqual(expected);
  expect(most).toBeLessThanOrEqual(2);
});

test("the loop turns after each pipelined request, on however many connections", async () => {
  const connections = 10;
  const requests = 500;
  let inTurn = 0;
  let most = 0;
  let answered = 0;
  const all = Promise.withResolvers<void>();
  const serving = await listen(
    (_, response) => {
      inTurn += 1;
      answered += 1;
      most = Math.max(most, inTurn);
      response.end();
      if (answered === connections * requests) all.resolve();
    },
    0,
    "127.0.0.1",
  );
  onTestFinished(async () => void (await serving.drain(0)));
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(serving.port)));
  const turn = (): void => {
    inTurn = 0;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  onTestFinished(() => clearImmediate(immediate));
  for (const socket of sockets) socket.write(get("/").repeat(requests));
  await all.promise;
  // The first request of each connection can come in the same turn.
  expect(most).toBeLessThanOrEqual(connections + 1);
});

test("a connection whose client never reads is closed", async () => {
  const body = Buffer.alloc(20_000_000);
  const serving = await listen((_, response) => void response.end(body), 0, "127.0.0.1", 300);
  onTestFinished(async () => void (await serving.drain(0)));
  const socket = await open(serving.port);
  socket.pause();
  const ended = once(socket, "close");
  socket.write(get("/"));
  await wait(1500);
  let bytes = 0;
  socket.on("data", (part: Buffer) => (bytes += part.length));
  socket.resume();
  await ended;
  expect(bytes).toBeLessThan(body.length);
});

test("searches over the bound get 503, MCP says so, releases load all the same, and nothing is a fault", async () => {
  const { port, logged, stop } = await startSidecar(dist);
  onTestFinished(stop);
  let isBusy = true;
  function* endless(): Task<void> {
    for (;;) yield;
  }
  const busy: Promise<unknown>[] = [];
  for (let turn = 0; turn < 600; turn += 1) {
    busy.push(slices.runQueued(endless(), () => isBusy).catch(() => {}));
    await nextTurn();
  }
  const { status, headers } = await send(port, "/api/reviews/search?query=great");
  expect({ status, retry: headers["retry-after"] }).toEqual({ status: 503, retry: "1" });
  const call = { name: "search_reviews", arguments: { query: "great" } };
  const { result } = bodyOf(await postRaw(port, rpc("tools/call", call)));
  const text = "Too many searches are waiting: try again in a minute";
  expect(result).toMatchObject({ isError: true, content: [{ text }] });
  const resource = { uri: "reviews://latest" };
  const { error } = bodyOf(await postRaw(port, rpc("resources/read", resource)));
  expect(error).toMatchObject({ code: -32_003, message: text });
  const other = await startSidecar(dist);
  onTestFinished(other.stop);
  isBusy = false;
  await Promise.all(busy);
  expect((await send(port, "/api/reviews/search?query=great")).status).toBe(200);
  expect(logged.filter(({ event }) => event === "fault")).toEqual([]);
});

/** Each must cost no more than a few requests. Returns the connections that it leaves open. */
const ATTACKS: Readonly<Record<string, (port: number) => Promise<readonly Socket[]>>> = {
  "5.6 MB of pipelined GETs, never read": async (port: number) => {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => open(port)));
    for (const socket of sockets) socket.pause().write(get("/reviews.json").repeat(1400));
    return sockets;
  },
  "Accept-Encoding of 15 kB": async (port: number) => {
    const tokens = Array.from({ length: 3000 }, (_, index) => index.toString(36)).join();
    for (let sent = 0; sent < 20; sent += 1) await send(port, "/feed.xml", { "accept-encoding": tokens });
    return [];
  },
  "204 kB of unknown MCP arguments": async (port: number) => {
    const args = Object.fromEntries(Array.from({ length: 17_000 }, (_, index) => [`a${index}`, index % 10]));
    const body = rpc("tools/call", { name: "search_reviews", arguments: args });
    for (let sent = 0; sent < 20; sent += 1)
      expect(bodyOf(await postRaw(port, body)).result).toMatchObject({ isError: true });
    return [];
  },
  "260 kB of MCP values": async (port: number) => {
    const body = rpc("tools/call", {
      name: "search_reviews",
      _meta: Array.from({ length: 80_000 }, () => []),
    });
    for (let sent = 0; sent < 20; sent += 1) expect((await postRaw(port, body)).status).toBe(400);
    return [];
  },
};

/** The 99th percentile of a bystander's requests, in milliseconds. */
async function bystander(port: number): Promise<number> {
  const times: number[] = [];
  for (let sent = 0; sent < 150; sent += 1) {
    const sentAt = performance.now();
    expect((await send(port, "/healthz")).status).toBe(200);
    times.push(performance.now() - sentAt);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Below this, a difference is the machine's: other processes share its processors. */
const NOISE_MS = 20;

test.for(Object.entries(ATTACKS))(
  "%s: a bystander hardly notices, memory hardly grows",
  { timeout: 60_000 },
  async ([, attack]) => {
    const { port, residentMb } = await startSidecarProcess(dist);
    // Code is compiled and buffers have their size after the first requests.
    for (let round = 0; round < 10; round += 1) await bystander(port);
    // The best round counts: other work on the processors can only add to a ratio.
    let ratio = Infinity;
    let grownMb = 0;
    for (let round = 0; round < 10 && ratio >= 1.5; round += 1) {
      const quiet = await bystander(port);
      const before = residentMb();
      const [sockets, attacked] = await Promise.all([attack(port), bystander(port)]);
      ratio = Math.min(ratio, attacked / Math.max(quiet, NOISE_MS));
      grownMb = Math.max(grownMb, residentMb() - before);
      for (const socket of sockets) socket.destroy();
    }
    expect(ratio).toBeLessThan(1.5);
    expect(grownMb).toBeLessThan(30);
  },
);
