import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Review } from "../model/review.ts";
import { addReview } from "./difference.ts";
import { isInstalled } from "./installed.ts";
import { readReviews } from "./published-reviews.ts";
import { argumentsOf } from "./script-arguments.ts";
import { publish } from "./serve.ts";
import { printTable } from "./table.ts";

const DEFAULT_SIZES = ["10000"];

interface Generator {
  readonly name: string;
  /** Writes what the generator builds from. */
  readonly prepare: (folder: string, reviews: readonly Review[]) => void;
  readonly command: string;
  readonly isInstalled: () => boolean;
}

const HTML = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

/** One page per review and a list, from the same reviews. Eleventy is used if npx has it in its cache. */
const GENERATORS: readonly Generator[] = [
  {
    name: "Hugo",
    prepare: prepareHugo,
    command: "hugo --quiet --destination public",
    isInstalled: () => isInstalled("hugo"),
  },
  {
    name: "Eleventy",
    prepare: prepareEleventy,
    command: "npx --offline @11ty/eleventy@2.0.1 --quiet --input=. --output=public",
    isInstalled: () => spawnSync("npx", ["--offline", "@11ty/eleventy@2.0.1", "--version"]).status === 0,
  },
];

/** Compares a build with generators that write as many pages: from nothing, and with one review more. */
export async function run(sizes: readonly string[] = DEFAULT_SIZES): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "reviews-bench-"));
  try {
    const rows: string[][] = [];
    for (const size of sizes) rows.push(...(await measure(join(folder, size), Number(size))));
    printTable(
      "generators: a page per review; ours also compresses, analyzes and writes feeds, shards and schemas",
      ["reviews", "generator", "from nothing, CPU", "one more, CPU", "files changed by one more", "files"],
      rows,
      "generators",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, size: number): Promise<string[][]> {
  mkdirSync(folder, { recursive: true });
  const dist = await publish(folder, size);
  const reviews = readReviews(dist);
  const content = join(folder, "content");
  rmSync(join(folder, ".cache"), { recursive: true, force: true });
  const build = `${[process.execPath, ...argumentsOf("build")].join(" ")} --content ${content}`;
  const rows = [
    measureGenerator("this project", folder, `${build} --out public`, () => addReview(content, 0)),
    ...GENERATORS.map((generator) => {
      const { name, prepare, command } = generator;
      if (!generator.isInstalled()) return [name, "not installed, left out", "", "", ""];
      const site = join(folder, name);
      mkdirSync(site);
      prepare(site, reviews);
      const more = { ...(reviews[0] as Review), id: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ" };
      return measureGenerator(name, site, command, () => prepare(site, [more, ...reviews]));
    }),
  ];
  return rows.map((row, index) => [index === 0 ? String(size) : "", ...row]);
}

function measureGenerator(name: string, folder: string, command: string, addOne: () => void): string[] {
  const first = cpuSecondsOf(command, folder);
  const before = digestsBelow(join(folder, "public"));
  addOne();
  const second = cpuSecondsOf(command, folder);
  const after = digestsBelow(join(folder, "public"));
  const changed = [...after].filter(([file, digest]) => before.get(file) !== digest).length;
  return [name, `${first.toFixed(1)} s`, `${second.toFixed(1)} s`, String(changed), String(after.size)];
}

/** The shell reports the CPU time of the commands that it ran: minutes and seconds, user and system, on its last line. */
function cpuSecondsOf(command: string, cwd: string): number {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", `${command} >&2 || exit 1; times`], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr.slice(-2000));
  const times = stdout.trim().split("\n").at(-1) ?? "";
  return [...times.matchAll(/(\d{1,9})m([\d.]{1,9})s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
    0,
  );
}

function digestsBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).map((file) =>
    join(file.parentPath, file.name),
  );
  return new Map(
    files
      .filter((file) => statSync(file).isFile())
      .map((file) => [relative(folder, file), createHash("sha256").update(readFileSync(file)).digest("hex")]),
  );
}

function prepareHugo(folder: string, reviews: readonly Review[]): void {
  const pages = join(folder, "content", "reviews");
  const layouts = join(folder, "layouts", "_default");
  for (const path of [pages, layouts]) mkdirSync(path, { recursive: true });
  writeFileSync(
    join(folder, "config.toml"),
    'baseURL = "https://reviews.example/"\ndisableKinds = ["taxonomy", "term"]\n',
  );
  writeFileSync(
    join(layouts, "single.html"),
    HTML("{{ .Title }}", "<p>{{ .Params.rating }}</p>{{ .Content }}"),
  );
  const list =
    '{{ range first 100 .RegularPagesRecursive }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}';
  writeFileSync(join(layouts, "list.html"), HTML("Reviews", list));
  for (const { id, author, date, rating, text } of reviews) {
    const front = JSON.stringify({ title: author, date, rating, slug: id });
    writeFileSync(join(pages, `${id}.md`), `${front}\n\n${text ?? ""}\n`);
  }
}

function prepareEleventy(folder: string, reviews: readonly Review[]): void {
  mkdirSync(join(folder, "_data"), { recursive: true });
  writeFileSync(join(folder, "_data", "reviews.json"), JSON.stringify(reviews));
  const front =
    "---\npagination: { data: reviews, size: 1, alias: review }\npermalink: /reviews/{{ review.id }}/\n---\n";
  const page = HTML("{{ review.author }}", "<p>{{ review.rating }}</p><p>{{ review.text | escape }}</p>");
  writeFileSync(join(folder, "review.liquid"), front + page);
  const list =
    '{% for review in reviews limit: 100 %}<a href="/reviews/{{ review.id }}/">{{ review.author }}</a>{% endfor %}';
  writeFileSync(join(folder, "index.liquid"), HTML("Reviews", list));
}
