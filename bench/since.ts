import { gzipSync } from "node:zlib";
import type { CalendarDate } from "../model/calendar-date.ts";
import { withServers, measure, type Peer } from "./peer.ts";
import { readReviews } from "./published-reviews.ts";
import { publish } from "./serve.ts";
import { printTable } from "./table.ts";

const DEFAULT_SIZES = ["10000", "100000"];
const ROUND_MS = 1500;
const CONNECTIONS = 4;

/** Compares the server's CPU time for a `since` date in mid-history with rendering it for each request. */
export async function run(sizes: readonly string[] = []): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES) rows.push(...(await runSize(Number(size))));
  printTable(
    "since: an answer from the middle of the history, CPU of the server for one answer",
    ["reviews", "way", "CPU", "against ours"],
    rows,
  );
}

function runSize(size: number): Promise<string[][]> {
  return withServers(async ({ folder, start }) => {
    const dist = await publish(folder, size);
    const reviews = readReviews(dist);
    const since = reviews[Math.floor(reviews.length / 2)]?.date ?? ("2025-01-01" as CalendarDate);
    const peer = await start("sidecar", ["sidecar", dist]);
    const request = { path: `/api/reviews/since/${since}`, connections: CONNECTIONS, ms: ROUND_MS };
    const plain = (await warm(peer, { ...request, headers: {} })) / 1000;
    const gzip = (await warm(peer, { ...request, headers: { "accept-encoding": "gzip" } })) / 1000;
    const render = (): Buffer => {
      const found = reviews.filter(({ date }) => date >= since);
      return Buffer.from(JSON.stringify({ reviews: found, since, count: found.length }));
    };
    const stringify = cpuOf(render, 3);
    const compress = cpuOf(() => gzipSync(render()), 1);
    return [
      [String(size), "sidecar, plain", `${plain.toFixed(3)} ms`, "1"],
      [
        "",
        "filter + JSON.stringify",
        `${stringify.toFixed(1)} ms`,
        `${(stringify / plain).toFixed(0)}x of plain`,
      ],
      ["", "sidecar, gzip (stitched)", `${gzip.toFixed(3)} ms`, "1"],
      [
        "",
        "filter + stringify + gzip -6",
        `${compress.toFixed(1)} ms`,
        `${(compress / gzip).toFixed(0)}x of gzip`,
      ],
    ];
  });
}

/** Microseconds of CPU per response, in the second of two rounds. */
async function warm(peer: Peer, request: Parameters<typeof measure>[1]): Promise<number> {
  await measure(peer, request);
  return (await measure(peer, request)).cpuMicroseconds;
}

/** Milliseconds of CPU per call. */
function cpuOf(work: () => unknown, times: number): number {
  work();
  const before = process.cpuUsage();
  for (let turn = 0; turn < times; turn += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
