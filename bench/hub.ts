import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { openSqlite } from "../runtime/hub/sqlite.ts";
import { demoTls } from "../scripts/demo-tls.ts";
import { publishNumber, TEST_BASE_URL } from "../test/support/releases.ts";
import { seedSubscriptions } from "../test/support/seed-subscriptions.ts";
import { claimCosts } from "./hub-claims.ts";
import { median } from "./peer.ts";
import { printTable } from "./table.ts";

const SUBSCRIBERS = 1000;
const ORIGINS = 8;
const HANGING_HOSTS = 50;
const BODY_BYTES = 20_000;
const ROUNDS = 4;
/** A request that hangs ends after 10 s, and is tried again a good second later. */
const HANGING_MS = 11_500;

const HEALTHY = Array.from({ length: ORIGINS }, (_, index) => `127.0.0.${index + 1}`);
const HANGING = Array.from({ length: HANGING_HOSTS }, (_, index) => `127.0.0.${100 + index}`);

/** `npm run bench -- hub`: end to end over https with durable state, beside a sender that keeps none. */
export async function run(sizes: readonly string[] = ["100000"]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "reviews-bench-hub-"));
  try {
    const { certFile } = await demoTls(folder, [...HEALTHY, ...HANGING]);
    const files = [join(folder, "demo-key.pem"), certFile, [...HEALTHY, ...HANGING].join(",")];
    const receivers = fork(join(import.meta.dirname, "hub-receivers.ts"), files);
    const [{ port }] = (await once(receivers, "message")) as [{ port: number }];
    const callbacks = Array.from(
      { length: SUBSCRIBERS },
      (_, index) => `https://${HEALTHY[index % ORIGINS] ?? ""}:${port}/s/${index}`,
    );
    const hanging = Array.from(
      { length: SUBSCRIBERS / 10 },
      (_, index) => `https://${HANGING[index % HANGING_HOSTS] ?? ""}:${port}/hang/${index}`,
    );
    const bare = await bareSender(callbacks, certFile, receivers);
    const busy = await hub(folder, "busy", callbacks, { certFile, receivers, restMs: 0 });
    const calm = await hub(folder, "calm", callbacks, { certFile, receivers, restMs: HANGING_MS });
    const tenth = await hub(
      folder,
      "tenth",
      [...hanging, ...callbacks.slice(0, SUBSCRIBERS - hanging.length)],
      { certFile, receivers, restMs: HANGING_MS },
    );
    receivers.kill();
    const row = (name: string, { perSecond, p50, p99, connections, memoryMb }: Figures): string[] => [
      name,
      perSecond.toFixed(0),
      (perSecond / bare.perSecond).toFixed(2),
      `${p50.toFixed(0)} ms`,
      `${p99.toFixed(0)} ms`,
      (p99 / calm.p99).toFixed(2),
      connections === undefined ? "" : String(connections),
      memoryMb === undefined ? "" : `${memoryMb.toFixed(0)} MB`,
    ];
    printTable(
      `hub: a release to ${SUBSCRIBERS} https subscribers on ${ORIGINS} origins, ${BODY_BYTES / 1000} kB signed, medians of ${ROUNDS} releases; time from the ping`,
      ["sender", "deliveries/s", ": bare", "p50", "p99", "p99 : calm", "connections", "memory"],
      [
        row("bare, no state", bare),
        row("hub, SQLite", busy),
        row("hub after a rest, connections closed", calm),
        row("the same, a tenth of the subscribers hanging", tenth),
      ],
    );
    await claimCosts(Number(sizes[0]), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly connections?: number;
  readonly memoryMb?: number;
}

interface Round {
  /** When it was told to begin, and when each delivery came. */
  readonly beganAt: number;
  readonly arrivals: readonly number[];
}

function figuresOf(rounds: readonly Round[]): Figures {
  const sorted = rounds.map(({ beganAt, arrivals }) =>
    arrivals.map((at) => at - beganAt).toSorted((a, b) => a - b),
  );
  const at = (share: number): number =>
    median(sorted.map((times) => times[Math.ceil(times.length * share) - 1] ?? 0));
  const perSecond = median(sorted.map((times) => (times.length * 1000) / (times.at(-1) ?? 1)));
  return { perSecond, p50: at(0.5), p99: at(0.99) };
}

const now = (): number => performance.timeOrigin + performance.now();

async function expect(receivers: ChildProcess, count: number): Promise<Promise<number[]>[]> {
  receivers.send({ expect: count });
  await once(receivers, "message");
  const arrived = (async () =>
    ((await once(receivers, "message")) as [{ arrivals: number[] }])[0].arrivals)();
  return [arrived];
}

async function bareSender(
  callbacks: readonly string[],
  certFile: string,
  receivers: ChildProcess,
): Promise<Figures> {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certFile };
  const sender = fork(
    join(import.meta.dirname, "hub-sender.ts"),
    [JSON.stringify(callbacks), String(BODY_BYTES)],
    { env },
  );
  await once(sender, "message");
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [arrived] = await expect(receivers, callbacks.length);
    const beganAt = now();
    sender.send({ go: true });
    rounds.push({ beganAt, arrivals: (await arrived) ?? [] });
  }
  sender.kill();
  return figuresOf(rounds.slice(1));
}

interface Around {
  /** Rest before each release, so that what hangs is due again. */
  readonly restMs: number;
  readonly certFile: string;
  readonly receivers: ChildProcess;
}

async function hub(
  folder: string,
  name: string,
  callbacks: readonly string[],
  { certFile, receivers, restMs }: Around,
): Promise<Figures> {
  const dist = join(folder, name, "dist");
  const database = join(folder, name, "hub.sqlite");
  await publishNumber(dist, 1, [], BODY_BYTES);
  const seeding = openSqlite(database);
  await seedSubscriptions(seeding, callbacks, 1);
  await seeding.close();
  const sidecar = spawn(process.execPath, [join(import.meta.dirname, "..", "runtime", "main.ts")], {
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
      NODE_EXTRA_CA_CERTS: certFile,
    },
  });
  const ports = await new Promise<{ port: number; metricsPort: number }>((resolve) => {
    createInterface(sidecar.stdout).on("line", (line) => {
      const logged = JSON.parse(line) as { event: string; port: number; metricsPort: number };
      if (logged.event === "listening") resolve(logged);
    });
  });
  const healthy = callbacks.filter((callback) => !callback.includes("/hang/")).length;
  const rounds: Round[] = [];
  let connections = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    await wait(restMs);
    const [arrived] = await expect(receivers, healthy);
    await publishNumber(dist, round + 2, [], BODY_BYTES);
    const body = new URLSearchParams({ "hub.mode": "publish", "hub.url": `${TEST_BASE_URL}/feed.xml` });
    const beganAt = now();
    await fetch(`http://127.0.0.1:${ports.port}/api/websub/hub`, { method: "POST", body });
    rounds.push({ beganAt, arrivals: (await arrived) ?? [] });
    const metrics = await (await fetch(`http://127.0.0.1:${ports.metricsPort}/`)).text();
    connections = Math.max(connections, Number(/^hub_connections (\d+)/m.exec(metrics)?.[1]));
  }
  const memoryMb =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${sidecar.pid}/status`, "utf8"))?.[1]) / 1000;
  const exited = once(sidecar, "exit");
  sidecar.kill("SIGKILL");
  await exited;
  return { ...figuresOf(rounds.slice(1)), connections, memoryMb };
}
