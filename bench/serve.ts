import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generate } from "../scripts/generate.ts";
import { isInstalled } from "./installed.ts";
import { cpuMsOf } from "./process-cpu.ts";
import { CLIENT, loadByWrk } from "./wrk.ts";
import {
  withServers,
  measure,
  type LoadMeasurement,
  median,
  type Peer,
  setAnswers,
  type Workbench,
} from "./peer.ts";
import { printTable } from "./table.ts";

const ROOT = join(import.meta.dirname, "..");
const ROUNDS = 5;
/** wrk counts whole seconds. */
const ROUND_MS = 1000;
const CONNECTIONS = 16;

interface ServeCase {
  readonly name: string;
  readonly path: string;
  readonly headers: Record<string, string>;
}

const DEFAULT_SIZES = ["1000", "100000"];

/** Compares artifacts with a bare node:http server that sends the same bytes and headers, and with nginx if installed. */
export async function run(sizes: readonly string[] = DEFAULT_SIZES): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes)
    rows.push(
      ...(await withServers(async ({ folder, start }) =>
        measureDist(await publish(folder, Number(size)), size, { folder, start }),
      )),
    );
  printServe(rows);
}

export function printServe(rows: readonly string[][]): void {
  printTable(
    `serve: ${CLIENT}, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turns; ratio is sidecar : bare`,
    ["reviews", "answer", "server", "requests/s", "p99", "CPU per request", "requests, ratio", "CPU, ratio"],
    rows,
    "serve",
  );
}

export async function measureDist(
  dist: string,
  size: string,
  { folder, start }: Workbench,
): Promise<string[][]> {
  const ours = await start("sidecar", ["sidecar", dist]);
  const bare = await start("bare node:http", ["bare"]);
  const rows: string[][] = [];
  for (const one of casesOf(dist)) rows.push(...(await compare(ours, bare, one)));
  rows.push(...(await nginxRows(folder, dist)));
  return rows.map((row, index) => [index === 0 ? size : "", ...row]);
}

export async function publish(folder: string, reviews: number): Promise<string> {
  const content = join(folder, "content");
  const dist = join(folder, "dist");
  await generate({ reviews, days: 1461, seed: 1, from: join(ROOT, "content"), out: content });
  buildOrThrow(content, dist);
  return dist;
}

export function buildOrThrow(content: string, dist: string): void {
  const args = [join(ROOT, "build", "main.ts"), "--content", content, "--out", dist];
  const built = spawnSync(process.execPath, args);
  if (built.status !== 0) throw new Error(built.stderr.toString());
}

function casesOf(dist: string): ServeCase[] {
  const manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8")) as {
    artifacts: Record<string, { etag: string; bytes: number }>;
  };
  const feed = manifest.artifacts["/api/feed.json"];
  return [
    {
      name: "304 of reviews.json",
      path: "/reviews.json",
      headers: { "if-none-match": manifest.artifacts["/reviews.json"]?.etag ?? "" },
    },
    { name: `feed.json, ${Math.round((feed?.bytes ?? 0) / 1000)} kB`, path: "/api/feed.json", headers: {} },
    { name: "feed.json, gzip", path: "/api/feed.json", headers: { "accept-encoding": "gzip" } },
  ];
}

async function compare(ours: Peer, bare: Peer, { name, path, headers }: ServeCase): Promise<string[][]> {
  const answer = await fetchRaw(ours.port, path, headers);
  await setAnswers(bare, [{ path, ...answer }]);
  const results: Record<"ours" | "bare", LoadMeasurement[]> = { ours: [], bare: [] };
  const request = { path, headers, connections: CONNECTIONS, ms: ROUND_MS };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = { ours: await measure(ours, request), bare: await measure(bare, request) };
    // The first round warms both up.
    if (round === 0) continue;
    results.ours.push(pair.ours);
    results.bare.push(pair.bare);
  }
  const rate = median(results.ours.map((one, at) => one.perSecond / (results.bare[at]?.perSecond ?? 1)));
  const cpu = median(
    results.bare.map((one, at) => one.cpuMicroseconds / (results.ours[at]?.cpuMicroseconds ?? 1)),
  );
  return [
    [name, ours.name, ...figures(results.ours), `${rate.toFixed(2)}x`, `${cpu.toFixed(2)}x`],
    ["", bare.name, ...figures(results.bare), "1", "1"],
  ];
}

const figures = (rounds: readonly LoadMeasurement[]): string[] => [
  String(Math.round(median(rounds.map(({ perSecond }) => perSecond)))),
  `${median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(2)} ms`,
  `${median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(1)} us`,
];

async function fetchRaw(port: number, path: string, headers: Record<string, string>) {
  const { request } = await import("node:http");
  return new Promise<{ status: number; headers: Record<string, string>; body: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const { date: _, connection: __, "keep-alive": ___, ...rest } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          headers: rest as Record<string, string>,
          body: Buffer.concat(parts).toString("base64"),
        });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** nginx with the same files. It has its own validators, so only the figures compare. */
async function nginxRows(folder: string, dist: string): Promise<string[][]> {
  if (!isInstalled("nginx")) return [["nginx", "not installed, left out", "", "", "", "", ""]];
  const port = 18_080;
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log /dev/null;
     events { worker_connections 256; }
     http { access_log off; sendfile on; gzip_static on; types { application/json json; } keepalive_requests 1000000;
       server { listen 127.0.0.1:${port}; root ${dist}; } }`,
  );
  const child: ChildProcess = spawn("nginx", ["-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  await sleep(500);
  try {
    const rows: string[][] = [];
    for (const { name, path, headers } of casesOf(dist)) {
      const identity = { "accept-encoding": "identity" };
      const head = await fetch(`http://127.0.0.1:${port}${path}`, { method: "HEAD", headers: identity });
      const own = "if-none-match" in headers ? { "if-none-match": head.headers.get("etag") ?? "" } : headers;
      const rounds: LoadMeasurement[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = cpuMsOf(child.pid) ?? 0;
        const result = await loadByWrk({ path, headers: own, port, connections: CONNECTIONS, ms: ROUND_MS });
        const cpuMs = (cpuMsOf(child.pid) ?? 0) - before;
        rounds.push({ ...result, cpuMicroseconds: (cpuMs * 1000) / Math.max(1, result.requests) });
      }
      rows.push([name, "nginx", ...figures(rounds), "", ""]);
    }
    return rows;
  } finally {
    child.kill();
  }
}
