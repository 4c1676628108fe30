import { cpSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyRelease } from "../../build/verify/verify-release.ts";
import { fileOf, type Manifest } from "../../model/manifest.ts";
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

const STAGED = { hasTime: () => true, isStaged: true };
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
    const problems = verifyRelease(dist, manifest, { hasTime: () => false, isStaged: false });
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

  test("names an altered review page without time to read all, because its file time changed", () => {
    const { dist, manifest } = copyOf();
    const file = pageOf(manifest);
    flipByte(join(dist, file));
    utimesSync(join(dist, file), new Date(), new Date());
    const problems = verifyRelease(dist, manifest, { hasTime: () => false, isStaged: false });
    expect(problems.map((problem) => problem.file)).toEqual([file]);
  });
});

test("a build names and replaces altered files, exit 0", () => {
  const { dist, content } = copyOf();
  const original = readFileSync(join(dist, "reviews.json"));
  flipByte(join(dist, "reviews.json"));
  const summary = buildOrFail(content, dist);
  expect(summary).toMatchObject({
    published: true,
    warnings: [`${dist}/reviews.json was altered: its digest is not the manifest's; it was replaced`],
  });
  expect(readFileSync(join(dist, "reviews.json"))).toEqual(original);
  expect(buildOrFail(content, dist)).toMatchObject({ published: false, warnings: [] });
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
