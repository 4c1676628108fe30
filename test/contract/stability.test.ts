import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../model/manifest.ts";
import { artifactsOf, buildOrFail, readJsonOf, readManifestOf, runBuild } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";

const MANY = Array.from({ length: 120 }, (_, index) =>
  review({
    date: `2026-0${1 + (index % 4)}-${10 + (index % 17)}`,
    rating: 1 + (index % 5),
    text: index % 9 ? `No. ${index} ş` : null,
  }),
);

function digests(dist: string): Record<string, string> {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pairs = files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    return [relative(dist, file), sha256Hex(readFileSync(file))] as const;
  });
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same reviews in many files, in another order, with other file times and another key order. */
function shuffledContent(folder: string): string {
  const files = MANY.map(
    (one, index) => [`${String(index * 7919).slice(-4)}.json`, [one]] as const,
  ).toReversed();
  writeContent(folder, { reviews: Object.fromEntries(files) });
  const business = JSON.parse(readFileSync(join(folder, "business.json"), "utf8")) as object;
  writeFileSync(
    join(folder, "business.json"),
    JSON.stringify(Object.fromEntries(Object.entries(business).toReversed())),
  );
  for (const [name] of files) utimesSync(join(folder, "reviews", name), 1, 1_000_000);
  return folder;
}

test("the same content gives the same bytes in any time zone, locale, folder and file order, at any hour", () => {
  const folder = emptyFolder();
  writeContent(join(folder, "a"), { reviews: { "all.json": MANY } });
  shuffledContent(join(folder, "b"));
  buildOrFail(join(folder, "a"), join(folder, "one", "dist"));
  const env = {
    ...process.env,
    TZ: "Pacific/Kiritimati",
    LANG: "tr_TR.UTF-8",
    LC_ALL: "tr_TR.UTF-8",
    SOURCE_DATE_EPOCH: "1900000000",
  };
  const other = runBuild(["--content", "b", "--out", "two/dist"], { cwd: folder, env });
  expect(other, other.stderr).toMatchObject({ status: 0 });
  expect(digests(join(folder, "two", "dist"))).toEqual(digests(join(folder, "one", "dist")));
});

test("a second build publishes nothing and reports it", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "all.json": MANY } });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  const before = digests(dist);
  const again = buildOrFail(content, dist);
  expect(again).toMatchObject({ published: false, removed: [] });
  expect(again.artifacts.filter(({ change }) => change !== "same")).toEqual([]);
  expect(digests(dist)).toEqual(before);
});

test("one more review changes only the artifacts that show it; the others keep Last-Modified", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "all.json": MANY } });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  const before = readManifestOf(dist);
  // An old review is in no feed and no shard, so neither may change.
  const added = review({ date: "2025-06-01", rating: 1 });
  writeFileSync(join(content, "reviews", "late.jsonl"), JSON.stringify(added));
  const summary = buildOrFail(content, dist);
  const changed = summary.artifacts.filter(({ change }) => change !== "same").map(({ path }) => path);
  const lists = changed.filter((path) => path === "/reviews/" || path.startsWith("/reviews/page/"));
  expect(lists.length).toBe(4);
  expect(changed.filter((path) => !lists.includes(path))).toEqual([
    "/",
    "/api/reviews/since/index.json",
    "/api/search-table.bin",
    "/insights.json",
    "/llms-full.txt",
    "/llms.txt",
    "/methodology/",
    "/policy.json",
    "/policy/",
    "/reviews.json",
    // The new review's page, and that of the review that now links to it as older.
    ...[MANY[0], added].map((one) => `/reviews/${String(one?.["id"])}/`),
    "/sitemap.xml",
    "/summary/",
  ]);
  for (const [path, { last_modified }] of artifactsOf(readManifestOf(dist))) {
    const was = before.artifacts[path]?.last_modified ?? "";
    if (changed.includes(path)) expect(last_modified > was, path).toBe(true);
    else expect(last_modified, path).toBe(was);
  }
  const insights = readJsonOf<{ generated_at: string }>(dist, "/insights.json");
  expect(insights.generated_at).toBe(readManifestOf(dist).artifacts["/insights.json"]?.last_modified);
});

test("Last-Modified moves forward even after the clock was set back", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "all.json": MANY } });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  const buildAt = (instant: string, text: string): string => {
    writeFileSync(
      join(content, "reviews", "late.json"),
      JSON.stringify([review({ date: "2025-06-01", text })]),
    );
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(Date.parse(instant) / 1000) };
    const run = runBuild(["--content", content, "--out", dist], { env });
    expect(run, run.stderr).toMatchObject({ status: 0 });
    return readManifestOf(dist).artifacts["/reviews.json"]?.last_modified ?? "";
  };
  expect(buildAt("2031-01-01T12:00:00Z", "first")).toBe("2031-01-01T12:00:00Z");
  expect(buildAt("2030-01-01T12:00:00Z", "second")).toBe("2031-01-01T12:00:01Z");
});

test("--previous carries Last-Modified forward where the folder is not kept between builds", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "all.json": MANY } });
  buildOrFail(content, join(folder, "one"));
  writeFileSync(join(content, "reviews", "late.json"), JSON.stringify([review({ date: "2025-06-01" })]));
  buildOrFail(content, join(folder, "one"));
  const live = readManifestOf(join(folder, "one"));
  buildOrFail(content, join(folder, "two"), "--previous", join(folder, "one", "manifest.json"));
  expect(readManifestOf(join(folder, "two"))).toEqual(live);
});

test("worker threads write the same bytes, and report the template that fails", { timeout: 60_000 }, () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "all.json": MANY } });
  buildOrFail(content, join(folder, "one", "dist"), "--threads", "0");
  buildOrFail(content, join(folder, "two", "dist"), "--threads", "3");
  expect(digests(join(folder, "two", "dist"))).toEqual(digests(join(folder, "one", "dist")));
  for (const name of ["review.eta", "list.eta"]) {
    const broken = writeContent(join(folder, name), { reviews: { "all.json": MANY } });
    mkdirSync(join(broken, "templates"));
    writeFileSync(join(broken, "templates", name), "<%= it.nothing.here %>");
    const run = runBuild(["--content", broken, "--out", join(folder, "two", "dist"), "--threads", "2"]);
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining(`templates/${name}: `) });
  }
  expect(digests(join(folder, "two", "dist"))).toEqual(digests(join(folder, "one", "dist")));
});
