import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { load } from "./load.ts";
import { median, withServers } from "./peer.ts";
import { buildOrThrow, publish } from "./serve.ts";
import type { ReloadMeasurement } from "./server.ts";
import { printTable } from "./table.ts";

const DEFAULT_SIZES = ["1000", "100000"];
const SWAPS = 6;
const IDLE_MS = 10_000;
const CONNECTIONS = 8;

/** Measures what a release costs a sidecar: cold start, idle CPU, the stall of a reload under load, and memory. */
export async function run(sizes: readonly string[] = DEFAULT_SIZES): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes) rows.push(await measureSize(Number(size)));
  printTable(
    `release: ${SWAPS} swaps with ${CONNECTIONS} connections; the longest turn of the loop in CPU time, which other programs do not disturb, and in wall time`,
    [
      "reviews",
      "cold start",
      "CPU",
      "idle CPU in 10 s",
      "reload, CPU",
      "longest turn, CPU",
      "longest turn",
      "memory",
      "peak",
    ],
    rows,
  );
}

const measureSize = (size: number): Promise<string[]> =>
  withServers(async ({ folder, start }) => {
    const dist = await publish(folder, size);
    const more = [{ ...ONE_MORE, text: "One review more." }];
    writeFileSync(join(folder, "content", "reviews", "one-more.json"), JSON.stringify(more));
    buildOrThrow(join(folder, "content"), dist);
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
    const startedAt = performance.now();
    const { child, port } = await start("sidecar", ["sidecar", live]);
    const startMs = performance.now() - startedAt;
    const startCpuMs = await cpuMs(child);
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
    const longest = (key: "longestCpuMs" | "longestMs"): string =>
      `${Math.max(...swaps.map((swap) => swap[key])).toFixed(1)} ms`;
    return [
      String(size),
      `${Math.round(startMs)} ms`,
      `${Math.round(startCpuMs)} ms`,
      `${Math.round(idleMs)} ms`,
      `${Math.round(median(swaps.map(({ cpuMs: cpu }) => cpu)))} ms`,
      longest("longestCpuMs"),
      longest("longestMs"),
      `${Math.round(swaps[0]?.steadyMb ?? 0)} MB`,
      `${Math.round(Math.max(...swaps.map(({ peakMb }) => peakMb)))} MB`,
    ];
  });

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
