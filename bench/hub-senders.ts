import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openSqlite } from "../runtime/hub/store/sqlite.ts";
import { demoTls } from "../scripts/demo-tls.ts";
import { publishNumber, TEST_BASE_URL } from "../test/support/releases.ts";
import { seedSubscriptions } from "../test/support/seed-subscriptions.ts";
import { argumentsOf } from "./script-arguments.ts";

export const BODY_BYTES = 20_000;

/** A process that sends a release to all callbacks on demand. */
export interface Sender {
  /** Resolves to the start and the arrival of each delivery, in milliseconds since the epoch. */
  readonly send: () => Promise<Round>;
  readonly connections: () => Promise<number>;
  readonly memoryMb: () => number;
  /** CPU time of its process so far, in milliseconds. */
  readonly cpuMs: () => number;
  readonly stop: () => Promise<void>;
}

export interface HubSender extends Sender {
  readonly origin: string;
  readonly metrics: () => Promise<string>;
}

export interface Round {
  readonly startedAt: number;
  readonly arrivals: readonly number[];
}

export interface BenchSetup {
  readonly folder: string;
  readonly certFile: string;
  readonly receivers: ChildProcess;
  /** Settings of the sidecar that differ. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts receivers at the addresses, with a certificate that also covers the names, for as long as `measure` runs. */
export async function withReceivers(
  addresses: readonly string[],
  names: readonly string[],
  measure: (port: number, setup: BenchSetup) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "reviews-bench-hub-"));
  const { certFile } = await demoTls(folder, [...addresses, ...names]);
  const files = [join(folder, "demo-key.pem"), certFile, addresses.join(",")];
  const receivers = fork(join(import.meta.dirname, "hub-receivers.ts"), files);
  try {
    const [{ port }] = (await once(receivers, "message")) as [{ port: number }];
    await measure(port, { folder, certFile, receivers });
  } finally {
    receivers.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The time in milliseconds after which this share of the deliveries has arrived. */
export function arrivalMs({ startedAt, arrivals }: Round, share: number): number {
  const sorted = arrivals.map((at) => at - startedAt).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

const now = (): number => performance.timeOrigin + performance.now();

/** Sends the receivers the number of deliveries to expect; `arrivals` resolves when the last has arrived. */
async function expect(
  receivers: ChildProcess,
  count: number,
): Promise<{ readonly arrivals: Promise<readonly number[]> }> {
  receivers.send({ expect: count });
  await once(receivers, "message");
  const arrived = once(receivers, "message") as Promise<[{ arrivals: number[] }]>;
  return { arrivals: arrived.then(([message]) => message.arrivals) };
}

function memoryMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;
}

/** `utime` and `stime` are counted in hundredths of a second (proc(5)). */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** Sends the same signed bytes to the same callbacks without any state. */
export async function bareSender(
  callbacks: readonly string[],
  { certFile, receivers }: BenchSetup,
): Promise<Sender> {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certFile };
  const script = join(import.meta.dirname, "hub-sender.ts");
  const sender = fork(script, [JSON.stringify(callbacks), String(BODY_BYTES)], { env });
  await once(sender, "message");
  return {
    send: async () => {
      const { arrivals } = await expect(receivers, callbacks.length);
      const startedAt = now();
      sender.send({ go: true });
      return { startedAt, arrivals: await arrivals };
    },
    connections: () => Promise.resolve(Number.NaN),
    memoryMb: () => memoryMb(sender),
    cpuMs: () => cpuMs(sender),
    stop: () => stop(sender),
  };
}

/** The sidecar with its state in SQLite, which gets a ping for each release. */
export async function hubSender(
  name: string,
  callbacks: readonly string[],
  { folder, certFile, receivers, env = {} }: BenchSetup,
): Promise<HubSender> {
  const dist = join(folder, name, "dist");
  const database = join(folder, name, "hub.sqlite");
  let number = 1;
  await publishNumber(dist, number, [], BODY_BYTES);
  const seeding = openSqlite(database);
  await seedSubscriptions(seeding, callbacks, 1);
  await seeding.close();
  const sidecar = spawn(process.execPath, argumentsOf("sidecar"), {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      BASE_URL: TEST_BASE_URL,
      PORT: "0",
      METRICS_PORT: "0",
      DIST_DIR: dist,
      HUB_DATABASE: database,
      HUB_ALLOW_CALLBACK_NETWORKS: "127.0.0.0/8",
      HUB_CALLBACK_PORTS: "*",
      HUB_MAX_FAILURES: "0",
      HUB_RETRY_DELAYS: "1",
      HUB_SUBSCRIBES_PER_MINUTE: "100000",
      NODE_EXTRA_CA_CERTS: certFile,
      ...env,
    },
  });
  const ports = await new Promise<{ port: number; metricsPort: number }>((resolve) => {
    createInterface(sidecar.stdout).on("line", (line) => {
      const logged = JSON.parse(line) as { event: string; port: number; metricsPort: number };
      if (logged.event === "listening") resolve(logged);
    });
  });
  const origin = `http://127.0.0.1:${ports.port}`;
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${ports.metricsPort}/`)).text();
  const healthy = callbacks.filter((callback) => !callback.includes("/hang/")).length;
  return {
    origin,
    metrics,
    send: async () => {
      number += 1;
      const { arrivals } = await expect(receivers, healthy);
      await publishNumber(dist, number, [], BODY_BYTES);
      const body = new URLSearchParams({ "hub.mode": "publish", "hub.url": `${TEST_BASE_URL}/feed.xml` });
      const startedAt = now();
      // A client of its own for each ping, where the sidecar trusts the header.
      const headers = { "X-Forwarded-For": `192.0.${number % 256}.1` };
      await fetch(`${origin}/api/websub/hub`, { method: "POST", body, headers });
      return { startedAt, arrivals: await arrivals };
    },
    connections: async () => {
      return Number(/^hub_connections (\d+)/m.exec(await metrics())?.[1]);
    },
    memoryMb: () => memoryMb(sidecar),
    cpuMs: () => cpuMs(sidecar),
    stop: () => stop(sidecar),
  };
}
