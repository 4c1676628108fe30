import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";
import { AUDITED_CASE, BASE_PATH_CASE, GOLDEN, type PublishedFiles, REFERENCE_CASE } from "./golden.ts";

/** Files that hardly depend on content: the reference case keeps their text, the other cases their digest. */
const REFERENCE_ONLY =
  /^(?:developers|hosting|methodology|schemas|mcp|\.well-known|404\.html|manifest(?:\.json|\/)|openapi\.json|vercel\.json|server\.json|_)/;
const HOST_FILE = /^(?:hosting|mcp|\.well-known|vercel\.json|server\.json|_)/;
/** Copies of templates: the digest says enough. */
const COPIES = /^(?:style\.css|search\.js|icon\.svg)$/;
const TEXT =
  /\.(?:html|json|xml|txt|conf|js)$|(?:^|\/)(?:_headers|_redirects|Caddyfile|server-card|[\d-]{10})$/;
/** Files that repeat every review. They are compared by digest in large cases, to keep the repository small. */
const REPEATING = /^(?:api|reviews|feed\.xml|llms-full\.txt)/;
const MANY_REVIEWS = 20;
const MAX_REVIEW_PAGES = 3;

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
    const isKept =
      isReference ||
      (name === BASE_PATH_CASE && HOST_FILE.test(file)) ||
      (name === AUDITED_CASE && file === "methodology/index.html");
    if ((!isKept && REFERENCE_ONLY.test(file)) || (hasMany && REPEATING.test(file))) continue;
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
    return !file.startsWith("manifest") && !shown.has(file.replace(/\.(?:gz|br)$/, ""));
  };
  const changed = [
    ...[...before.difference(after)].filter(isNew).map((line) => `- ${line}`),
    ...[...after.difference(before)].filter(isNew).map((line) => `+ ${line}`),
  ];
  return changed.length === 0 ? "" : `\n${changed.slice(0, 2 * MAX_LINES).join("\n")}`;
}
