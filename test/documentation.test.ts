import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { USAGE } from "../build/config.ts";
import { editorSchemas } from "../model/content.ts";
import { PUBLISHED_SCHEMAS } from "../model/documents.ts";
import { TOPICS } from "../model/topics.ts";
import { PROMPTS_LIST } from "../runtime/mcp/prompts.ts";
import { RESOURCE_URIS, REVIEW_TEMPLATE } from "../runtime/mcp/resources.ts";
import { TOOLS } from "../runtime/mcp/tools/tools.ts";
import { ROOT } from "./support/content.ts";

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const DOCS = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });
const all = DOCS.map(read).join("\n");

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");

describe.for(DOCS)("%s", (file) => {
  test("links to files that are there", () => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([]);
  });

  test("links to headings that are there", () => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    for (const [, target = "", anchor = ""] of links) {
      const text = read(target === "" ? file : join(dirname(file), target));
      const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ""));
      expect(anchors, `${target}#${anchor}`).toContain(anchor);
    }
  });

  test("names commands that are there", () => {
    const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
    const named = [...read(file).matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

test("every tool, prompt and resource of MCP is documented", () => {
  const docs = read("docs/mcp.md");
  for (const { name } of TOOLS) expect(docs).toContain(`\`${name}\``);
  for (const { name } of (JSON.parse(PROMPTS_LIST) as { prompts: { name: string }[] }).prompts)
    expect(docs).toContain(`\`${name}\``);
  for (const uri of [...RESOURCE_URIS, REVIEW_TEMPLATE]) expect(docs).toContain(`\`${uri}\``);
});

test("every option of the build is in its usage, and every published path in the docs", () => {
  for (const option of ["--content", "--out", "--base-url", "--previous", "--json"])
    expect(USAGE).toContain(option);
  for (const { path } of TOPICS) expect(all).toContain(path);
  expect(Object.keys(PUBLISHED_SCHEMAS)).toContain("reviews");
});

test("every decision has a status, a decision and consequences, and numbers run on", () => {
  const files = globSync("docs/decisions/*.md", { cwd: ROOT }).toSorted();
  for (const [index, file] of files.entries()) {
    expect(file).toContain(`/${String(index + 1).padStart(4, "0")}-`);
    for (const part of ["Status:", "## Decision", "## Consequences"])
      expect(read(file), file).toContain(part);
  }
});

test("the schemas that editors read are the ones that the build checks with (npm run schemas)", () => {
  for (const [name, text] of Object.entries(editorSchemas())) {
    expect(read(join("model", "schemas", "json", name)), name).toBe(text);
  }
});

test("nothing in the project points outside of it", () => {
  const files = globSync("{model,build,runtime,scripts,bench,docs,content}/**/*.{ts,md,json,eta,css}", {
    cwd: ROOT,
  });
  for (const file of files.filter((name) => !name.endsWith(".test.ts"))) {
    expect(read(file).includes("../shared"), file).toBe(false);
  }
});

test("every requirement of WebSub that is listed with a test has one that names it", () => {
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
