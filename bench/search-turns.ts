import { text } from "node:stream/consumers";
import type { SearchFilter } from "../model/search-filter.ts";
import { folderSource } from "../runtime/artifacts/folder.ts";
import { ReleaseStore } from "../runtime/artifacts/release-store.ts";
import { CurrentRelease } from "../runtime/current-release.ts";
import { renderSearchPage, search } from "../runtime/search/search.ts";
import { measureTurns } from "./loop.ts";

/** Loads a release, runs the searches of standard input, and prints the longest turn of each list. */
const [dist = ""] = process.argv.slice(2);
const store = new ReleaseStore(folderSource(dist));
await store.reload();
if (store.release === undefined) throw new Error("no release");
const { table } = new CurrentRelease(store.release, undefined);
const run = async (filter: SearchFilter): Promise<void> => {
  const found = await search(table, filter);
  if (found.ok) renderSearchPage(table, found.value);
};
for (let turn = 0; turn < 60; turn += 1) await run({ query: `warm up ${turn}` });
const longest: number[] = [];
for (const filters of JSON.parse(await text(process.stdin)) as SearchFilter[][]) {
  const stop = measureTurns();
  for (const filter of filters) await run(filter);
  longest.push(stop().longestCpuMs);
}
process.stdout.write(JSON.stringify(longest));
