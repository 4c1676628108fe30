import { cpSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ReadingBudget } from "../../build/verify/reading-budget.ts";
import { verifyRelease } from "../../build/verify/verify-release.ts";
import { etagOf, fileOf, type Manifest, sha256Hex } from "../../model/manifest.ts";
import { buildOrFail, readManifestOf, runBuild } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";

let built: string;

beforeAll(() => {
  built = emptyFolder();
  const reviews = Array.from({ length: 30 }, (_, index) => review({ text: `Text ${index}` }));
  const content = writeContent(join(built, "content"), { reviews: { "a.json": reviews } });
  buildOrFail(content, join(built, "dist"));
});

/** A copy of the release that a test may damage. */
function copyOf(): { dist: string; content: string; manifest: Manifest } {
  const folder = emptyFolder();
  cpSync(built, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const dist = join(folder, "dist");
  return { dist, content: join(folder, "content"), manifest: readManifestOf(dist) };
}

/** Changes one byte and keeps size and file time, as a broken disk or a careful forger would. */
function flipByte(file: string): void {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

const STAGED = { budget: ReadingBudget.unlimited(), isStaged: true };
const WITHOUT_TIME = { budget: new ReadingBudget(() => 0, 0), isStaged: false };
const pageOf = ({ artifacts }: Manifest): string =>
  fileOf(Object.keys(artifacts).find((path) => /^\/reviews\/[0-9A-Z]{26}\/$/.test(path)) ?? "");

describe("a release that is read back", () => {
  test("is whole as the build wrote it", () => {
    const { dist, manifest } = copyOf();
    expect(verifyRelease(dist, manifest, STAGED)).toEqual([]);
  });

  test.for([
    ["an altered JSON file", "reviews.json", "was altered"],
    ["an altered encoding", "reviews.json.br", "was altered"],
    ["an altered feed", "feed.xml", "was altered"],
  ] as const)("names %s", ([, file, message]) => {
    const { dist, manifest } = copyOf();
    flipByte(join(dist, file));
    const problems = verifyRelease(dist, manifest, WITHOUT_TIME);
    expect(problems).toMatchObject([{ file, message: expect.stringContaining(message) as string }]);
  });

  test("names a file that is not in the manifest", () => {
    const { dist, manifest } = copyOf();
    mkdirSync(join(dist, "odd"));
    writeFileSync(join(dist, "odd", "file.txt"), "");
    expect(verifyRelease(dist, manifest, STAGED)).toEqual([
      { file: "odd/file.txt", message: "is not in the manifest" },
    ]);
  });

  test("names an altered large file without time to decode and parse it", () => {
    const { dist, manifest } = copyOf();
    const body = Buffer.alloc(1_500_000, "large");
    const last_modified = "2026-01-10T00:00:00Z";
    const sha256 = sha256Hex(body);
    const artifact = { sha256, etag: etagOf(sha256), bytes: body.length, media_type: "text/plain" };
    const artifacts = { "/large.txt": { ...artifact, last_modified, encodings: {} } };
    const file = join(dist, "large.txt");
    writeFileSync(file, body);
    utimesSync(file, new Date(last_modified), new Date(last_modified));
    const small = { ...manifest, segments: [], artifacts };
    expect(verifyRelease(dist, small, WITHOUT_TIME)).toEqual([]);
    flipByte(file);
    expect(verifyRelease(dist, small, WITHOUT_TIME)).toMatchObject([{ file: "large.txt" }]);
  });

  test("names an altered review page without time to read all, because its file time changed", () => {
    const { dist, manifest } = copyOf();
    const file = pageOf(manifest);
    flipByte(join(dist, file));
    utimesSync(join(dist, file), new Date(), new Date());
    const problems = verifyRelease(dist, manifest, WITHOUT_TIME);
    expect(problems.map((problem) => problem.file)).toEqual([file]);
  });
});

test("a budget for reading predicts from the pace so far whether the next file fits", () => {
  let now = 0;
  const budget = new ReadingBudget(() => now, 100);
  expect(budget.allows(1_000_000)).toBe(true);
  budget.spend(1000, () => (now += 10));
  expect([budget.allows(8000), budget.allows(9000)]).toEqual([true, false]);
  now += 80;
  expect([budget.allows(900), budget.allows(1000)]).toEqual([true, false]);
  expect(ReadingBudget.unlimited().allows(1e12)).toBe(true);
});

test("a build names and replaces altered files, exit 0", () => {
  const { dist, content } = copyOf();
  const original = readFileSync(join(dist, "reviews.json"));
  flipByte(join(dist, "reviews.json"));
  const summary = buildOrFail(content, dist);
  expect(summary).toMatchObject({
    published: true,
    warnings: expect.arrayContaining([
      `${dist}/reviews.json was altered: its digest is not the manifest's; it was replaced`,
    ]) as string[],
  });
  expect(readFileSync(join(dist, "reviews.json"))).toEqual(original);
  const next = buildOrFail(content, dist);
  expect(next).toMatchObject({ published: false });
  expect(JSON.stringify(next)).not.toContain("was altered");
});

test(
  "--verify reads every published file at any size, names the altered ones, replaces nothing, exit 1",
  { timeout: 60_000 },
  () => {
    const { dist, content, manifest } = copyOf();
    const args = ["--content", content, "--out", dist, "--verify"];
    const file = pageOf(manifest);
    flipByte(join(dist, file));
    const altered = readFileSync(join(dist, file));
    const run = runBuild(args);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(
      `${dist}/${file} was altered: its digest is not the manifest's; npm run build -- --repair`,
    );
    expect(readFileSync(join(dist, file))).toEqual(altered);
    expect(runBuild([...args, "--repair"]).status).toBe(0);
    expect(runBuild(args).status).toBe(0);
  },
);

test("--repair finds an altered review page whose size and time are right", () => {
  const { dist, content, manifest } = copyOf();
  const file = pageOf(manifest);
  flipByte(join(dist, file));
  expect(buildOrFail(content, dist, "--repair").warnings.join()).toContain(`${dist}/${file} was altered`);
});

test("a published folder that cannot be made is one line and exit 3, without a stack", () => {
  const { content } = copyOf();
  const run = runBuild(["--content", content, "--out", join(content, "business.json", "dist")]);
  expect(run.status).toBe(3);
  expect(run.stderr.trim().split("\n")).toHaveLength(1);
  expect(run.stderr).toMatch(
    /business\.json.*: a part of the path is a file, not a folder; name another folder/,
  );
});
