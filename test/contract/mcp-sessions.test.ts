import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { bodyOf, INITIALIZE, openSession, postRaw, rpc } from "../support/mcp.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";
import { collect } from "../support/collect.ts";

const dist = join(emptyFolder(), "dist");
let running: Running;

beforeAll(async () => {
  const content = writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": [review()] } });
  buildOrFail(content, dist);
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

const LIST = rpc("tools/list");
const statusOf = async (port: number, session: string | undefined): Promise<number> =>
  (await postRaw(port, LIST, { "mcp-session-id": session })).status;

test("a request without an id is answered, an unknown id is 404, an issued one 200, for notifications too", async () => {
  const session = await openSession(running.port);
  expect(bodyOf(await postRaw(running.port, LIST)).result).toHaveProperty("tools");
  expect(await statusOf(running.port, "nobody")).toBe(404);
  expect(await statusOf(running.port, session)).toBe(200);
  const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  expect((await postRaw(running.port, notification)).status).toBe(202);
  expect((await postRaw(running.port, notification, { "mcp-session-id": "x.y" })).status).toBe(404);
  const refused = await postRaw(running.port, LIST, { "mcp-session-id": "nobody" });
  expect(bodyOf(refused)).toMatchObject({ id: 1, error: { code: -32_001 } });
});

test("every alteration of an id is 404", async () => {
  const session = await openSession(running.port);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/";
  const altered = [
    ...Array.from(session).flatMap((own, at) =>
      Array.from(letters)
        .filter((letter) => letter !== own)
        .map((letter) => session.slice(0, at) + letter + session.slice(at + 1)),
    ),
    ...Array.from(session, (_, at) => session.slice(0, at) + session.slice(at + 1)),
    ...["=", "A", ".", `.${session}`, ", x"].map((more) => session + more),
    session.toLowerCase(),
    session.split(".").toReversed().join("."),
  ];
  expect(altered.length).toBeGreaterThan(4000);
  for (let at = 0; at < altered.length; at += 50) {
    const statuses = await Promise.all(altered.slice(at, at + 50).map((id) => statusOf(running.port, id)));
    expect(statuses.filter((status) => status !== 404)).toEqual([]);
  }
});

async function openMany(count: number): Promise<void> {
  for (let at = 0; at < count; at += 50)
    await Promise.all(Array.from({ length: 50 }, () => postRaw(running.port, INITIALIZE())));
}

test("10,000 idle sessions cost less than 1 KB each", async () => {
  await openMany(1000);
  collect();
  const before = process.memoryUsage().heapUsed;
  await openMany(10_000);
  collect();
  const each = (process.memoryUsage().heapUsed - before) / 10_000;
  expect(each, `${Math.round(each)} bytes`).toBeLessThan(1024);
}, 60_000);

/** Starts a sidecar in its own process. */
async function startProcess(env: Record<string, string>): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(ROOT, "runtime", "main.ts")], {
    env: { PORT: "0", DIST_DIR: dist, DRAIN_SECONDS: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number };
    if (event === "listening" && port !== undefined) return { port, child };
  }
  throw new Error("it did not start");
}

test("sessions are valid in every process that shares the key, and after a restart", async () => {
  const env = { MCP_SESSION_KEY: "k".repeat(32) };
  const [one, two] = await Promise.all([startProcess(env), startProcess(env)]);
  const session = await openSession(one.port);
  expect(await statusOf(two.port, session)).toBe(200);
  one.child.kill();
  await once(one.child, "exit");
  const again = await startProcess(env);
  expect(await statusOf(again.port, session)).toBe(200);
  const stranger = await startProcess({ MCP_SESSION_KEY: "l".repeat(32) });
  expect(await statusOf(stranger.port, session)).toBe(404);
});

test("without a key each process has its own, and a short key is refused without printing it", async () => {
  const [one, two] = await Promise.all([startProcess({}), startProcess({})]);
  expect(await statusOf(two.port, await openSession(one.port))).toBe(404);
  const child = spawn(process.execPath, [join(ROOT, "runtime", "main.ts")], {
    env: { MCP_SESSION_KEY: "short-secret" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString();
  });
  expect(await once(child, "exit")).toEqual([2, null]);
  expect(stderr).toContain("MCP_SESSION_KEY must be a secret of at least 32 characters");
  expect(stderr).not.toContain("short-secret");
});
