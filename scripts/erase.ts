/** `npm run erase`: takes reviews out of content, artifacts, cache and kept releases. docs/import.md tells how. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { eraseReviews, type Erasure, holdsText } from "./import/erase.ts";
import { Stop } from "./import/stop.ts";
import { Releases } from "../build/publish/releases.ts";

const USAGE = `usage: npm run erase -- ID... [options]

Takes reviews out of the content, forgets what the build kept of their texts, builds, and removes older releases.

  --content DIR  the content (content)
  --out DIR      the published folder (dist)
  --cache DIR    what the build keeps of texts (.cache beside the content)
  --help         print this

exit: 0 erased; 1 not erased, or a text still stands somewhere; 2 usage
`;

interface HostLimiter {
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
  const { ids, places } = parsed;
  try {
    const erasure = await eraseReviews(join(places.content, "reviews"), ids, process.pid);
    if (erasure.unknown.length > 0) tell(`${erasure.unknown.join(", ")}: no review has this id`);
    rmSync(places.cache, { recursive: true, force: true });
    if (!publish(places) || !(await forgetOlder(places.out))) return 1;
    const left = await leftovers(erasure, places);
    for (const file of left) tell(`${file}: still says the text; edit it, then erase again`);
    process.stdout.write(
      `erased ${erasure.reviews.length}; rewrote ${erasure.written.join(" ") || "nothing"}\n`,
    );
    process.stdout.write(
      "copies that are not here: version control, backups, the CDN, and whoever has read it\n",
    );
    return erasure.unknown.length + left.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    tell(error.problems.join("\n"));
    return 1;
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function parse(args: readonly string[]): { ids: string[]; places: HostLimiter } | "help" | undefined {
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
      tell(`"${id}" is no id of a review: 26 letters and digits, as in its page's address`);
    if (positionals.length === 0) tell(USAGE);
    const cache = values.cache ?? join(dirname(values.content), ".cache");
    const places = { content: values.content, out: values.out, cache };
    return bad.length > 0 || positionals.length === 0 ? undefined : { ids: positionals, places };
  } catch (error) {
    tell(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}

/** Nothing was published yet: then there is nothing to replace. */
function publish({ content, out, cache }: HostLimiter): boolean {
  if (!existsSync(out)) return true;
  const build = join(import.meta.dirname, "..", "build", "main.ts");
  const args = [build, "--content", content, "--out", out, "--cache", cache];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) tell("the content is free of it, but the build failed: mend that, then erase again");
  return status === 0;
}

async function forgetOlder(out: string): Promise<boolean> {
  if (!existsSync(out)) return true;
  const releases = new Releases(out);
  const begun = await releases.begin(process.pid);
  if (!begun.ok) {
    tell(`${out}: older releases stay: ${begun.error}`);
    return false;
  }
  await releases.discard(begun.value);
  await releases.removeOlder();
  await releases.unlock();
  return true;
}

/** Short texts stand everywhere; a longer one elsewhere is a quotation, such as in content/summary.md. */
async function leftovers({ reviews }: Erasure, { content, out, cache }: HostLimiter): Promise<string[]> {
  const texts = reviews.map(({ text }) => text ?? "").filter((text) => text.length >= 20);
  const files = [content, `${out}.releases`, cache]
    .flatMap((folder) => globSync(join(folder, "**"), { exclude: ["**/*.gz", "**/*.br"] }))
    .filter((file) => statSync(file).isFile());
  const found: string[] = [];
  for (const file of files) if (await holdsText(file, texts)) found.push(file);
  return found;
}
