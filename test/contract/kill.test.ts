import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FileLock } from "../../build/publish/lock.ts";
import { fileOf, sha256Hex } from "../../model/manifest.ts";
import { seededRandom } from "../../scripts/generate.ts";
import { buildOrFail, readManifestOf, runBuild } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";

const KILLS = Number(process.env["REVIEWS_TEST_KILLS"] ?? 16);
/** Two builds at once, on demand more often. */
const ROUNDS = Number(process.env["REVIEWS_TEST_BUILD_ROUNDS"] ?? 5);
const BUILD = join(ROOT, "build", "main.ts");

const locks: unknown[] = [];

const releasesIn = (dist: string): string[] =>
  readdirSync(`${dist}.releases`).filter((name) => name !== "build.lock");

function start(args: readonly string[]): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...args], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  return { child, output: () => text };
}

test(
  `${KILLS} kills at random moments: no reader ever sees a mixed or missing file`,
  { timeout: 180_000 },
  async () => {
    const folder = emptyFolder();
    const reviews = Array.from({ length: 100 }, (_, index) =>
      review({ date: `2026-01-${10 + (index % 20)}`, text: `Text ${index}` }),
    );
    const content = writeContent(join(folder, "content"), { reviews: { "all.json": reviews } });
    const dist = join(folder, "dist");
    const stopFile = join(folder, "stop");
    buildOrFail(content, dist);
    const readers = [1, 2].map(() => start([join(ROOT, "test", "support", "reader.ts"), dist, stopFile]));
    const random = seededRandom(20_261_121);
    // Machines differ: the last build that was left to end tells the time of a build.
    let buildMs = 0;
    let killed = 0;
    for (let attempt = 0; killed < KILLS; attempt += 1) {
      writeFileSync(
        join(content, "reviews", "new.json"),
        JSON.stringify([review({ date: "2026-02-01", text: `Try ${attempt}` })]),
      );
      const startedAt = performance.now();
      const { child } = start([BUILD, "--content", content, "--out", dist]);
      const timer = buildMs > 0 ? setTimeout(() => child.kill("SIGKILL"), random() * buildMs) : undefined;
      const [, signal] = (await once(child, "exit")) as [number | null, string | null];
      clearTimeout(timer);
      if (signal === "SIGKILL") killed += 1;
      else buildMs = performance.now() - startedAt;
    }
    writeFileSync(stopFile, "");
    await Promise.all(readers.map(({ child }) => once(child, "close")));
    for (const { output } of readers) expect(output()).toMatch(/^rounds \d+ releases \d+\n$/);
    // The next build removes everything that the killed ones left.
    buildOrFail(content, dist);
    const left = releasesIn(dist);
    expect(left.filter((name) => !/^\d{6}-[0-9a-f]{16}$/.test(name))).toEqual([]);
    expect(left.length).toBeLessThanOrEqual(3);
    expect(existsSync(`${dist}.next`)).toBe(false);
  },
);

test("the last three releases are retained, for readers that pinned one", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: {} });
  const dist = join(folder, "dist");
  for (let round = 0; round < 5; round += 1) {
    writeFileSync(
      join(content, "reviews", `${round}.json`),
      JSON.stringify([review({ date: "2026-02-01" })]),
    );
    buildOrFail(content, dist);
  }
  const names = releasesIn(dist);
  expect(names.map((name) => name.slice(0, 6))).toEqual(["000003", "000004", "000005"]);
});

test("releases that a killed build was about to remove are removed by the next build, even if it publishes nothing", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  const releases = join(folder, "dist.releases");
  for (const number of ["000000", "000000-1", "000000-2"]) mkdirSync(join(releases, `${number}-left`));
  expect(releasesIn(dist)).toHaveLength(4);
  expect(buildOrFail(content, dist)).toMatchObject({ published: false });
  expect(releasesIn(dist)).toHaveLength(3);
});

test("a release with a missing file is published again", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  const before = readManifestOf(dist);
  rmSync(join(dist, "feed.xml.gz"));
  expect(buildOrFail(content, dist)).toMatchObject({ published: true });
  expect(existsSync(join(dist, "feed.xml.gz"))).toBe(true);
  expect(readManifestOf(dist)).toEqual(before);
});

test.for([
  [
    "a folder with files that are not ours",
    (dist: string) => {
      mkdirSync(dist);
      writeFileSync(join(dist, "precious.txt"), "");
    },
    "is not a release of ours",
  ],
  [
    "a link to somewhere else",
    (dist: string) => symlinkSync("/somewhere/else", dist),
    "which this build did not make",
  ],
  [
    "a running build",
    (dist: string) => {
      mkdirSync(`${dist}.releases`);
      // Held by a reference: a collected lock is released.
      locks.push(FileLock.acquire(join(`${dist}.releases`, "build.lock")));
    },
    "another build",
  ],
] as const)("%s is refused and left alone", ([, prepare, reason]) => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"));
  const dist = join(folder, "dist");
  prepare(dist);
  const run = runBuild(["--content", content, "--out", dist]);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(reason);
  expect(existsSync(join(dist, "manifest.json"))).toBe(false);
});

test("an unreadable lock file left by an older version does not stop a build", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"));
  mkdirSync(join(folder, "dist.releases"));
  writeFileSync(join(folder, "dist.releases", ".lock"), "4194303\n");
  expect(buildOrFail(content, join(folder, "dist"))).toMatchObject({ published: true });
});

const NAMESPACES = spawnSync("unshare", ["-p", "-f", "true"]).status === 0;

test.skipIf(!NAMESPACES)(
  `${ROUNDS} rounds of two builds in two PID namespaces: one publishes, the other is refused, no file is missing`,
  { timeout: 300_000 + ROUNDS * 15_000 },
  async () => {
    const folder = emptyFolder();
    const content = writeContent(join(folder, "content"), { reviews: {} });
    const dist = join(folder, "dist");
    const random = seededRandom(20_261_121);
    const inNamespace = async (): Promise<{ status: number; stderr: string }> => {
      const args = ["-p", "-f", process.execPath, BUILD, "--content", content, "--out", dist, "--no-cache"];
      const child = spawn("unshare", args, { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] });
      let stderr = "";
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
      const [status] = (await once(child, "close")) as [number];
      return { status, stderr };
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const reviews = Array.from({ length: 60 }, () =>
        review({ date: "2026-01-10", text: `Round ${round}` }),
      );
      writeFileSync(join(content, "reviews", "all.json"), JSON.stringify(reviews));
      const first = inNamespace();
      const until = performance.now() + random() * 900;
      while (performance.now() < until) await new Promise(setImmediate);
      const builds = await Promise.all([first, inNamespace()]);
      const refused = builds.filter(({ status }) => status !== 0);
      expect(refused.length).toBeLessThan(2);
      for (const { stderr } of refused) expect(stderr).toContain("another build is publishing to it");
      const { artifacts } = readManifestOf(dist);
      for (const [path, { sha256 }] of Object.entries(artifacts))
        expect(sha256Hex(readFileSync(join(dist, fileOf(path)))), path).toBe(sha256);
    }
  },
);
