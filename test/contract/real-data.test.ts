import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReviewsDocument } from "../../model/documents.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import { artifactsOf, buildOrFail, readArtifact, readJsonOf, readManifestOf } from "../support/build.ts";
import { emptyFolder, ROOT, writeContent, policyFor } from "../support/content.ts";

const FILE = join(ROOT, "..", "shared", "data", "nhs", "nhs-patient-transport.jsonl");
const absent = !existsSync(FILE);

if (absent)
  process.stderr.write(`SKIPPED: real-data.test.ts needs ${FILE}, which is not part of the project\n`);

interface ExportedComment {
  readonly date: string;
  readonly rating: number | null;
}

test.skipIf(absent)("1,278 real comments: the published counts agree with the imported file", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { policy: policyFor(['"source": "NEAS"']) });
  const command = [
    join(ROOT, "scripts", "import.ts"),
    "jsonl",
    FILE,
    "--map",
    "source=extra.trust",
    "--content",
    content,
    "--json",
  ];
  const imported = spawnSync(process.execPath, command, { encoding: "utf8" });
  expect(imported.status, imported.stderr).toBe(0);

  const rated = readFileSync(FILE, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ExportedComment)
    .filter(({ rating }) => rating !== null);
  expect(rated.length).toBe(1278);

  const dist = join(folder, "dist");
  expect(buildOrFail(content, dist)).toMatchObject({ reviews: 1278, withheld: 0, published: true });
  const { reviews, aggregate_rating } = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
  for (const stars of [1, 2, 3, 4, 5] as const) {
    const count = rated.filter(({ rating }) => rating === stars).length;
    expect(aggregate_rating.distribution[`${stars}`], `${stars} stars`).toBe(count);
  }
  expect(reviews.map(({ date }) => date)).toEqual(
    rated
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  const insights = readJsonOf<InsightsDocument>(dist, "/insights.json");
  expect(insights.temporal.monthly.reduce((sum, { review_count }) => sum + review_count, 0)).toBe(1278);
  expect(readJsonOf<{ items: unknown[] }>(dist, "/api/feed.json").items.length).toBe(50);
  expect(
    readArtifact(dist, "/feed.xml")
      .toString("utf8")
      .match(/<entry>/g)?.length,
  ).toBe(50);
  expect(readArtifact(dist, "/").toString("utf8")).toMatch(
    /1,?278 verified reviews|<strong>1,?278<\/strong>/,
  );
  expect(artifactsOf(readManifestOf(dist)).length).toBeGreaterThan(20);
});
