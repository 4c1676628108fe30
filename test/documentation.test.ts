import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { USAGE } from "../build/config.ts";
import { editorSchemas } from "../model/content.ts";
import { PROMPTS } from "../runtime/mcp/prompts.ts";
import { RESOURCES, REVIEW_TEMPLATE } from "../runtime/mcp/resources.ts";
import { TOOLS } from "../runtime/mcp/tools/tools.ts";
import { DOCS_WITH_RESULTS, readResults, withResults } from "../bench/results.ts";
import { DOCS_WITH_TABLES, withFieldTables } from "../scripts/docs.ts";
import { readManifestOf } from "./support/build.ts";
import { ROOT } from "./support/content.ts";
import { publishedSample } from "./support/sample.ts";
import { declarationsOf } from "./support/declarations.ts";

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const DOCS = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });

/** The anchor that GitHub derives from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");

describe.for(DOCS)("%s", (file) => {
  test("links only to files that exist", () => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([]);
  });

  test("links only to headings that exist", () => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    for (const [, target = "", anchor = ""] of links) {
      const text = read(target === "" ? file : join(dirname(file), target));
      const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ""));
      expect(anchors, `${target}#${anchor}`).toContain(anchor);
    }
  });

  test("names only commands that exist", () => {
    const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
    const named = [...read(file).matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

describe("architecture.md", () => {
  const page = read("docs/architecture.md");

  const rules = [...page.matchAll(/^\| .*? +\| `([\w./-]+\.ts)` +\| (\w+) +\|$/gm)].map(
    ([, file = "", name = ""]) => [file, name] as const,
  );

  test("has an index of rules", () => {
    expect(rules.length).toBeGreaterThan(50);
  });

  test.for(rules)("%s declares %s", ([file, name]) => {
    const declared = declarationsOf(file, read(file)).names;
    expect(declared.map((one) => one.name)).toContain(name);
  });

  test("leads to every source file in two hops: the page or a command names it, or a file that they name imports it", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
    const starts = [page, ...Object.values(scripts), "scripts/tool.ts"].join("\n");
    const files = globSync("{model,build,runtime,scripts}/**/*.ts", { cwd: ROOT });
    const sources = new Set(files.filter((file) => !file.endsWith(".test.ts")));
    const named = [...starts.matchAll(/\b[\w./-]+\.ts\b/g)]
      .map(([file]) => file)
      .filter((file) => sources.has(file));
    const imported = named.flatMap((file) =>
      [...read(file).matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, path = ""]) =>
        join(dirname(file), path),
      ),
    );
    const reached = new Set([...named, ...imported]);
    expect([...sources].filter((file) => !reached.has(file))).toEqual([]);
  });

  test("lists every folder with sources, and no other", () => {
    const listed = [...page.matchAll(/^\| `([\w/-]+)\/` /gm)].map((match) => match[1] ?? "");
    const folders = new Set(
      globSync("{model,build,runtime,scripts,bench,test}/**/*.ts", {
        cwd: ROOT,
        exclude: ["**/node_modules"],
      }).map(dirname),
    );
    const parents = new Set(["build", "runtime"]);
    const isPart = (folder: string): boolean => /^(?:test|bench)\//.test(folder) || parents.has(folder);
    expect(listed.toSorted()).toEqual([...folders].filter((folder) => !isPart(folder)).toSorted());
  });
});

test("every tool, prompt and resource of MCP is documented", () => {
  const docs = read("docs/mcp.md");
  for (const { name } of TOOLS) expect(docs).toContain(`\`${name}\``);
  for (const { name } of PROMPTS) expect(docs).toContain(`\`${name}\``);
  for (const uri of [...RESOURCES.map((one) => one.uri), REVIEW_TEMPLATE])
    expect(docs).toContain(`\`${uri}\``);
});

