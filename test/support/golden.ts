import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "../../build/build.ts";
import { type BuildConfig, readBuildConfig } from "../../build/config.ts";
import { type AnalyzedReviews, analyzed } from "./analyzed.ts";
import { load } from "../../build/load/load.ts";
import { calendarDateOf } from "../../model/calendar-date.ts";
import type { Content } from "../../model/content.ts";
import { policyFor, ROOT } from "./content.ts";

export const GOLDEN = join(ROOT, "test", "golden");

/** The case that keeps the text of what hardly depends on content; the other cases keep its digest. */
export const REFERENCE_CASE = "home-services";

/** The case with a path in its base URL also keeps the text of the files for hosts. */
export const BASE_PATH_CASE = "base-path";

/** The case with a complete audit also keeps the text of `/methodology/`, which publishes it. */
export const AUDITED_CASE = "audited";

const NOW = new Date("2026-11-01T12:00:00Z");

/** Cases that are analyzed only; the others are publications. */
const ANALYSES = "analyses";

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

export const goldenPublications = (): string[] => foldersIn(GOLDEN).filter((name) => name !== ANALYSES);

export const goldenAnalyses = (): string[] =>
  foldersIn(join(GOLDEN, ANALYSES)).map((name) => join(ANALYSES, name));

/**
 * A complete content folder for a case. Files that the case leaves out are empty, except a policy for the case's sources
 * and, in the reference case, the aspects of home services.
 */
export function writeGoldenContent(name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const aspects = name === REFERENCE_CASE ? { pack: "home-services" } : { aspects: [] };
  writeFileSync(join(folder, "aspects.json"), JSON.stringify(aspects));
  writeFileSync(join(folder, "faq.json"), '{"faq": []}');
  cpSync(join(GOLDEN, name, "content"), folder, { recursive: true });
  const reviews = join(folder, "reviews");
  mkdirSync(reviews, { recursive: true });
  const policy = join(folder, "policy.json");
  const texts = readdirSync(reviews).map((file) => readFileSync(join(reviews, file), "utf8"));
  if (!existsSync(policy)) writeFileSync(policy, JSON.stringify(policyFor(texts)));
}

export async function loadGolden(name: string, folder: string): Promise<Content> {
  writeGoldenContent(name, join(folder, "content"));
  const content = await load(join(folder, "content"), calendarDateOf(NOW.getTime()));
  if (!content.ok) throw new Error(content.error.join("\n"));
  return content.value;
}

/** The insights of a case, without rendering or publishing anything. */
export const analyzeGolden = async (name: string, folder: string): Promise<AnalyzedReviews> =>
  analyzed(await loadGolden(name, folder), undefined);

/** The files of a publication by name, `manifest.json` included. */
export type PublishedFiles = ReadonlyMap<string, Buffer>;

/**
 * Builds a case in this process, so that coverage and mutation testing see it. `labeller` is the URL of a language
 * model's service.
 */
export async function buildGolden(name: string, folder: string, labeller?: string): Promise<PublishedFiles> {
  writeGoldenContent(name, join(folder, "content"));
  const config = configOf(folder, labeller);
  const built = await build(
    config,
    () => undefined,
    () => 0,
  );
  if (!built.ok) throw new Error(`the build of ${name} was refused:\n${built.error.join("\n")}`);
  const { reviewCount: reviews, withheldCount: withheld, unknownNames } = built.value;
  const names = globSync("**", { cwd: config.outFolder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(config.outFolder.length + 1));
  return new Map([
    ...names.toSorted().map((file): [string, Buffer] => [file, readFileSync(join(config.outFolder, file))]),
    ["(summary).json", Buffer.from(JSON.stringify({ reviews, withheld, unknown_names: unknownNames }))],
  ]);
}

function configOf(folder: string, labeller: string | undefined): BuildConfig {
  const env = labeller === undefined ? {} : { INSIGHTS_LLM_URL: labeller, INSIGHTS_LLM_MODEL: "golden-1" };
  const args = ["--content", join(folder, "content"), "--out", join(folder, "dist"), "--no-cache"];
  const config = readBuildConfig([...args, "--threads", "0"], env, () => NOW);
  if (!config.ok || config.value === "help") throw new Error("no configuration");
  const annotator = config.value.annotator && { ...config.value.annotator, notify: () => undefined };
  return { ...config.value, annotator };
}
