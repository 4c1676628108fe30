import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../build/build.ts";
import type { BuildOutcome } from "../../build/outcome.ts";
import { readBuildConfig } from "../../build/config.ts";
import { ReleaseRecords } from "../../build/cache/release-record.ts";
import { makeSpares } from "../../build/make-spares.ts";
import { Releases } from "../../build/publish/releases.ts";
import { sha256Hex } from "../../model/manifest.ts";
import { BUSINESS, emptyFolder, ENTITIES, idOf, policyFor, ROOT, writeContent } from "../support/content.ts";

/** Random histories; on demand more. */
const HISTORIES = Number(process.env["REVIEWS_TEST_HISTORIES"] ?? 4);

const TEXTS = [
  null,
  "Ana Silva was very punctual.",
  "The drain was blocked again, and nobody came.",
  "Great work in the North End! Friendly and quick.",
  "Ana <b>& co</b> were late, rude and expensive.",
];
const DATES = fc.integer({ min: 0, max: 200 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)));
const REVIEW = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  date: DATES.map((date) => date.toISOString().slice(0, 10)),
  text: fc.constantFrom(...TEXTS),
  author: fc.constantFrom("Kim", "Lee", "Zoë"),
});
const TEMPLATES = ["list.eta", "review.eta", "review-card.eta", "layout.eta", "style.css"] as const;
const SETTINGS = [
  { title: "Other title" },
  { since_window_days: 2 },
  { review_markup: false },
  { sample_notice: "Sample." },
] as const;
const at = fc.nat({ max: 200 });

