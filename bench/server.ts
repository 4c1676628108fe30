import { randomBytes } from "node:crypto";
import { createServer, type OutgoingHttpHeaders } from "node:http";
import { readRuntimeConfig } from "../runtime/config.ts";
import { limitHeapGrowth } from "../runtime/heap-growth.ts";
import { listen } from "../runtime/server.ts";
import { Sidecar } from "../runtime/sidecar.ts";
import { measureTurns, type Turns } from "./loop.ts";

/**
 * A server of the benches in its own process: `sidecar DIST`, `bare` with the responses of another server,
 * `h3-floor` or `sdk-express DIST`. Sends its port over the IPC channel, and on request its CPU time since the last one.
 * A sidecar also measures a reload on request.
 */
export interface BareAnswer {
  readonly path: string;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Base64. */
  readonly body: string;
}

/** Measured in the sidecar's process while it loads a release. */
export interface ReloadMeasurement extends Turns {
  readonly cpuMs: number;
  readonly steadyMb: number;
  readonly peakMb: number;
}

// A sidecar that is measured must not hold the packages of its peers.
const [kind = "", argument = ""] = process.argv.slice(2);
const silent = { info: () => {}, warn: () => {}, error: () => {} };

if (kind === "sidecar") {
  const config = readRuntimeConfig({ DIST_DIR: argument, HUB_DATABASE: ":memory:" });
  if (!config.ok) throw new Error(config.error.join("\n"));
  const sidecar = new Sidecar(config.value, {
    log: silent,
    clock: () => Date.now(),
    fetchUrl: fetch,
    randomBytes,
  });
  await sidecar.start();
  limitHeapGrowth();
  process.on("message", (message: { reload?: boolean }) => {
    if (message.reload === true) void measureReload(sidecar).then((measured) => process.send?.(measured));
  });
  reportPort((await listen(sidecar.listener, 0, "127.0.0.1")).port);
} else if (kind === "h3-floor") {
  const { listenFloor } = await import("./mcp-peers.ts");
  reportPort(await listenFloor(argument));
} else if (kind === "sdk-express") {
  const { listenSdk } = await import("./mcp-peers.ts");
  reportPort(await listenSdk(argument));
} else {
  let answers = new Map<string, { status: number; headers: OutgoingHttpHeaders; body: Buffer }>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? "");
    response.writeHead(answer?.status ?? 404, answer?.headers);
    response.end(answer?.body);
  });
  process.on("message", (message: { answers?: BareAnswer[] }) => {
    if (!message.answers) return;
    answers = new Map(
      message.answers.map(({ path, status, headers, body }) => [
        path,
        { status, headers, body: Buffer.from(body, "base64") },
      ]),
    );
    process.send?.({ ready: true });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    reportPort(typeof address === "object" ? (address?.port ?? 0) : 0);
  });
}

const memoryMb = (): number => process.memoryUsage.rss() / 1e6;

async function measureReload(sidecar: Sidecar): Promise<ReloadMeasurement> {
  const steadyMb = memoryMb();
  let peakMb = steadyMb;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, memoryMb())), 10);
  const before = process.cpuUsage();
  const stop = measureTurns();
  await sidecar.reload();
  const turns = stop();
  const { user, system } = process.cpuUsage(before);
  clearInterval(sampling);
  return { ...turns, cpuMs: (user + system) / 1000, steadyMb, peakMb: Math.max(peakMb, memoryMb()) };
}

function reportPort(port: number): void {
  let before = { user: 0, system: 0 };
  process.on("message", (message: { cpu?: boolean }) => {
    if (!message.cpu) return;
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    process.send?.({ cpuMicroseconds: user + system });
  });
  process.send?.({ port });
}
