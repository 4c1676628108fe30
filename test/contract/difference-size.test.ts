import { writeFileSync } from "node:fs";
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
