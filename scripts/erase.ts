/** `npm run erase`: removes reviews from content, artifacts, cache and kept releases. Described in docs/import.md. */
import { BASE_URL_EXAMPLES, parseBaseUrl } from "../model/base-url.ts";
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { eraseAnswers } from "./audit/audit-file.ts";
import { requestsTo } from "./doctor/request.ts";
import { type SearchReport, searchFolders, searchSite } from "./erase/search.ts";
import { type Trace, tracesOf } from "./erase/trace.ts";
import { eraseReviews, readReviews } from "./import/erase.ts";
import { CommandError } from "./import/reasons.ts";
import { Releases } from "../build/publish/releases.ts";

const USAGE = `usage: npm run erase -- ID... [options]

Removes reviews from the content, deletes the build's cache of all texts, builds, removes older releases, and searches
every file for what is left of the reviews: ids, texts, replies and full names of authors.

  --prove        change nothing: only search, and list what was searched
  --url URL      with --prove: search the manifest and every artifact of this live site too
  --words TEXT   search for this too, such as a name or an address; may be repeated
  --content DIR  the content (content)
  --out DIR      the published folder (dist)
  --cache DIR    the build's cache (.cache next to the content)
  --help         print this

exit: 0 erased, or nothing is left; 1 not erased, or something is left; 2 usage; 3 fault (--debug prints the stack)
`;

interface EraseOptions {
  readonly ids: readonly string[];
  readonly words: readonly string[];
  readonly proves: boolean;
  readonly url: string | undefined;
  readonly content: string;
  readonly out: string;
  readonly cache: string;
}

await runCommand(main);

async function main(args: readonly string[]): Promise<number> {
  const options = parse(args);
  if (options === undefined) return 2;
  if (options === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    return await (options.proves ? prove(options) : erase(options));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printError(error.problems.join("\n"));
    return 1;
  }
}

async function erase(options: EraseOptions): Promise<number> {
  const { ids, words, content, cache, out } = options;
  // A build that has read the reviews would publish them again.
  if (!(await isUnlocked(out))) return 1;
  const { reviews, kept, written, unknown } = eraseReviews(join(content, "reviews"), ids, process.pid);
  if (unknown.length > 0) printError(`${unknown.join(", ")}: no review has this id`);
  await eraseAnswers(content, ids);
  rmSync(cache, { recursive: true, force: true });
  if (existsSync(out) && !publish(options)) return 1;
  if (!(await removeOlderReleases(out))) return 1;
  const report = searchLocally(options, tracesOf(reviews, kept, ids, words));
  for (const line of report.left)
    printError(`${line}; edit or delete it, then search again with --prove --words TEXT`);
  process.stdout.write(`erased ${reviews.length}; rewrote ${written.join(" ") || "nothing"}\n`);
  process.stdout.write(`searched ${report.searched.join(", ")}\n`);
  process.stdout.write("not reached: version control, backups, CDN caches, and copies that others made\n");
  return unknown.length + report.left.length > 0 ? 1 : 0;
}

/** After an erasure only a review's id is known, and the words that the caller names. */
async function prove(options: EraseOptions): Promise<number> {
  const { ids, words, url, content } = options;
  const all = readReviews(join(content, "reviews"));
  const isErased = ({ id }: { readonly id: string }): boolean => ids.includes(id);
  const traces = tracesOf(
    all.filter(isErased),
    all.filter((review) => !isErased(review)),
    ids,
    words,
  );
  const local = searchLocally(options, traces);
  const site = url === undefined ? undefined : await searchSite(url, requestsTo(url), ids, traces);
  const searched = [...local.searched, ...(site?.searched ?? [])];
  const left = [...local.left, ...(site?.left ?? [])];
  const labels = Map.groupBy(traces, ({ label }) => label);
  const counts = [...labels].map(([label, list]) => `${label} (${list.length})`).join(", ");
  process.stdout.write(`searched for ${counts} in\n${searched.map((line) => `  ${line}\n`).join("")}`);
  for (const line of left) printError(line);
  process.stdout.write(
    left.length === 0
      ? "nothing is left\n"
      : `left in ${left.length} ${left.length === 1 ? "place" : "places"}\n`,
  );
  return left.length === 0 ? 0 : 1;
}

function searchLocally({ content, out, cache }: EraseOptions, traces: readonly Trace[]): SearchReport {
  return searchFolders([content, `${out}.releases`, cache], traces);
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

function parse(args: readonly string[]): EraseOptions | "help" | undefined {
  try {
    const { values, positionals: ids } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        content: { type: "string", default: "content" },
        out: { type: "string", default: "dist" },
        cache: { type: "string" },
        prove: { type: "boolean", default: false },
        url: { type: "string" },
        words: { type: "string", multiple: true, default: [] },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    const { content, out, words, prove: proves } = values;
    const problems = ids
      .filter((id) => !/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))
      .map((id) => `"${id}" is not the id of a review: 26 letters and digits, as in its page's address`);
    const url = values.url === undefined ? undefined : parseBaseUrl(values.url);
    if (values.url !== undefined && (!proves || url === undefined))
      problems.push(`--url needs --prove, and a URL such as ${BASE_URL_EXAMPLES}`);
    if (words.some((line) => line.trim() === "")) problems.push("--words must not be empty");
    if (ids.length === 0) problems.push(USAGE);
    for (const problem of problems) printError(problem);
    const cache = values.cache ?? join(dirname(content), ".cache");
    return problems.length > 0 ? undefined : { ids, words, proves, url, content, out, cache };
  } catch (error) {
    printError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}

/** Replaces what is published. */
function publish({ content, out, cache }: EraseOptions): boolean {
  const build = join(import.meta.dirname, "..", "build", `main${extname(import.meta.filename)}`);
  // An erasure may leave nothing.
  const args = [build, "--content", content, "--out", out, "--cache", cache, "--allow-shrink"];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0)
    printError("the reviews are out of the content, but the build failed: fix it, then erase again");
  return status === 0;
}

/** False, with a message, while a build is publishing. */
function isUnlocked(out: string): Promise<boolean> {
  return whileLocked(out, "nothing was erased", () => Promise.resolve());
}

/** Removes every release but the published one; all of them when the link is missing, since none is published. */
function removeOlderReleases(out: string): Promise<boolean> {
  return whileLocked(out, "older releases stay", (releases) => releases.removeOlder());
}

/** Does something that no build may interrupt, if there are releases; otherwise says what comes of it. */
async function whileLocked(
  out: string,
  otherwise: string,
  work: (releases: Releases) => Promise<void>,
): Promise<boolean> {
  if (!existsSync(`${out}.releases`)) return true;
  const releases = new Releases(out);
  const staging = await releases.begin();
  if (!staging.ok) {
    printError(`${out}: ${otherwise}: ${staging.error}`);
    return false;
  }
  await releases.discard(staging.value);
  await work(releases);
  releases.unlock();
  return true;
}
