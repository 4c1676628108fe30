import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type AnalyzedContent, analyzeReviews } from "../../build/analyze-reviews.ts";
import { build } from "../../build/build.ts";
import { type BuildConfig, readBuildConfig } from "../../build/config.ts";
import { load } from "../../build/load/load.ts";
import { calendarDateOf } from "../../model/calendar-date.ts";
import { sha256Hex } from "../../model/manifest.ts";
import { ROOT } from "./content.ts";

export const GOLDEN = join(ROOT, "test", "golden");

/** The case that keeps the text of what hardly depends on content; the other cases keep its digest. */
const REFERENCE_CASE = "home-services";
const REFERENCE_ONLY =
  /^(?:developers|hosting|methodology|schemas|mcp|\.well-known|404\.html|manifest\.json|openapi\.json|vercel\.json|server\.json|_)/;
/** Copies of templates: the digest says enough. */
const COPIES = /^(?:style\.css|search\.js|icon\.svg)$/;
const TEXT =
  /\.(?:html|json|xml|txt|conf|js)$|(?:^|\/)(?:_headers|_redirects|Caddyfile|server-card|[\d-]{10})$/;
/** Files that repeat every review. They are compared by digest in large cases, to keep the repository small. */
const REPEATING = /^(?:api|reviews|feed\.xml|llms-full\.txt)/;
const MANY_REVIEWS = 20;
const MAX_REVIEW_PAGES = 3;

const NOW = new Date("2026-11-01T12:00:00Z");

export const goldenCases = (): string[] =>
  readdirSync(GOLDEN, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/**
 * A complete content folder for a case. What a case leaves out is empty, but for the templates of the sample and, in
 * the reference case, its aspects.
 */
export function writeGoldenContent(name: string, folder: string): void {
  const sample = join(ROOT, "content");
  mkdirSync(folder, { recursive: true });
  cpSync(join(sample, "templates"), join(folder, "templates"), { recursive: true });
  if (name === REFERENCE_CASE) cpSync(join(sample, "aspects.json"), join(folder, "aspects.json"));
  else writeFileSync(join(folder, "aspects.json"), '{"aspects": []}');
  writeFileSync(join(folder, "faq.json"), '{"faq": []}');
  cpSync(join(GOLDEN, name, "content"), folder, { recursive: true });
  mkdirSync(join(folder, "reviews"), { recursive: true });
}

/** The insights of a case, without rendering or publishing anything. */
export async function analyzeGolden(name: string, folder: string): Promise<AnalyzedContent> {
  writeGoldenContent(name, join(folder, "content"));
  const content = await load(join(folder, "content"), calendarDateOf(NOW.getTime()));
  if (!content.ok) throw new Error(content.error.join("\n"));
  return analyzeReviews({
    content: content.value,
    baseUrl: "",
    cacheFolder: undefined,
    annotator: undefined,
    progress: () => undefined,
    onBatch: () => undefined,
  });
}

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
  return config.value;
}

/** The file that lists every artifact with the digest of its exact bytes. */
const DIGESTS = "digests.txt";

/** The content of `expected/` for a publication: text for review, and the digests of all files. */
function expectedOf(name: string, files: PublishedFiles): Map<string, string> {
  const expected = new Map<string, string>();
  const digests: string[] = [];
  const isReviewPage = (file: string): boolean => /^reviews\/[^/]{26}\/index\.html$/.test(file);
  const isReference = name === REFERENCE_CASE;
  const hasMany = !isReference && [...files.keys()].filter(isReviewPage).length > MANY_REVIEWS;
  let reviewPages = 0;
  for (const [file, bytes] of files) {
    digests.push(`${sha256Hex(bytes).slice(0, 16)} ${bytes.length} ${file}`);
    if (!TEXT.test(file) || COPIES.test(file)) continue;
    if ((!isReference && REFERENCE_ONLY.test(file)) || (hasMany && REPEATING.test(file))) continue;
    if (isReviewPage(file) && ++reviewPages > MAX_REVIEW_PAGES) continue;
    expected.set(file, readable(file, bytes.toString("utf8")));
  }
  expected.set(DIGESTS, `${digests.join("\n")}\n`);
  return expected;
}

