import { text } from "node:stream/consumers";
import type { SearchFilter } from "../model/search-filter.ts";
import { folderSource } from "../runtime/artifacts/folder.ts";
import { ReleaseStore } from "../runtime/artifacts/release-store.ts";
import { CurrentRelease } from "../runtime/current-release.ts";
import { renderSearchPage, search } from "../runtime/search/search.ts";
import { measureTurns } from "./loop.ts";

/** The searches of one list, each with its rendered page. */
export interface SearchMeasurement {
  /** Of each search in turn. */
  readonly ms: readonly number[];
  /** Reviews that each search matched. */
  readonly matched: readonly number[];
  /** Garbage collection included. */
  readonly longestTurnCpuMs: number;
}

/**
 * Loads a release, runs the lists of searches of standard input, and prints a measurement of each. Every search is new
 * there, so no result comes from an earlier one.
 */
const [dist = ""] = process.argv.slice(2);
const store = new ReleaseStore(folderSource(dist));
const loaded = await store.reload();
if (store.release === undefined) throw new Error(loaded.ok ? "no release" : loaded.error);
const { table } = new CurrentRelease(store.release, undefined);

async function run(filter: SearchFilter): Promise<number> {
  const found = await search(table, filter);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  renderSearchPage(table, found.value);
  return found.value.matched;
}

async function measure(filters: readonly SearchFilter[]): Promise<SearchMeasurement> {
  const ms: number[] = [];
  const matched: number[] = [];
  const stop = measureTurns();
  for (const filter of filters) {
    const startedAt = performance.now();
    matched.push(await run(filter));
    ms.push(performance.now() - startedAt);
  }
  return { ms, matched, longestTurnCpuMs: stop().longestCpuMs };
}

for (let turn = 0; turn < 60; turn += 1) await run({ query: `warm up ${turn}` });
for (let turn = 0; turn < 60; turn += 1) await run({ rating: 1 + (turn % 5) });
const measured: SearchMeasurement[] = [];
for (const filters of JSON.parse(await text(process.stdin)) as SearchFilter[][])
  measured.push(await measure(filters));
process.stdout.write(JSON.stringify(measured));
