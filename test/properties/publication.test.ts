import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { build } from "../../build/build.ts";
import { readBuildConfig } from "../../build/config.ts";
import { check } from "../../model/check.ts";
import { PUBLISHED_SCHEMAS } from "../../model/documents.ts";
import { fileOf, type Manifest } from "../../model/manifest.ts";
import { reviewPath } from "../../model/review.ts";
import { cleanText, isInvisible } from "../../model/text.ts";
import { arbitraryContent, type GeneratedContent } from "../support/arbitrary-content.ts";
import { readManifestOf } from "../support/build.ts";
import { emptyFolder, writeContent } from "../support/content.ts";
import { foreignNodes, knownShapes, textOf } from "../support/page-tree.ts";

/** Contents that are published, each with hundreds of hostile texts; on demand more. */
const CONTENTS = Number(process.env["REVIEWS_TEST_CONTENTS"] ?? 4);

const checkOf = (name: keyof typeof PUBLISHED_SCHEMAS) =>
  check(PUBLISHED_SCHEMAS[name] as { type: "object" });

/** Published documents by path. Shards follow the last one. */
const CHECKS = {
  "/reviews.json": checkOf("reviews"),
  "/insights.json": checkOf("insights"),
  "/api/feed.json": checkOf("feed"),
  "/entities.json": checkOf("entities"),
  "/manifest.json": checkOf("manifest"),
};
const checkSince = checkOf("since");

async function publish(content: GeneratedContent, folder: string): Promise<string> {
  writeContent(join(folder, "content"), content);
  const args = [
    "--content",
    join(folder, "content"),
    "--out",
    join(folder, "dist"),
    "--no-cache",
    "--threads",
    "0",
  ];
  const config = readBuildConfig(args, { SOURCE_DATE_EPOCH: "1782900000" }, () => new Date());
  if (!config.ok || config.value === "help") throw new Error("the arguments were refused");
  const built = await build(
    config.value,
    () => {},
    () => performance.now(),
  );
  if (!built.ok) throw new Error(`refused: ${built.error.join("\n")}`);
  return join(folder, "dist");
}

/** Says how a published document is broken; an empty list if it is valid. */
function problemsOf(path: string, body: string): string[] {
  const file = fileOf(path);
  if (file.endsWith(".html")) return foreignNodes(body, KNOWN);
  if (/\.(?:xml|svg)$/.test(file)) return xmlProblems(body);
  const checkDocument =
    path in CHECKS ? CHECKS[path as keyof typeof CHECKS] : /since\/\d/.test(path) ? checkSince : undefined;
  if (!file.endsWith("json") && checkDocument === undefined) return [];
  const value: unknown = JSON.parse(body);
  const checked = checkDocument?.(value);
  return [
    ...(checked?.ok === false ? checked.error.map((issue) => JSON.stringify(issue)) : []),
    ...dirtyStrings(value),
  ];
}

function xmlProblems(body: string): string[] {
  const problems: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", ({ message }) => problems.push(message));
  parser.on("opentag", ({ name }) => void (name.includes("evil") && problems.push(name)));
  parser.write(body).close();
  return problems;
}

/** Strings of a value that break the rule of content: cleaned, and visible unless empty. */
function dirtyStrings(value: unknown): string[] {
  if (typeof value === "string")
    return cleanText(value) === value.trim() && (value === "" || !isInvisible(value))
      ? []
      : [JSON.stringify(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(dirtyStrings) : [];
}

const KNOWN = knownShapes();

test.for([
  "<x-evil></x-evil>",
  '<p onevil="evil()"></p>',
  '<a href=" javascript:evil()"></a>',
  "<script>evil()</script>",
  '<script src="/search.js">evil()</script>',
  '<script type="application/ld+json">{}</script><script>evil()</script>',
  "<!-- evil -->",
])("a planted %s is a foreign node", (planted) => {
  expect(foreignNodes(`<p>text</p>${planted}`, KNOWN)).toHaveLength(1);
  expect(foreignNodes("<p>&lt;x-evil&gt;</p>", KNOWN)).toEqual([]);
});

test(
  `${CONTENTS} generated contents give well-formed XML, JSON by its schemas, and HTML without foreign nodes`,
  { timeout: 60_000 + CONTENTS * 10_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryContent, async (content) => {
        const folder = emptyFolder();
        const dist = await publish(content, folder);
        const manifest: Manifest = readManifestOf(dist);
        for (const path of [...Object.keys(manifest.artifacts), "/manifest.json"])
          expect(problemsOf(path, readFileSync(join(dist, fileOf(path)), "utf8")), path).toEqual([]);
        for (const { id, author } of Object.values(content.reviews).flat()) {
          const page = textOf(readFileSync(join(dist, fileOf(reviewPath(id))), "utf8"));
          expect(page.replaceAll(/\s+/g, " ")).toContain(cleanText(author).replaceAll(/\s+/g, " "));
        }
        // All of them at the end would take longer than a hook may.
        rmSync(folder, { recursive: true });
      }),
      { numRuns: CONTENTS, endOnFailure: true },
    );
  },
);
