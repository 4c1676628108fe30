import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { sha256Hex } from "../../model/manifest.ts";
import { buildOrFail, readArtifact } from "../support/build.ts";
import { emptyFolder, ENTITIES, idOf, review, writeContent } from "../support/content.ts";

const TEXTS = [
  "Ana was on time and polite.",
  "The drain leaks again, nobody called back.",
  "Fair price.",
  "Ana Silva left a mess in the North End.",
  null,
];

const reviewsOf = (texts: readonly (string | null)[]): Record<string, unknown>[] =>
  texts.map((text, index) =>
    review({ id: idOf(index + 1), text, rating: 1 + (index % 5), date: "2026-02-03" }),
  );

let folder = "";
let content = "";
beforeEach(() => {
  folder = emptyFolder();
  content = join(folder, "content");
  writeContent(content, { reviews: { "all.json": reviewsOf(TEXTS) } });
});

let builds = 0;
const build = (...more: readonly string[]): { read: number; insights: string } => {
  builds += 1;
  const dist = join(folder, String(builds), "dist");
  const summary = buildOrFail(content, dist, ...more);
  const digests = ["/insights.json", "/reviews.json"].map((path) => sha256Hex(readArtifact(dist, path)));
  return { read: summary.texts_read, insights: digests.join(" ") };
};

/** The insights of a build without a cache. */
const full = (): string => build("--no-cache").insights;

test("unchanged texts are not analyzed again, and the publication is the same", () => {
  expect(build()).toEqual({ read: 4, insights: full() });
  expect(build()).toEqual({ read: 0, insights: full() });
});

test("of all texts only a changed one is analyzed again", () => {
  build();
  writeContent(content, {
    reviews: { "all.json": reviewsOf(TEXTS.with(2, "The price was too high.")) },
  });
  expect(build()).toEqual({ read: 1, insights: full() });
  expect(build().read).toBe(0);
});

test("a changed rating is counted without analyzing any text again", () => {
  const before = build().insights;
  const changed = reviewsOf(TEXTS);
  writeContent(content, { reviews: { "all.json": changed.with(0, { ...changed[0], rating: 2 }) } });
  const after = build();
  expect(after).toEqual({ read: 0, insights: full() });
  expect(after.insights).not.toBe(before);
});

test("changed entities analyze every text again", () => {
  build();
  writeFileSync(
    join(content, "entities.json"),
    JSON.stringify({ ...ENTITIES, service_areas: [{ id: "north", name: "North" }] }),
  );
  expect(build()).toEqual({ read: 4, insights: full() });
});

test("a damaged cache is ignored", () => {
  build();
  const file = join(folder, ".cache", "text-analyses.jsonl");
  const written = readFileSync(file, "utf8");
  for (const damaged of ["", written.slice(0, -9), written.replace('"score":', '"score":9')]) {
    writeFileSync(file, damaged);
    expect(build()).toEqual({ read: 4, insights: full() });
  }
});

test("a cache that cannot be written is skipped", () => {
  writeFileSync(join(folder, "file"), "");
  expect(build("--cache", join(folder, "file"))).toEqual({ read: 4, insights: full() });
});