/** JSON in one line is indented and XML broken into lines; the digest still holds the exact bytes. */
function readable(file: string, text: string): string {
  if (file === "feed.xml") return text.replaceAll("><", ">\n<");
  const isJson = text.startsWith("{") && (file.endsWith(".json") || file.startsWith("api/"));
  return isJson && !text.startsWith("{\n") ? `${JSON.stringify(JSON.parse(text), null, 1)}\n` : text;
}

export function acceptGolden(name: string, files: PublishedFiles): void {
  const folder = join(GOLDEN, name, "expected");
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of expectedOf(name, files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const MAX_FILES = 8;

/** The differences from `expected/` in readable form; empty if there are none. */
export function differencesOf(name: string, files: PublishedFiles): string {
  const actual = expectedOf(name, files);
  const differences: string[] = [];
  const shown = new Set<string>();
  for (const [file, text] of actual) {
    const path = join(GOLDEN, name, "expected", file);
    const expected = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (expected === text) continue;
    const lines = file === DIGESTS ? withoutShown(expected, text, shown) : firstChange(expected, text);
    shown.add(file);
    if (lines !== "") differences.push(`test/golden/${name}/expected/${file}${lines}`);
  }
  if (differences.length === 0) return "";
  const more = differences.length > MAX_FILES ? [`... and ${differences.length - MAX_FILES} more files`] : [];
  return [
    "the publication is not the expected one; if that is intended: npm run golden:accept, and read the git diff",
    ...differences.slice(0, MAX_FILES),
    ...more,
  ].join("\n\n");
}

const MAX_LINES = 6;
const MAX_WIDTH = 160;

/** `:LINE` of the first change with its lines, `-` expected and `+` actual. */
function firstChange(expected: string, actual: string): string {
  const [before, after] = [expected.split("\n"), actual.split("\n")];
  let first = 0;
  while (first < before.length && before[first] === after[first]) first += 1;
  let same = 0;
  while (
    same < Math.min(before.length, after.length) - first &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same += 1;
  const column = columnOf(before[first] ?? "", after[first] ?? "");
  const show = (sign: string, lines: readonly string[]): string[] => [
    ...lines.slice(0, MAX_LINES).map((line) => `${sign} ${cropped(line, column)}`),
    ...(lines.length > MAX_LINES ? [`${sign} ... ${lines.length - MAX_LINES} more lines`] : []),
  ];
  return [
    `:${first + 1}`,
    ...show("-", before.slice(first, before.length - same)),
    ...show("+", after.slice(first, after.length - same)),
  ].join("\n");
}

function columnOf(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}

function cropped(line: string, column: number): string {
  const from = line.length <= MAX_WIDTH ? 0 : Math.max(0, column - MAX_WIDTH / 4);
  const cut = line.slice(from, from + MAX_WIDTH);
  return `${from > 0 ? "…" : ""}${cut}${from + MAX_WIDTH < line.length ? "…" : ""}`;
}

/** Files of which only the digest is kept, and representations of an unchanged identity representation. */
function withoutShown(expected: string, actual: string, shown: ReadonlySet<string>): string {
  const [before, after] = [new Set(expected.split("\n")), new Set(actual.split("\n"))];
  const isNew = (line: string): boolean => {
    const file = line.split(" ").slice(2).join(" ");
    return !file.startsWith("manifest.json") && !shown.has(file.replace(/\.(?:gz|br)$/, ""));
  };
  const changed = [
    ...[...before.difference(after)].filter(isNew).map((line) => `- ${line}`),
    ...[...after.difference(before)].filter(isNew).map((line) => `+ ${line}`),
  ];
  return changed.length === 0 ? "" : `\n${changed.slice(0, 2 * MAX_LINES).join("\n")}`;
}