test("every option of the build is in its usage", () => {
  const options = [
    ...read("build/config.ts").matchAll(/^ +"?([a-z][a-z-]*)"?: \{ type: "(?:string|boolean)"/gm),
  ];
  expect(options.length).toBeGreaterThan(5);
  for (const [, option = ""] of options) expect(USAGE).toContain(`--${option}`);
});

test("the arguments of every tool are in its row of mcp.md", () => {
  const rows = read("docs/mcp.md").split("\n");
  for (const { name, listed } of TOOLS) {
    const [, , row = ""] = rows.find((line) => line.startsWith(`| \`${name}\` `))?.split("|") ?? [];
    const documented = [...row.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? "");
    expect(documented.toSorted(), name).toEqual(Object.keys(listed.inputSchema.properties ?? {}).toSorted());
  }
});

describe("published paths", () => {
  /** Paths that the sample has no reason to publish: it has no `sidecar_url` and few pages. */
  const NOT_IN_SAMPLE = new Set([
    "/_worker.js",
    "/_routes.json",
    "/sitemap-N.xml",
    "/manifest/reviews/NAME.json",
  ]);
  const table = read("docs/publication.md").split("\n## ")[0] ?? "";
  const documented = [...table.matchAll(/`(\/[^`]*)`/g)].map((match) => match[1] ?? "");
  const published: string[] = [];
  beforeAll(() => {
    const { artifacts, segments } = readManifestOf(publishedSample());
    published.push(...Object.keys(artifacts), ...segments.map(({ path }) => path));
  });

  test("every path of a release is in the table of publication.md", () => {
    const patterns = documented.map(patternOf);
    expect(published.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  test("every row of the table is in a release", () => {
    const paths = [...published, "/manifest.json"];
    const expected = documented.filter((row) => !NOT_IN_SAMPLE.has(row));
    expect(expected.filter((row) => !paths.some((path) => patternOf(row).test(path)))).toEqual([]);
  });

  /** Capitals stand for one segment: DATE, NAME, ID, N. */
  function patternOf(row: string): RegExp {
    const literal = row.replaceAll(".", "\\.").replaceAll(/\b[A-Z]+\b/g, "[^/]+");
    return new RegExp(`^${literal}$`);
  }
});

test("every decision has a status, a decision and consequences, and the numbers have no gaps", () => {
  const files = globSync("docs/decisions/*.md", { cwd: ROOT }).toSorted();
  for (const [index, file] of files.entries()) {
    expect(file).toContain(`/${String(index + 1).padStart(4, "0")}-`);
    for (const part of ["Status:", "## Decision", "## Consequences"])
      expect(read(file), file).toContain(part);
  }
});

test("the schemas for editors are those of the build (npm run schemas)", () => {
  for (const [name, text] of Object.entries(editorSchemas())) {
    expect(read(join("model", "schemas", "json", name)), name).toBe(text);
  }
});

test.for(DOCS_WITH_TABLES)("the field tables of %s are those of the schemas (npm run docs)", (file) => {
  const text = readFileSync(file, "utf8");
  expect(text).toContain("npm run docs -->");
  expect(withFieldTables(text)).toBe(text);
});

test.for(DOCS_WITH_RESULTS)("the results in %s are those of bench/results.json (npm run bench)", (file) => {
  const text = readFileSync(file, "utf8");
  expect(text).toContain("npm run bench -- --docs -->");
  expect(withResults(text, readResults())).toBe(text);
});

test("nothing in the project refers to files outside it", () => {
  const files = globSync("{model,build,runtime,scripts,bench,docs,content}/**/*.{ts,md,json,eta,css}", {
    cwd: ROOT,
  });
  for (const file of files.filter((name) => !name.endsWith(".test.ts"))) {
    expect(read(file).includes("../shared"), file).toBe(false);
  }
});

test("every WebSub requirement that lists a test is named in that test", () => {
  const rows = [
    ...read("docs/websub-conformance.md").matchAll(/^\| (H-\d\d) .*conformance\/([a-z-]+)\.test\.ts/gm),
  ];
  expect(rows.length).toBeGreaterThan(50);
  const named = (file: string): Set<string> => {
    const text = read(`test/conformance/${file}.test.ts`);
    const ranges = [...text.matchAll(/(H-(\d\d))(?: to H-(\d\d))?/g)];
    return new Set(
      ranges.flatMap(([, , from = "0", to = from]) =>
        Array.from(
          { length: Number(to) - Number(from) + 1 },
          (_, index) => `H-${String(Number(from) + index).padStart(2, "0")}`,
        ),
      ),
    );
  };
  for (const [, id = "", file = ""] of rows) expect(named(file), `${id} in ${file}`).toContain(id);
});
