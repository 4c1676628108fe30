import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { fileOf, type Manifest, MANIFEST_PATH, manifestSchema, sha256Hex } from "../../model/manifest.ts";
import { check } from "../../model/check.ts";
import { withSegments } from "../../model/segments.ts";
import { buildHere } from "./build.ts";
import { BUSINESS, emptyFolder, idOf, review, ROOT, writeContent } from "./content.ts";

/** A server or folder that takes deployments. */
export interface DeployPlace {
  readonly target: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Reads a published file as a reader sees it now. */
  read(file: string): Promise<Buffer | undefined>;
}

export interface DeployRun {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The steps that it took, if it ended by itself. */
  readonly steps: number;
}

/** Starts of the same command share their compiled modules, which takes two thirds of a start away. */
const COMPILED = emptyFolder();

const KILL_AT = join(ROOT, "test", "support", "kill-at.ts");

/** Runs a command of scripts/ in a process of its own, and kills it at a step. */
export async function runScript(
  name: string,
  args: readonly string[],
  { env = {}, killAt = 0, cwd = ROOT }: { env?: NodeJS.ProcessEnv; killAt?: number; cwd?: string } = {},
): Promise<DeployRun> {
  const stepsFile = join(emptyFolder(), "steps");
  const child = spawn(process.execPath, ["--import", KILL_AT, join(ROOT, "scripts", `${name}.ts`), ...args], {
    cwd,
    env: {
      ...process.env,
      DEPLOY_TARGET: "",
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
      KILL_AT: String(killAt),
      KILL_STEPS: stepsFile,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (part: Buffer) => (output[stream] += part.toString("utf8")));
  const [status, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  const steps = existsSync(stepsFile) ? Number(readFileSync(stepsFile, "utf8")) : 0;
  return { status, signal, ...output, steps };
}

/** Nothing listens there, so a ping fails at once. */
export const SITE = "http://127.0.0.1:9";

/** Two releases of one site: the second has one review more, one less, and one with another text. */
export async function twoReleases(baseUrl = SITE): Promise<readonly [first: string, second: string]> {
  const folder = emptyFolder();
  const business = { ...BUSINESS, publishing: { ...BUSINESS.publishing, base_url: baseUrl } };
  const before = [1, 2, 3, 4, 5, 6, 7].map((number) => review({ id: idOf(number), text: `Text ${number}` }));
  const after = [...before.slice(1, -1), review({ id: idOf(7), text: "Another" }), review({ id: idOf(8) })];
  const out = ["first", "second"].map((name) => join(folder, name)) as [string, string];
  const content = join(folder, "content");
  for (const [at, reviews] of [before, after].entries()) {
    rmSync(content, { recursive: true, force: true });
    await buildHere(writeContent(content, { business, reviews: { "a.json": reviews } }), out[at] ?? "");
  }
  return out;
}

const checkManifest = check(manifestSchema);

/** The manifest of a place with all segments; undefined if none is published. */
export async function liveManifest(place: DeployPlace): Promise<Manifest | undefined> {
  const body = await place.read(fileOf(MANIFEST_PATH));
  if (body === undefined) return undefined;
  const root = checkManifest(JSON.parse(body.toString("utf8")));
  if (!root.ok) throw new Error("the live manifest is none");
  const { manifest, unreadable } = await withSegments(root.value, (path) => place.read(fileOf(path)));
  expect(unreadable).toEqual([]);
  return manifest;
}

/** The release that a reader sees. Fails if any file is missing or belongs to another release. */
export async function liveRelease(place: DeployPlace): Promise<string | undefined> {
  const manifest = await liveManifest(place);
  for (const [path, { sha256 }] of Object.entries(manifest?.artifacts ?? {}))
    expect(sha256Hex((await place.read(fileOf(path))) ?? Buffer.of()), path).toBe(sha256);
  return manifest?.release;
}
