import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { META, postStateless } from "../support/mcp.ts";
import { send } from "../support/sidecar.ts";
import { startSidecarProcess } from "../support/sidecar-process.ts";

const CLIENTS = 100;
const DRAIN_SECONDS = 3;
/** Clients stop before the end, as a balancer does that has seen `/readyz`. */
const BUSY_MS = 2000;

const dist = join(emptyFolder(), "dist");
beforeAll(() => {
  buildOrFail(writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": [review()] } }), dist);
});

/** One request on the client's connection; resolves to its Connection header. */
const request = (port: number, agent: Agent): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/reviews.json", agent }, (response) => {
      response.resume().once("end", () => resolve(response.headers.connection));
      response.once("error", reject);
    }).once("error", reject);
  });

test(
  `SIGTERM: not ready at once, and ${CLIENTS} busy keep-alive clients lose no request while the sidecar drains`,
  { timeout: 30_000 },
  async () => {
    const { port, child, exited } = await startSidecarProcess(dist, {
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    });
    const lost: unknown[] = [];
    const connections = new Set<string | undefined>();
    let sent = 0;
    let endsAt = Infinity;
    const clients = Array.from({ length: CLIENTS }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < endsAt) {
        sent += 1;
        const isDraining = endsAt !== Infinity;
        const connection = await request(port, agent).catch((error: unknown) => void lost.push(error));
        if (isDraining) connections.add(connection);
      }
      agent.destroy();
    });
    const listening = postStateless(port, "subscriptions/listen", { notifications: {}, _meta: META });
    await expect.poll(() => sent).toBeGreaterThan(5 * CLIENTS);
    child.kill("SIGTERM");
    await expect.poll(async () => (await send(port, "/readyz")).status, { interval: 5 }).toBe(503);
    endsAt = performance.now() + BUSY_MS;
    const before = sent;
    await Promise.all(clients);
    expect(lost).toEqual([]);
    expect(sent - before).toBeGreaterThan(CLIENTS);
    expect([...connections]).toEqual(["close"]);
    // An open stream ends with its result, not with a reset.
    expect((await listening).body.toString("utf8")).toContain('"resultType":"complete"');
    expect(await exited).toBe(0);
  },
);

test("requests that have begun when the drain ends are finished", async () => {
  const { port, child, exited } = await startSidecarProcess(dist);
  const sockets = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      // Without its last byte a request is in flight: it has begun and cannot be answered yet.
      socket.write("GET /api/reviews/search?query=great HTTP/1.1\r\nHost: x\r\n\r");
      return socket;
    }),
  );
  await send(port, "/healthz");
  child.kill("SIGTERM");
  const answers = sockets.map(async (socket) => {
    let text = "";
    socket.on("data", (part: Buffer) => (text += part.toString("latin1")));
    setTimeout(() => socket.write("\n"), 100);
    await once(socket, "close");
    return text;
  });
  for (const text of await Promise.all(answers)) {
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n[\s\S]*\}\s*$/i);
  }
  expect(await exited).toBe(0);
});

test("SIGINT ends the sidecar at once, whatever is in flight", async () => {
  const { port, child, exited } = await startSidecarProcess(dist, { DRAIN_SECONDS: "300" });
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write("GET / HTTP/1.1\r\n");
  await send(port, "/healthz");
  const startedAt = performance.now();
  child.kill("SIGINT");
  expect(await exited).toBe(130);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
