/** `npm run erase`: removes reviews from content, artifacts, cache and kept releases. Described in docs/import.md. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { eraseReviews } from "./import/erase.ts";
import { CommandError } from "./import/reasons.ts";
import { Releases } from "../build/publish/releases.ts";

const USAGE = `usage: npm run erase -- ID... [options]

Removes reviews from the content, deletes the build's cache of all texts, builds, and removes older releases.

  --content DIR  the content (content)
  --out DIR      the published folder (dist)
  --cache DIR    the build's cache (.cache next to the content)
  --help         print this help

exit: 0 erased; 1 not erased, or a text is still in a file; 2 usage
`;

interface Folders {
  readonly content: string;
  readonly out: string;
  readonly cache: string;
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const parsed = parse(args);
  if (parsed === undefined) return 2;
  if (parsed === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  const { ids, folders } = parsed;
  try {
    const { reviews, written, unknown } = eraseReviews(join(folders.content, "reviews"), ids, process.pid);
    if (unknown.length > 0) printError(`${unknown.join(", ")}: no review has this id`);
    rmSync(folders.cache, { recursive: true, force: true });
    if (!publish(folders) || !(await removeOlderReleases(folders.out))) return 1;
    const quoting = filesQuoting(
      reviews.map(({ text }) => text ?? ""),
      folders,
    );
    for (const file of quoting) printError(`${file}: still contains the text; edit it, then erase again`);
    process.stdout.write(`erased ${reviews.length}; rewrote ${written.join(" ") || "nothing"}\n`);
    process.stdout.write("not reached: version control, backups, CDN caches, and copies that others made\n");
    return unknown.length + quoting.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printError(error.problems.join("\n"));
    return 1;
  }
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

function parse(args: readonly string[]): { ids: string[]; folders: Folders } | "help" | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        content: { type: "string", default: "content" },
        out: { type: "string", default: "dist" },
        cache: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    const bad = positionals.filter((id) => !/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id));
    for (const id of bad)
      printError(`"${id}" is not the id of a review: 26 letters and digits, as in its page's address`);
    if (positionals.length === 0) printError(USAGE);
    const cache = values.cache ?? join(dirname(values.content), ".cache");
    const folders = { content: values.content, out: values.out, cache };
    return bad.length > 0 || positionals.length === 0 ? undefined : { ids: positionals, folders };
  } catch (error) {
    printError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}

/** Replaces what is published; does nothing when nothing was published yet. */
function publish({ content, out, cache }: Folders): boolean {
  if (!existsSync(out)) return true;
  const build = join(import.meta.dirname, "..", "build", "main.ts");
  const args = [build, "--content", content, "--out", out, "--cache", cache];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0)
    printError("the reviews are out of the content, but the build failed: fix it, then erase again");
  return status === 0;
}

async function removeOlderReleases(out: string): Promise<boolean> {
  if (!existsSync(out)) return true;
  const releases = new Releases(out);
  const staging = await releases.begin();
  if (!staging.ok) {
    printError(`${out}: older releases stay: ${staging.error}`);
    return false;
  }
  await releases.discard(staging.value);
  await releases.removeOlder();
  releases.unlock();
  return true;
}

/** Files that contain a text, plain or as a JSON string. Only texts long enough to be a quotation are searched for. */
function filesQuoting(texts: readonly string[], { content, out, cache }: Folders): string[] {
  const needles = texts.flatMap((text) =>
    text.length < 20 ? [] : [text, JSON.stringify(text).slice(1, -1)],
  );
  return [content, `${out}.releases`, cache]
    .flatMap((folder) => globSync(join(folder, "**"), { exclude: ["**/*.gz", "**/*.br"] }))
    .filter((file) => statSync(file).isFile())
    .filter((file) => {
      const bytes = readFileSync(file);
      return needles.some((needle) => bytes.includes(needle));
    });
}
