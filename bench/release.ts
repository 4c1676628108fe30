import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, realpathSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { load } from "./load.ts";
import { median, type Workbench, withServers } from "./peer.ts";
import { cpuMsOf } from "./process-cpu.ts";
import { buildOrThrow, publish } from "./serve.ts";
import { argumentsOf } from "./script-arguments.ts";
import type { ReloadMeasurement } from "./server.ts";
import { printTable } from "./table.ts";

const DEFAULT_SIZES = ["1000", "100000"];
const SWAPS = 6;
const STARTS = 5;
const IDLE_MS = 10_000;
const CONNECTIONS = 8;

/** Measures what a release costs a sidecar: its start, idle CPU, the stall of a reload under load, and memory. */
export async function run(sizes: readonly string[] = DEFAULT_SIZES): Promise<void> {
  const rows: ReleaseMeasurement[] = [];
  for (const size of sizes)
    rows.push(
      await withServers(async ({ folder, start }) => {
        const dist = await publish(folder, Number(size));
        const more = [{ ...ONE_MORE, text: "One review more." }];
        writeFileSync(join(folder, "content", "reviews", "one-more.json"), JSON.stringify(more));
        buildOrThrow(join(folder, "content"), dist);
        return measureReleases(dist, size, { folder, start });
      }),
    );
  printReleases(rows);
}

export interface ReleaseMeasurement {
  readonly size: string;
  readonly distBytes: number;
  readonly readyMs: number;
  readonly readyCpuMs: number;
  readonly idleMs: number;
  readonly swaps: readonly ReloadMeasurement[];
}

const longest = ({ swaps }: ReleaseMeasurement, key: "longestCpuMs" | "longestMs"): string =>
  `${Math.max(...swaps.map((swap) => swap[key])).toFixed(1)} ms`;
const steady = ({ swaps }: ReleaseMeasurement): number => swaps[0]?.steadyMb ?? 0;
const peak = ({ swaps }: ReleaseMeasurement): number => Math.max(...swaps.map(({ peakMb }) => peakMb));
const mb = (megabytes: number): string => `${Math.round(megabytes)} MB`;

export function printReleases(all: readonly ReleaseMeasurement[]): void {
  const columns = all.map(({ size }) => `${Number(size).toLocaleString("en-US")} reviews`);
  const row = (name: string, cell: (one: ReleaseMeasurement) => string): string[] => [name, ...all.map(cell)];
  printTable(
    `release: ${SWAPS} reloads with ${CONNECTIONS} connections; the longest turn of the event loop in CPU time, which other programs do not disturb, and in wall time`,
    ["what", ...columns],
    [
      row("ready after the start, CPU", (one) => `${Math.round(one.readyCpuMs)} ms`),
      row("ready after the start", (one) => `${Math.round(one.readyMs)} ms`),
      row("idle, in 10 s, CPU", (one) => `${Math.round(one.idleMs)} ms`),
      row("a reload, CPU", ({ swaps }) => `${Math.round(median(swaps.map(({ cpuMs: cpu }) => cpu)))} ms`),
      row("longest turn of the loop in it, CPU", (one) => longest(one, "longestCpuMs")),
      row("longest turn of the loop in it", (one) => longest(one, "longestMs")),
      row("memory before the first reload", (one) => mb(steady(one))),
      row("peak in the first reload", (one) => mb(one.swaps[0]?.peakMb ?? 0)),
      row("peak in all reloads", (one) => mb(peak(one))),
    ],
    "release",
  );
  printTable(
    "capacity",
    ["what", ...columns],
    [
      row("`dist` on disk, pages and codings included", (one) => mb(one.distBytes / 1e6)),
      row("a sidecar's memory", (one) => mb(steady(one))),
      row("the most while it loads releases", (one) => mb(peak(one))),
    ],
    "capacity",
  );
}

/** Takes a folder with two releases. */
export async function measureReleases(
  dist: string,
  size: string,
  { folder, start }: Workbench,
): Promise<ReleaseMeasurement> {
  const releases = `${dist}.releases`;
  const names = readdirSync(releases)
    .filter((name) => /^\d/.test(name))
    .toSorted();
  const live = join(folder, "live");
  const pointTo = (name: string): void => {
    symlinkSync(join(releases, name), `${live}.next`);
    renameSync(`${live}.next`, live);
  };
  pointTo(names[0] ?? "");
  const starts: { ms: number; cpuMs: number }[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) starts.push(await measureStart(live));
  const { child, port } = await start("sidecar", ["sidecar", live]);
  await sleep(1000);
  await cpuMs(child);
  await sleep(IDLE_MS);
  const idleMs = await cpuMs(child);
  const swaps: ReloadMeasurement[] = [];
  for (let swap = 1; swap <= SWAPS; swap += 1) {
    pointTo(names[swap % 2] ?? "");
    const traffic = load({ path: "/api/feed.json", headers: {}, port, connections: CONNECTIONS, ms: 3000 });
    child.send({ reload: true });
    const [measured] = (await once(child, "message")) as [ReloadMeasurement];
    swaps.push(measured);
    await traffic;
  }
  return {
    size,
    distBytes: bytesBelow(realpathSync(dist)),
    readyMs: median(starts.map(({ ms }) => ms)),
    readyCpuMs: median(starts.map(({ cpuMs: cpu }) => cpu)),
    idleMs,
    swaps,
  };
}

/** Starts the sidecar as an operator does, until it logs that it listens: it is ready then. */
async function measureStart(dist: string): Promise<{ ms: number; cpuMs: number }> {
  const startedAt = performance.now();
  const env = { ...process.env, DIST_DIR: dist, PORT: "0", HUB_DATABASE: ":memory:", DRAIN_SECONDS: "0" };
  const child = spawn(process.execPath, argumentsOf("sidecar"), {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(child.stdout)) if (line.includes('"listening"')) break;
  const measured = { ms: performance.now() - startedAt, cpuMs: cpuMsOf(child.pid) ?? Number.NaN };
  child.kill();
  await once(child, "exit");
  return measured;
}

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files.reduce(
    (sum, file) => sum + (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0),
    0,
  );
}

const ONE_MORE = {
  id: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
  author: "Jo",
  rating: 5,
  date: "2020-02-02",
  source: "google",
  verified: true,
};

async function cpuMs(child: ChildProcess): Promise<number> {
  child.send({ cpu: true });
  const [{ cpuMicroseconds }] = (await once(child, "message")) as [{ cpuMicroseconds: number }];
  return cpuMicroseconds / 1000;
}

if (process.argv[1] === import.meta.filename) await run(process.argv.slice(2));
