import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { EntitiesDocument } from "../model/entities.ts";
import { foldText } from "../model/fold.ts";
import { fileOf } from "../model/manifest.ts";
import type { Review } from "../model/review.ts";
import { openSearchTable, SEARCH_TABLE_PATH } from "../model/search-table.ts";
import { matches, type SearchFilter } from "../model/search-filter.ts";
import { seededRandom } from "../scripts/generate.ts";
import { readReviews } from "./published-reviews.ts";
import type { SearchMeasurement } from "./search-process.ts";
import { publish } from "./serve.ts";
import { printTable } from "./table.ts";

const QUERIES = 40;
const NAIVE_QUERIES = 4;
const DEFAULT_SIZES = ["100000"];

interface QueryClass {
  readonly name: string;
  readonly filters: readonly SearchFilter[];
}

/** Compares the search with `includes` on folded strings, with the naive filter of model/search-filter.ts and with a trigram index of SQLite FTS5. */
export async function run(sizes: readonly string[] = []): Promise<void> {
  for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES) await runSize(Number(size));
}

async function runSize(size: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "reviews-bench-"));
  try {
    await measureSearch(await publish(folder, size), size);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function measureSearch(dist: string, size: number): Promise<void> {
  const opened = await openTable(dist);
  const entities = JSON.parse(await readFile(join(dist, "api/entities.json"), "utf8")) as EntitiesDocument;
  const reviews = readReviews(dist);
  const classes = queryClassesOf(reviews);
  const measured = measureOurs(dist, classes);
  const sqlite = trigrams(reviews);
  const folded = reviews.map(({ text }) => foldText(text ?? ""));
  const peers = { reviews, entities, sqlite, folded };
  const rows = classes.map((one, index) => compare(one, measured[index] as SearchMeasurement, peers));
  printTable(
    `search: ${size} reviews, limit 20, total counted, answer rendered; table of ${Math.round(opened.bytes / 1e6)} MB opened in ${opened.ms.toFixed(1)} ms, FTS5 trigram index ${Math.round(sqlite.buildMs)} ms`,
    [
      "class",
      "matched, median",
      "p50",
      "p99",
      "longest turn, CPU",
      "includes p50",
      "includes : ours",
      "naive p50",
      "naive : ours",
      "FTS5 trigram p50",
      "FTS5 p99",
      "FTS5 : ours",
    ],
    rows,
    `search ${size}`,
  );
}

async function openTable(dist: string): Promise<{ readonly bytes: number; readonly ms: number }> {
  const file = await readFile(join(dist, fileOf(SEARCH_TABLE_PATH)));
  const startedAt = performance.now();
  if (openSearchTable(file) === undefined) throw new Error("no search table");
  return { bytes: file.length, ms: performance.now() - startedAt };
}

/**
 * Measures our searches in a process that holds a release as the sidecar does, because parsed reviews and strings would
 * lengthen its garbage collections.
 */
function measureOurs(dist: string, classes: readonly QueryClass[]): SearchMeasurement[] {
  const filters = JSON.stringify(classes.map((one) => one.filters));
  const args = [join(import.meta.dirname, "search-process.ts"), dist];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: filters, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as SearchMeasurement[];
}

interface Peers {
  readonly reviews: readonly Review[];
  readonly entities: EntitiesDocument;
  readonly sqlite: Trigrams;
  /** Folded texts, as strings. */
  readonly folded: readonly string[];
}

function compare(
  { name, filters }: QueryClass,
  { ms: ours, matched, longestTurnCpuMs }: SearchMeasurement,
  { reviews, entities, sqlite, folded }: Peers,
): string[] {
  const includes = filters
    .flatMap(({ query }) => (query === undefined ? [] : [foldText(query)]))
    .map((needle) => timed(() => folded.filter((text) => text.includes(needle)).length));
  const naive = filters.slice(0, NAIVE_QUERIES).map((filter) =>
    timed(() => {
      const found = reviews.filter((one) => matches(one, filter, entities));
      JSON.stringify({ matched: found.length, reviews: found.slice(0, 20) });
    }),
  );
  const fts = filters
    .filter(({ query }) => (query?.length ?? 0) >= 3)
    .map((filter) => timed(() => sqlite.find(filter)));
  const p50 = at(ours, 0.5);
  const ratio = (other: readonly number[]): string =>
    other.length === 0 ? "-" : `${(at(other, 0.5) / p50).toFixed(1)}x`;
  const ms = (values: readonly number[], part: number): string =>
    values.length === 0 ? "-" : `${at(values, part).toFixed(2)} ms`;
  return [
    name,
    String(at(matched, 0.5)),
    ms(ours, 0.5),
    ms(ours, 0.99),
    `${longestTurnCpuMs.toFixed(1)} ms`,
    ms(includes, 0.5),
    ratio(includes),
    ms(naive, 0.5),
    ratio(naive),
    ms(fts, 0.5),
    ms(fts, 0.99),
    ratio(fts),
  ];
}

function timed(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

interface Trigrams {
  readonly buildMs: number;
  readonly find: (filter: SearchFilter) => void;
}

/** The best ready-made peer: substring search with an index of trigrams. */
function trigrams(reviews: readonly Review[]): Trigrams {
  const startedAt = performance.now();
  const database = new DatabaseSync(":memory:");
  database.exec("create virtual table texts using fts5(text, tokenize='trigram')");
  const insert = database.prepare("insert into texts(rowid, text) values (?, ?)");
  database.exec("begin");
  for (const [row, { text }] of reviews.entries()) insert.run(row + 1, text ?? "");
  database.exec("commit");
  const count = database.prepare("select count(*) from texts where texts match ?");
  const page = database.prepare("select rowid from texts where texts match ? order by rowid limit 20");
  return {
    buildMs: performance.now() - startedAt,
    find: ({ query = "" }) => {
      const phrase = `"${query.replaceAll('"', '""')}"`;
      count.get(phrase);
      page.all(phrase);
    },
  };
}

function queryClassesOf(reviews: readonly Review[]): QueryClass[] {
  const random = seededRandom(11);
  const texts = reviews.flatMap(({ text }) => text ?? []);
  const slice = (length: number): string => {
    const text = texts[Math.floor(random() * texts.length)] ?? "";
    const start = Math.floor(random() * Math.max(1, text.length - length));
    return text.slice(start, start + length).trim();
  };
  const common = [
    "the ",
    "and",
    "great",
    "work",
    "with",
    "good",
    "again",
    "time",
    "this",
    "that",
    "very",
    "our",
    "for",
    "we ",
  ];
  return [
    { name: "rare: 18 letters of a review", filters: many(() => ({ query: slice(18) })) },
    { name: "absent", filters: many((index) => ({ query: `q${index}zx${slice(4)}` })) },
    {
      name: "3 letters",
      filters: many(() => ({ query: slice(3) })).filter(({ query }) => query?.length === 3),
    },
    { name: "common words", filters: common.map((query) => ({ query })) },
    { name: "filters only", filters: many((index) => ({ rating: 1 + (index % 5), since: day(index) })) },
    { name: "mixed", filters: many((index) => ({ query: slice(5), min_rating: 3, since: day(index) })) },
  ];
}

function many(make: (index: number) => SearchFilter): SearchFilter[] {
  const filters = Array.from({ length: QUERIES }, (_, index) => make(index));
  return filters.filter(({ query }) => query === undefined || query.length > 0);
}

const day = (index: number): NonNullable<SearchFilter["since"]> =>
  `202${3 + (index % 3)}-0${1 + (index % 9)}-15` as NonNullable<SearchFilter["since"]>;

if (process.argv[1] === import.meta.filename) await run(process.argv.slice(2));
