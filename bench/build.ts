import { createHash } from "node:crypto";
import { createReadStream, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { Writable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { BuildSummary } from "../build/report.ts";
import { generate } from "../scripts/generate.ts";
import { printTable } from "./table.ts";
import { timeBuildWithSummary } from "./timed-build.ts";
import { timeToWrite } from "./write.ts";

const ROOT = join(import.meta.dirname, "..");
const DEFAULT_SIZES = ["10000", "100000"];

/** The bound on a build: multiples of the sum of its parts and of writing the same files. */
const MAX_PARTS = 3;
const MAX_WRITES = 2;

interface BuildMeasurement {
  readonly reviews: number;
  readonly buildMs: number;
  readonly partsMs: number;
  readonly writeMs: number;
  /** Share of the verification in the time of a build. */
  readonly verifyShare: number;
  /** Time in which --verify reads every published file and its encodings. */
  readonly verifyAllMs: number;
  /** User and system time of all threads. */
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly distBytes: number;
}

/**
 * Compares a full build with the sum of its parts (parsing the content; SHA-256, gzip -6 and brotli -5 of reviews.json)
 * and with writing the same files, in the same run on the same bytes. Nothing is deleted before the end: file systems
 * create files slowly for minutes after many deletions.
 */
export async function run(sizes: readonly string[] = []): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "reviews-bench-"));
  try {
    const rows: BuildMeasurement[] = [];
    for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES)
      rows.push(await measure(join(folder, size), Number(size)));
    printTable(
      "build: content to dist, against the sum of its parts and the writing of the same files",
      [
        "reviews",
        "build",
        "parts",
        "ratio",
        "write",
        "bound",
        "within",
        "verification",
        "--verify",
        "CPU",
        "peak memory",
        "dist",
        "dist/review",
      ],
      rows.map(cells),
    );
    process.stdout.write(`bound: ${MAX_PARTS} x parts (data only, no pages) + ${MAX_WRITES} x write\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function cells(measured: BuildMeasurement): string[] {
  const { reviews, buildMs, partsMs, writeMs, verifyShare, verifyAllMs, cpuMs, rssMb, distBytes } = measured;
  const boundMs = MAX_PARTS * partsMs + MAX_WRITES * writeMs;
  return [
    String(reviews),
    `${buildMs} ms`,
    `${partsMs} ms`,
    `${(buildMs / partsMs).toFixed(2)}x`,
    `${writeMs} ms`,
    `${boundMs} ms`,
    buildMs <= boundMs ? "yes" : `no, ${(buildMs / boundMs).toFixed(2)}x`,
    `${(100 * verifyShare).toFixed(1)} %`,
    `${verifyAllMs} ms`,
    `${cpuMs} ms`,
    `${rssMb} MB`,
    mb(distBytes),
    `${Math.round(distBytes / reviews)} B`,
  ];
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function measure(folder: string, reviews: number): Promise<BuildMeasurement> {
  const content = join(folder, "content");
  const out = join(folder, "dist");
  await generate({ reviews, days: 1461, seed: 1, from: join(ROOT, "content"), out: content });
  const { ms, cpuMs, rssMb, summary } = timeBuildWithSummary(content, out);
  return {
    reviews,
    buildMs: ms,
    cpuMs,
    rssMb,
    verifyShare: verifyMs(summary) / summary.total_ms,
    verifyAllMs: verifyMs(timeBuildWithSummary(content, out, "--verify").summary),
    partsMs: await sumOfParts(content, join(out, "reviews.json")),
    writeMs: await timeToWrite(join(out, "/"), join(folder, "written")),
    distBytes: bytesBelow(join(out, "/")),
  };
}

/** With unchanged content, --verify reads everything while it compares. */
const verifyMs = ({ stages }: BuildSummary): number =>
  (stages.find(({ stage }) => stage === "verify") ?? stages.find(({ stage }) => stage === "compare"))?.ms ??
  0;

async function sumOfParts(content: string, reviewsJson: string): Promise<number> {
  const startedAt = performance.now();
  for (const name of readdirSync(join(content, "reviews"))) {
    const lines = createInterface({
      input: createReadStream(join(content, "reviews", name)),
      crlfDelay: Infinity,
    });
    for await (const line of lines) JSON.parse(line);
  }
  await pipeline(createReadStream(reviewsJson), createHash("sha256"), nowhere());
  await pipeline(createReadStream(reviewsJson), createGzip({ level: 6 }), nowhere());
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  await pipeline(createReadStream(reviewsJson), brotli, nowhere());
  return Math.round(performance.now() - startedAt);
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
