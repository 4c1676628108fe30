import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Artifact, type Coding, fileOf, type Manifest } from "../../model/manifest.ts";
import { inPathOrder, parseSegment } from "../../model/segments.ts";
import { build } from "../../build/build.ts";
import { readBuildConfig } from "../../build/config.ts";
import type { BuildSummary } from "../../build/report.ts";

/** Not that of content.ts, which needs vitest: processes without it import this file. */
const ROOT = join(import.meta.dirname, "..", "..");

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the build as its users do: a process of its own. */
export function runBuild(args: readonly string[], options: SpawnSyncOptions = {}): Run {
  const run = spawnSync(process.execPath, [join(ROOT, "build", "main.ts"), ...args], {
    cwd: ROOT,
    encoding: "utf8",
    ...options,
  });
  return { status: run.status, stdout: String(run.stdout), stderr: String(run.stderr) };
}

/** Builds and returns the summary; a refused build is a failed test. */
export function buildOrFail(content: string, out: string, ...more: readonly string[]): BuildSummary {
  const run = runBuild(["--content", content, "--out", out, "--json", ...more]);
  if (run.status !== 0) throw new Error(`the build was refused:\n${run.stderr}`);
  return JSON.parse(run.stdout) as BuildSummary;
}

/** Builds in this process, which saves the start of another; without a cache. */
export async function buildHere(content: string, out: string): Promise<void> {
  const config = readBuildConfig(["--content", content, "--out", out, "--no-cache"], {}, () => new Date());
  if (!config.ok || config.value === "help") throw new Error("no configuration");
  const built = await build(
    config.value,
    () => undefined,
    () => performance.now(),
  );
  if (!built.ok) throw new Error(`the build was refused:\n${built.error.join("\n")}`);
}

export const readRootOf = (dist: string): Manifest =>
  JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8")) as Manifest;

/** The manifest with the artifacts of its segments. */
export function readManifestOf(dist: string): Manifest {
  const root = readRootOf(dist);
  const listed = root.segments.map((segment) => parseSegment(segment, readArtifact(dist, segment.path)));
  const artifacts = Object.assign({}, root.artifacts, ...listed) as Manifest["artifacts"];
  return { ...root, artifacts: inPathOrder(artifacts) };
}

export const readArtifact = (dist: string, path: string, coding?: Coding): Buffer =>
  readFileSync(join(dist, fileOf(path, coding)));

export const readJsonOf = <T>(dist: string, path: string): T =>
  JSON.parse(readArtifact(dist, path).toString("utf8")) as T;

export const decode: Readonly<Record<Coding, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
};

export const artifactsOf = (manifest: Manifest): [string, Artifact][] => Object.entries(manifest.artifacts);
