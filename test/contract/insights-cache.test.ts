import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { InsightsDocument } from "../../model/insights.ts";
import { sha256Hex } from "../../model/manifest.ts";
import { load } from "../../build/load/load.ts";
import { calendarDateOf } from "../../model/calendar-date.ts";
import { analyzed } from "../support/analyzed.ts";
import { buildOrFail, readArtifact } from "../support/build.ts";
import { emptyFolder, ENTITIES, idOf, review, writeContent } from "../support/content.ts";

const TEXTS = [
  "Ana was on time and polite.",
  "The drain leaks again, nobody called back.",
  "Fair price.",
  "Ana Silva left a mess in the North End.",
  null,
];

/** Each month has the same number of them, from 2026-02 backwards. */
const reviewsOf = (texts: readonly (string | null)[], months = 1): Record<string, unknown>[] =>
  texts.map((text, index) => {
    const date = new Date(Date.UTC(2026, 1 - (index % months), 3)).toISOString().slice(0, 10);
    return review({ id: idOf(index + 1), text, rating: 1 + (index % 5), date });
  });

let folder = "";
let content = "";
beforeEach(() => {
  folder = emptyFolder();
  content = join(folder, "content");
  writeContent(content, { reviews: { "all.json": reviewsOf(TEXTS) } });
});

interface Analyzed {
  /** Texts that were analyzed now. */
  readonly read: number;
  /** All that is published of the analysis. */
  readonly insights: string;
}

/** The analysis of a build, without what follows it. */
async function analyzeWith(cacheFolder: string | undefined): Promise<Analyzed> {
  const loaded = await load(content, calendarDateOf(Date.now()));
  if (!loaded.ok) throw new Error(loaded.error.join("\n"));
  const { analysedTexts, ...published } = await analyzed(loaded.value, cacheFolder);
  return { read: analysedTexts, insights: JSON.stringify(published) };
}

const analyze = (): Promise<Analyzed> => analyzeWith(join(folder, ".cache"));

/** The insights without a cache. */
const full = async (): Promise<string> => (await analyzeWith(undefined)).insights;

test("builds with an empty, a full and no cache publish the same", () => {
  const publish = (name: string, ...more: readonly string[]): [read: number, digests: string] => {
    const dist = join(folder, name, "dist");
    const { texts_read } = buildOrFail(content, dist, ...more);
    const digests = ["/insights.json", "/reviews.json"].map((path) => sha256Hex(readArtifact(dist, path)));
    return [texts_read, digests.join(" ")];
  };
  const [read, digests] = publish("empty");
  expect(read).toBe(4);
  expect(publish("full")).toEqual([0, digests]);
  expect(publish("none", "--no-cache")).toEqual([4, digests]);
});

test("unchanged texts are not analyzed again", async () => {
  expect(await analyze()).toEqual({ read: 4, insights: await full() });
  expect(await analyze()).toEqual({ read: 0, insights: await full() });
});

test("of all texts only a changed one is analyzed again", async () => {
  await analyze();
  writeContent(content, {
    reviews: { "all.json": reviewsOf(TEXTS.with(2, "The price was too high.")) },
  });
  expect(await analyze()).toEqual({ read: 1, insights: await full() });
  expect((await analyze()).read).toBe(0);
});

test("a changed rating is counted without analyzing any text again", async () => {
  const before = (await analyze()).insights;
  const changed = reviewsOf(TEXTS);
  writeContent(content, { reviews: { "all.json": changed.with(0, { ...changed[0], rating: 2 }) } });
  const after = await analyze();
  expect(after).toEqual({ read: 0, insights: await full() });
  expect(after.insights).not.toBe(before);
});

test("changed entities analyze every text again", async () => {
  await analyze();
  writeFileSync(
    join(content, "entities.json"),
    JSON.stringify({ ...ENTITIES, service_areas: [{ id: "north", name: "North" }] }),
  );
  expect(await analyze()).toEqual({ read: 4, insights: await full() });
});

test("one text more rewrites one file of the cache", async () => {
  const many = Array.from({ length: 400 }, (_, index) => `The price was fair, visit ${index}.`);
  const months = 80;
  writeContent(content, { reviews: { "all.json": reviewsOf(many, months) } });
  await analyze();
  const cache = join(folder, ".cache", "text-analyses");
  const written = (): string[] =>
    readdirSync(cache).map((name) => `${name} ${statSync(join(cache, name)).ino}`);
  const before = new Set(written());
  writeContent(content, { reviews: { "all.json": reviewsOf([...many, "They were late again."], months) } });
  expect(await analyze()).toEqual({ read: 1, insights: await full() });
  expect(before.size).toBeGreaterThan(30);
  expect(written().filter((file) => !before.has(file))).toHaveLength(1);
});

/** Moves the texts of a month to other places, and changes one of another month. */
const inTwoMonths = (text: string): void => {
  writeContent(content, { reviews: { "all.json": reviewsOf(TEXTS.with(2, text), 2) } });
};

test("a month that did not change is neither analyzed nor counted again", async () => {
  inTwoMonths("Fair price.");
  await analyze();
  inTwoMonths("Too expensive.");
  // The other month has two of the four texts.
  rmSync(join(folder, ".cache", "text-analyses"), { recursive: true });
  expect(await analyze()).toEqual({ read: 2, insights: await full() });
});

test("all months are counted again if the rules about persons are others", async () => {
  const blaming = (id: number, month: number) =>
    review({
      id: idOf(id),
      author: `Kim ${id}`,
      rating: 1,
      date: `2026-0${month}-03`,
      text: `Ana Silva was rude and left a mess in room ${id}.`,
    });
  const praising = [1, 2, 3, 4].map((id) =>
    review({ id: idOf(id), date: "2026-01-03", text: "Ana Silva was friendly." }),
  );
  const aspects = { aspects: [{ id: "professionalism", label: "Manners", words: ["rude", "friendly"] }] };
  writeContent(content, { aspects, reviews: { "all.json": [...praising, blaming(5, 2)] } });
  const { insights } = await analyze();
  writeContent(content, { aspects, reviews: { "all.json": [...praising, blaming(5, 2), blaming(6, 3)] } });
  const after = await analyze();
  expect(after).toEqual({ read: 1, insights: await full() });
  const verdictOn = (published: string): unknown =>
    (JSON.parse(published) as { insights: InsightsDocument }).insights.per_review[idOf(5)];
  expect(verdictOn(insights)).toMatchObject({ technicians: [{ polarity: "neutral" }] });
  expect(verdictOn(after.insights)).toMatchObject({ technicians: [{ polarity: "negative" }] });
});

test.for([
  ["text-analyses", 4],
  ["month-counts", 0],
] as const)("a damaged cache of %s is ignored", async ([name, read]) => {
  await analyze();
  const cache = join(folder, ".cache", name);
  const written = readdirSync(cache).map((file): [string, string] => [
    join(cache, file),
    readFileSync(join(cache, file), "utf8"),
  ]);
  const damages: ((text: string) => string)[] = [
    () => "",
    (text) => text.slice(0, -9),
    (text) => text.replace('"score":', '"score":9'),
  ];
  for (const damage of damages) {
    for (const [file, text] of written) writeFileSync(file, damage(text));
    // A month that is kept needs no analyses.
    if (name === "text-analyses") rmSync(join(folder, ".cache", "month-counts"), { recursive: true });
    expect(await analyze()).toEqual({ read, insights: await full() });
  }
});

test("a cache that cannot be written is skipped", async () => {
  writeFileSync(join(folder, "file"), "");
  expect(await analyzeWith(join(folder, "file"))).toEqual({ read: 4, insights: await full() });
});
