import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BuildSummary } from "../../build/report.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { generate } from "../../scripts/generate.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, ROOT } from "../support/content.ts";

/** These counts do not depend on the machine: what they bound may grow only on purpose. */
const MAX_CHANGED_FILES = 60;
const MAX_BYTES_PER_REVIEW = 9_500;

interface Publication {
  readonly first: BuildSummary;
  readonly second: BuildSummary;
}

/** Builds generated content, then the same with one review more. */
async function publish(reviews: number): Promise<Publication> {
  const folder = emptyFolder();
  const [content, out] = [join(folder, "content"), join(folder, "dist")];
  await generate({ reviews, days: reviews, seed: 1, from: join(ROOT, "content"), out: content });
  const first = buildOrFail(content, out);
  const more = review({ id: "01KAGNR0000000000000000001", date: "2026-11-20", text: "Fair price, on time." });
  writeFileSync(join(content, "reviews", "more.jsonl"), JSON.stringify(more));
  return { first, second: buildOrFail(content, out) };
}

/** Its release has enough parts for spare copies. */
const MANY_REVIEWS = 6_000;

test("the builds after one from nothing take over copies of its release instead of linking every file", async () => {
  const folder = emptyFolder();
  const [content, out] = [join(folder, "content"), join(folder, "dist")];
  await generate({ reviews: MANY_REVIEWS, days: 2_000, seed: 1, from: join(ROOT, "content"), out: content });
  const releasesIn = (): Map<number, string> =>
    new Map(
      readdirSync(`${out}.releases`)
        .filter((name) => name !== "build.lock")
        .map((name) => [statSync(join(`${out}.releases`, name)).ino, name]),
    );
  const isSpare = (name: string): boolean => name.startsWith(".spare-");
  buildOrFail(content, out);
  let before = releasesIn();
  expect([...before.values()].filter(isSpare)).toHaveLength(2);
  for (const spares of [1, 0]) {
    const more = review({
      id: `01KAGNR000000000000000000${spares}`,
      date: "2026-11-20",
      text: "Fair price.",
    });
    writeFileSync(join(content, "reviews", `more-${spares}.jsonl`), JSON.stringify(more));
    buildOrFail(content, out);
    const after = releasesIn();
    expect([...after.values()].filter(isSpare)).toHaveLength(spares);
    // A folder keeps its inode when it is renamed.
    expect(isSpare(before.get(statSync(out).ino) ?? "")).toBe(true);
    before = after;
  }
  expect(buildOrFail(content, out, "--verify").files.changed).toBe(0);
}, 240_000);

/** Files that changed, codings counted. Each shard has three. */
function changedFiles({ files, artifacts }: BuildSummary): number {
  const shards = artifacts.filter(({ path, change }) => change !== "same" && /\d$/.test(path));
  expect(shards.every(({ path }) => path.startsWith(SINCE_PATH))).toBe(true);
  return files.changed - 3 * shards.length;
}

const bytesOf = ({ artifacts }: BuildSummary): number => artifacts.reduce((sum, { bytes }) => sum + bytes, 0);

test("one review more changes few files, however many reviews there are, and each review costs a fixed number of bytes", async () => {
  const [few, many] = [await publish(600), await publish(1_800)];
  expect(changedFiles(few.second)).toBeLessThanOrEqual(MAX_CHANGED_FILES);
  expect(changedFiles(many.second)).toBeLessThanOrEqual(MAX_CHANGED_FILES);
  expect((bytesOf(many.first) - bytesOf(few.first)) / 1_200).toBeLessThanOrEqual(MAX_BYTES_PER_REVIEW);
}, 240_000);
