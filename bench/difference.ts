import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ulid } from "ulid";
import type { BuildSummary } from "../build/report.ts";
import { SINCE_PATH } from "../model/since.ts";
import { generate } from "../scripts/generate.ts";
import { printTable } from "./table.ts";
import { timeBuild, timeBuildWithSummary, type TimedBuild } from "./timed-build.ts";

const ROOT = join(import.meta.dirname, "..");
const DEFAULT_SIZES = ["10000", "100000"];
const ADDITIONS = 5;
/** Noon of the newest day of the generated reviews. */
const NEWEST = Date.UTC(2026, 10, 20, 12);

/** Compares a build from nothing with one of unchanged content, and with one of a single review more. */
export async function run(sizes: readonly string[] = []): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "reviews-bench-"));
  try {
    const rows: string[][] = [];
    for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES)
      rows.push(...(await measure(join(folder, size), Number(size))));
    printTable(
      "difference: what a build costs when nothing or one review changed (medians, CPU of all threads)",
      ["reviews", "build", "CPU", "wall", "peak memory", "files changed", "of them shards", "bytes changed"],
      rows,
      "difference",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, reviews: number): Promise<string[][]> {
  const content = join(folder, "content");
  const out = join(folder, "dist");
  await generate({ reviews, days: 3_653, seed: 1, from: join(ROOT, "content"), out: content });
  const first = timeBuildWithSummary(content, out);
  const additions = Array.from({ length: ADDITIONS }, (_, number) => {
    addReview(content, number);
    return timeBuild(content, out);
  });
  addReview(content, ADDITIONS);
  const { summary } = timeBuildWithSummary(content, out);
  const unchanged = Array.from({ length: ADDITIONS }, () => timeBuild(content, out));
  return [
    [String(reviews), "from nothing", ...cells([first]), ...changes(first.summary)],
    ["", "one more", ...cells(additions), ...changes(summary)],
    ["", "unchanged", ...cells(unchanged), "0", "0", "0 MB"],
  ];
}

/** Adds a review to the newest day, in a file of its own. */
export function addReview(content: string, number: number): void {
  const date = new Date(NEWEST).toISOString().slice(0, 10);
  const text = `The heating was repaired within the hour, and the price was fair (${number}).`;
  const id = ulid(NEWEST, () => number / (ADDITIONS + 1));
  const line = {
    id,
    author: "Ada B.",
    rating: 5,
    date,
    text,
    source: "google",
    owner_reply: null,
    verified: true,
  };
  writeFileSync(join(content, "reviews", `more-${number}.jsonl`), `${JSON.stringify(line)}\n`);
}

function cells(builds: readonly TimedBuild[]): string[] {
  const median = (key: "cpuMs" | "ms" | "rssMb"): number =>
    builds.map((one) => one[key]).toSorted((a, b) => a - b)[builds.length >> 1] ?? 0;
  return [`${median("cpuMs")} ms`, `${median("ms")} ms`, `${median("rssMb")} MB`];
}

function changes(summary: BuildSummary): string[] {
  const shards = summary.artifacts.filter(
    ({ path, change }) =>
      change !== "same" && path.startsWith(SINCE_PATH) && path !== `${SINCE_PATH}index.json`,
  );
  const { changed, changed_bytes } = summary.files;
  return [String(changed), `${shards.length} in 3 codings`, `${(changed_bytes / 1e6).toFixed(1)} MB`];
}
