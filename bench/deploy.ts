import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate } from "../scripts/generate.ts";
import { installTools } from "../test/support/install-tools.ts";
import { addReview } from "./difference.ts";
import { printTable } from "./table.ts";
import { timeBuild } from "./timed-build.ts";

const ROOT = join(import.meta.dirname, "..");
const DEFAULT_SIZES = ["30000"];

interface Upload {
  readonly uploaded: number;
  readonly removed: number;
  readonly bytes: number;
  readonly seconds: number;
}

interface UploadTarget {
  readonly name: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Times the deploy of a first release, and of one review more, to a folder and to object storage on loopback. */
export async function run(sizes: readonly string[] = []): Promise<void> {
  installTools();
  const { startS3Process } = await import("../test/support/s3-process.ts");
  const folder = await mkdtemp(join(tmpdir(), "reviews-bench-"));
  const storage = await startS3Process();
  try {
    const rows: string[][] = [];
    for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES) {
      const targets = [
        { name: "folder", url: pathToFileURL(join(folder, size, "live", "dist")).href, env: {} },
        { name: "object storage", url: `s3://plain/${size}/`, env: storage.env },
      ];
      rows.push(...(await measure(join(folder, size), Number(size), targets)));
    }
    printTable(
      "deploy: a first release, and one of a single review more (the time is that of the command, without its start)",
      ["reviews", "target", "release", "build", "uploaded", "removed", "bytes", "deploy"],
      rows,
    );
  } finally {
    await storage.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  folder: string,
  reviews: number,
  targets: readonly UploadTarget[],
): Promise<string[][]> {
  const content = join(folder, "content");
  const out = join(folder, "dist");
  await generate({ reviews, days: 3_653, seed: 1, from: join(ROOT, "content"), out: content });
  const rows: string[][] = [];
  for (const [number, release] of ["first", "one review more", "another one more"].entries()) {
    if (number > 0) addReview(content, number);
    const built = `${(timeBuild(content, out).ms / 1000).toFixed(1)} s`;
    for (const target of targets)
      rows.push([String(reviews), target.name, release, built, ...deploy(target, out)]);
  }
  return rows;
}

function deploy({ url, env }: UploadTarget, out: string): string[] {
  const args = [join(ROOT, "scripts", "deploy.ts"), url, "--out", out, "--static", "--json"];
  const deployed = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, ...env } });
  if (deployed.status !== 0) throw new Error(deployed.stderr);
  const { uploaded, removed, bytes, seconds } = JSON.parse(deployed.stdout) as Upload;
  return [String(uploaded), String(removed), `${(bytes / 1e6).toFixed(1)} MB`, `${seconds.toFixed(1)} s`];
}