/** One change to the content, or to the published files. */
const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("add" as const), review: REVIEW }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("edit" as const), at, review: REVIEW }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("withhold" as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("template" as const), name: fc.constantFrom(...TEMPLATES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("setting" as const), value: fc.constantFrom(...SETTINGS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rename" as const),
      name: fc.constantFrom("Ana Souza", "Mo Ali"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("damage" as const),
      at: fc.nat(),
      how: fc.constantFrom("delete" as const, "overwrite" as const, "litter" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "nothing" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "spare" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("clock" as const), seconds: fc.integer({ min: -3, max: 0 }) }),
  },
);
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** With a thread, page workers write the pages, and releases are compared with their records beside the build. */
const THREADS = ["0", "1"];

const HISTORY = fc.record({
  threads: fc.constantFrom(...THREADS),
  first: fc.array(REVIEW, { maxLength: 130 }),
  steps: fc.array(STEP, { minLength: 1, maxLength: 6 }),
});

/** A publication that is built after every change. */
class World {
  readonly folder = emptyFolder();
  readonly content: string;
  readonly dist = join(this.folder, "dist");
  readonly reviews: Record<string, unknown>[] = [];
  readonly #threads: string;
  #ids = 0;
  #builds = 0;
  /** Of the last build, in seconds since 1970. */
  #epoch = 1_800_000_000;

  constructor(threads = "0") {
    this.#threads = threads;
    this.content = writeContent(join(this.folder, "content"), { reviews: {} });
  }

  add(review: object): void {
    this.#ids += 1;
    this.reviews.push({ id: idOf((this.#ids * 7919) % 10_007), source: "google", verified: true, ...review });
  }

  async apply(step: Step): Promise<void> {
    const one = "at" in step ? this.reviews[step.at % Math.max(1, this.reviews.length)] : undefined;
    if (step.kind === "add") this.add(step.review);
    else if (step.kind === "edit") Object.assign(one ?? {}, step.review);
    else if (step.kind === "remove") this.reviews.splice(step.at % Math.max(1, this.reviews.length), 1);
    else if (step.kind === "withhold") Object.assign(one ?? {}, { withheld: { reason: "spam" } });
    else if (step.kind === "template") this.#extendTemplate(step.name);
    else if (step.kind === "setting") this.#write("business.json", withSetting(step.value));
    else if (step.kind === "rename")
      this.#write("entities.json", { ...ENTITIES, technicians: [{ id: "ana-silva", name: step.name }] });
    else if (step.kind === "damage") this.#damage(step);
    else if (step.kind === "spare") await this.#makeSpares();
    else if (step.kind === "clock") this.#epoch += step.seconds;
  }

  async build(): Promise<BuildOutcome> {
    this.#builds += 1;
    const half = this.reviews.length >> 1;
    const lines = this.reviews.slice(0, half).map((review) => `${JSON.stringify(review)}\n`);
    writeFileSync(join(this.content, "reviews/a.jsonl"), lines.join(""));
    this.#write("reviews/b.json", this.reviews.slice(half));
    this.#epoch += 1;
    return run(["--content", this.content, "--out", this.dist, "--threads", this.#threads], this.#epoch);
  }

  /** Builds the same content from nothing, with the published release as the one before. */
  async buildFromNothing(): Promise<string> {
    const out = join(this.folder, `fresh-${this.#builds}`);
    const previous = join(this.dist, "manifest.json");
    const args = [
      "--content",
      this.content,
      "--out",
      out,
      "--no-cache",
      "--previous",
      previous,
      "--threads",
      "0",
    ];
    await run(args, 1_900_000_000);
    return out;
  }

  /** Copies the published release, as a build of a large publication does. */
  async #makeSpares(): Promise<void> {
    const releases = new Releases(this.dist);
    const records = new ReleaseRecords(join(this.folder, ".cache"), this.dist);
    const record = await records.read(await releases.currentName());
    if (record !== undefined) await makeSpares(record, releases, records);
  }

  #write(name: string, value: unknown): void {
    writeFileSync(join(this.content, name), JSON.stringify(value));
  }

  #extendTemplate(name: string): void {
    const file = join(this.content, "templates", name);
    mkdirSync(join(this.content, "templates"), { recursive: true });
    const from = existsSync(file) ? file : join(ROOT, "build", "render", "templates", name);
    writeFileSync(
      file,
      `${readFileSync(from, "utf8")}${name.endsWith(".css") ? "/* more */" : "<!-- more -->"}\n`,
    );
  }

  #damage({ at: index, how }: Extract<Step, { kind: "damage" }>): void {
    const files = filesBelow(this.dist).filter((name) => !name.startsWith("manifest"));
    const file = join(this.dist, files[index % files.length] ?? "");
    if (how === "delete") rmSync(file);
    else if (how === "overwrite") writeFileSync(file, "damaged");
    else writeFileSync(`${file}.litter`, "litter");
  }
}

const withSetting = (value: object): object => ({
  ...BUSINESS,
  publishing: { ...BUSINESS.publishing, ...value },
});

async function run(args: readonly string[], epoch: number): Promise<BuildOutcome> {
  const all = [...args, "--allow-shrink"];
  const config = readBuildConfig(all, { SOURCE_DATE_EPOCH: `${epoch}` }, () => new Date());
  if (!config.ok || config.value === "help") throw new Error("the arguments were refused");
  const built = await build(
    config.value,
    () => undefined,
    () => performance.now(),
  );
  if (!built.ok) throw new Error(`refused: ${built.error.join("\n")}`);
  return built.value;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

/** The list of reviews is kept, although no page of a review is. */
const LIST_WITHOUT_REVIEWS: typeof HISTORY extends fc.Arbitrary<infer T> ? T : never = {
  threads: "0",
  first: [],
  steps: [
    { kind: "damage", at: 0, how: "delete" },
    { kind: "remove", at: 0 },
  ],
};

/** Two builds that publish in the same second. */
const SAME_SECOND: typeof LIST_WITHOUT_REVIEWS = {
  threads: "0",
  first: [{ rating: 5, date: "2026-01-10", text: null, author: "Kim" }],
  steps: [
    { kind: "edit", at: 0, review: { rating: 4, date: "2026-01-10", text: null, author: "Kim" } },
    { kind: "clock", seconds: -2 },
    { kind: "edit", at: 0, review: { rating: 3, date: "2026-01-10", text: null, author: "Kim" } },
  ],
};

const digestsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(filesBelow(folder).map((name) => [name, sha256Hex(readFileSync(join(folder, name)))]));

test(
  `${HISTORIES} random histories: a build after each change has the bytes of a build from nothing`,
  { timeout: 120_000 + HISTORIES * 30_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(HISTORY, async ({ threads, first, steps }) => {
        const world = new World(threads);
        writeFileSync(join(world.content, "policy.json"), JSON.stringify(policyFor([])));
        for (const review of first) world.add(review);
        await world.build();
        for (const step of steps) {
          await world.apply(step);
          await world.build();
        }
        // A file that somebody puts into the published folder stays until the release changes.
        const isLittered = (name: string): boolean => name.endsWith(".litter");
        const built = Object.entries(digestsOf(world.dist)).filter(([name]) => !isLittered(name));
        expect(Object.fromEntries(built)).toEqual(digestsOf(await world.buildFromNothing()));
        rmSync(world.folder, { recursive: true });
      }),
      { numRuns: HISTORIES, examples: [[LIST_WITHOUT_REVIEWS], [SAME_SECOND]] },
    );
  },
);

test("a build of unchanged content renders nothing, and repairs what was altered", async () => {
  const world = new World();
  for (let day = 10; day < 30; day += 1)
    world.add({ author: "Kim", rating: 5, date: `2026-01-${day}`, text: null });
  const first = await world.build();
  expect(await world.build()).toMatchObject({ isPublished: false, replacedFiles: [] });
  const page = filesBelow(world.dist).find((name) => name.startsWith("reviews/0")) ?? "";
  const bytes = readFileSync(join(world.dist, page));
  // Another file of the same size and time: only its inode tells.
  const { atime, mtime } = statSync(join(world.dist, page));
  writeFileSync(join(world.folder, "other"), bytes.toString("utf8").replace("Kim", "Mik"));
  utimesSync(join(world.folder, "other"), atime, mtime);
  renameSync(join(world.folder, "other"), join(world.dist, page));
  expect((await world.build()).replacedFiles.map(({ file }) => file)).toEqual([page]);
  expect(readFileSync(join(world.dist, page))).toEqual(bytes);
  expect((await world.build()).listing.root.release).toBe(first.listing.root.release);
});

test.each(THREADS)(
  "a page that was altered is not kept, though a review is added at once, with %s threads",
  async (threads) => {
    const world = new World(threads);
    world.add({ author: "Kim", rating: 5, date: "2026-01-10", text: null });
    await world.build();
    const page = filesBelow(world.dist).find((name) => name.startsWith("reviews/0")) ?? "";
    writeFileSync(join(world.dist, page), "damaged");
    world.add({ author: "Kim", rating: 5, date: "2026-01-11", text: null });
    expect((await world.build()).replacedFiles.map(({ file }) => file)).toEqual([page]);
    expect(digestsOf(world.dist)).toEqual(digestsOf(await world.buildFromNothing()));
  },
);

test.each(THREADS)(
  "a file that somebody put into a release is in no later one, though folders of old releases are used again, with %s threads",
  async (threads) => {
    const world = new World(threads);
    for (let number = 0; number < 6; number += 1) {
      world.add({ author: "Kim", rating: 5, date: `2026-01-1${number}`, text: null });
      await world.build();
      expect(filesBelow(world.dist).filter((name) => name.endsWith("litter"))).toEqual([]);
      writeFileSync(join(world.dist, "reviews", "litter"), "");
      mkdirSync(join(world.dist, "litter"));
      writeFileSync(join(world.dist, "litter", "litter"), "");
    }
  },
);

test("a file that somebody put into a release is in no later one, though a build of the same release came between", async () => {
  const world = new World();
  world.add({ author: "Kim", rating: 5, date: "2026-01-10", text: null });
  await world.build();
  writeFileSync(join(world.dist, "reviews", "litter"), "");
  appendFileSync(join(world.content, "entities.json"), "\n");
  expect(await world.build()).toMatchObject({ isPublished: false, replacedFiles: [] });
  for (let day = 11; day < 16; day += 1) {
    world.add({ author: "Kim", rating: 5, date: `2026-01-${day}`, text: null });
    await world.build();
    expect(filesBelow(world.dist).filter((name) => name.endsWith("litter"))).toEqual([]);
  }
});

test("a record that other code wrote is not used for the folder of an old release", async () => {
  const world = new World();
  const publishAt = async (date: string): Promise<void> => {
    world.add({ author: "Kim", rating: 5, date, text: null });
    await world.build();
  };
  for (const date of ["2026-01-10", "2026-01-11", "2026-01-12"]) await publishAt(date);
  const cache = join(world.folder, ".cache");
  const oldest = join(cache, filesBelow(cache).find((name) => /^releases-.*\.jsonl$/.test(name)) ?? "");
  const [, head = "", ...others] = readFileSync(oldest, "utf8").split("\n");
  const ofOtherCode = { ...(JSON.parse(head) as object), code: "of another version" };
  const body = [JSON.stringify(ofOtherCode), ...others.map(() => "{}")].join("\n");
  writeFileSync(oldest, `${sha256Hex(Buffer.from(body))}\n${body}`);
  await publishAt("2026-01-13");
  expect(digestsOf(world.dist)).toEqual(digestsOf(await world.buildFromNothing()));
});

test("compressed runs of reviews that are far from a change are kept, and the bytes are those of a build from nothing", async () => {
  const world = new World();
  for (let day = 1; day <= 60; day += 1)
    world.add({
      author: "Kim",
      rating: 5,
      date: new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10),
      text: `${day} times the drain was cleared. `.repeat(100),
    });
  await world.build();
  for (const date of ["2026-03-02", "2026-02-01", "2025-12-31"]) {
    world.add({ author: "Lee", rating: 4, date, text: "Ana Silva was very punctual." });
    await world.build();
    expect(digestsOf(world.dist)).toEqual(digestsOf(await world.buildFromNothing()));
  }
});

test("of many reviews only the segments that list a changed page are made again, and the bytes are those of a build from nothing", async () => {
  const world = new World("1");
  for (let day = 0; day < 900; day += 1)
    world.add({
      author: "Kim",
      rating: 5,
      date: new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10),
      text: null,
    });
  await world.build();
  const segments = filesBelow(world.dist).filter((name) => name.startsWith("manifest/"));
  expect(segments.length).toBeGreaterThan(3);
  const changes = [
    () => world.add({ author: "Lee", rating: 4, date: "2026-12-01", text: null }),
    () => Object.assign(world.reviews[400] ?? {}, { rating: 1 }),
    () => world.add({ author: "Lee", rating: 4, date: "2023-01-01", text: null }),
    // The page that begins a segment: what it lists moves to the segment before.
    () => {
      const first = /([0-9A-Z]{26})\.json$/.exec(segments.at(-1) ?? "")?.[1];
      world.reviews.splice(
        world.reviews.findIndex(({ id }) => id === first),
        1,
      );
    },
  ];
  for (const change of changes) {
    change();
    await world.build();
    expect(digestsOf(world.dist)).toEqual(digestsOf(await world.buildFromNothing()));
  }
});
