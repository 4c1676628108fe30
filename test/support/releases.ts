import { Releases } from "../../build/publish/releases.ts";
import { Staging } from "../../build/publish/staging.ts";
import { renderSearchTable } from "../../model/render-search-table.ts";
import { SEARCH_TABLE_PATH } from "../../model/search-table.ts";
import { TOPICS } from "../../model/topics.ts";

export const TEST_BASE_URL = "https://reviews.example";

/** Publishes a small release, each file of which names its number, without the cost of a whole build. */
export async function publishNumber(
  dist: string,
  number: number,
  paths: readonly string[] = [],
  textBytes = 200,
): Promise<void> {
  const releases = new Releases(dist);
  const started = await releases.begin();
  if (!started.ok) throw new Error(started.error);
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString().slice(0, 19);
  const staging = new Staging(started.value, undefined, `${at}Z`);
  const add = (path: string, mediaType: string, text: string): Promise<void> =>
    staging.add({ path, mediaType, body: Buffer.from(text) });
  for (const path of paths) await add(path, "text/plain", `${path} of release ${number} ${"x".repeat(200)}`);
  for (const { path, mediaType } of TOPICS) {
    const text =
      path === "/reviews.json"
        ? `{"business":{"name":"${number}"},"reviews":[]}\n`
        : `${path} of release ${number} ${"x".repeat(textBytes)}`;
    await add(path, mediaType, text);
  }
  await add(
    "/api/reviews/since/index.json",
    "application/json",
    '{"reviews_offset":0,"gzip_offset":0,"window_start":null,"dates":[]}',
  );
  await staging.add({
    path: SEARCH_TABLE_PATH,
    mediaType: "application/octet-stream",
    body: renderSearchTable([], [0]),
  });
  await add("/api/entities.json", "application/json", '{"technicians":[],"services":[],"service_areas":[]}');
  const { root } = await staging.finish(TEST_BASE_URL);
  await releases.swap(started.value, root.release);
  releases.unlock();
}
