import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/content.ts";

const MODEL = ["model"] as const;

/** The import map: a folder may import itself and the folders listed here. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  "build/load": MODEL,
  "build/insights/lexicon": [],
  "build/insights/statistics": MODEL,
  "build/insights/text": [...MODEL, "build/insights/lexicon"],
  "build/insights/entities": [...MODEL, "build/insights/lexicon", "build/insights/text"],
  "build/insights/sentiment": [
    ...MODEL,
    "build/insights/lexicon",
    "build/insights/statistics",
    "build/insights/text",
    "build/insights/entities",
  ],
  "build/insights/report": [
    ...MODEL,
    "build/insights/lexicon",
    "build/insights/statistics",
    "build/insights/text",
    "build/insights/entities",
    "build/insights/sentiment",
  ],
  "build/insights": [
    ...MODEL,
    "build/insights/entities",
    "build/insights/statistics",
    "build/insights/text",
    "build/insights/sentiment",
    "build/insights/report",
  ],
  "build/render/hosting": [...MODEL, "build/render"],
  "build/render/openapi": [...MODEL, "build/render"],
  "build/render/pages": [...MODEL, "build/render", "build/render/openapi"],
  "build/render": [...MODEL, "build/render/hosting", "build/render/openapi"],
  "build/publish": MODEL,
  "build/verify": [...MODEL, "build/publish"],
  "build/cache": [...MODEL, "build", "build/insights/sentiment", "build/insights/report", "build/publish"],
  "build/page-workers": [...MODEL, "build/render", "build/render/pages", "build/publish"],
  build: [
    ...MODEL,
    "build/load",
    "build/cache",
    "build/insights",
    "build/insights/entities",
    "build/insights/sentiment",
    "build/insights/report",
    "build/page-workers",
    "build/render",
    "build/render/pages",
    "build/publish",
    "build/verify",
  ],
  "runtime/loop": MODEL,
  "runtime/artifacts": [...MODEL, "runtime/loop"],
  "runtime/search": [...MODEL, "runtime/loop"],
  "runtime/mcp/tools": [...MODEL, "runtime/search"],
  "runtime/mcp/protocol": [...MODEL, "runtime/loop", "runtime/mcp", "runtime/mcp/tools"],
  "runtime/mcp": [...MODEL, "runtime/search", "runtime/mcp/tools"],
  "runtime/hub/state": ["model"],
  "runtime/hub/store": ["model", "runtime/hub/state"],
  "runtime/hub/callback": ["model"],
  "runtime/hub": ["model", "runtime/hub/state", "runtime/hub/store", "runtime/hub/callback"],
  "runtime/http": [
    ...MODEL,
    "runtime/loop",
    "runtime/artifacts",
    "runtime/search",
    "runtime/mcp/protocol",
    "runtime/hub",
    "runtime/hub/callback",
  ],
  runtime: [
    ...MODEL,
    "runtime/artifacts",
    "runtime/search",
    "runtime/mcp/protocol",
    "runtime/mcp/tools",
    "runtime/hub",
    "runtime/hub/store",
    "runtime/hub/callback",
    "runtime/http",
  ],
};

/** Each package has one owner, so that replacing it means changing one place. */
const OWNER: Record<string, readonly string[]> = {
  ajv: ["model/check.ts"],
  "json-schema-to-ts": ["model"],
  "fast-xml-builder": ["build/render/atom-feed.ts"],
  parse5: ["build/verify"],
  saxes: ["build/verify"],
  eta: ["build/render/pages/templates.ts"],
  "d3-scale": ["build/render/pages/charts.ts"],
  "d3-shape": ["build/render/pages/charts.ts"],
  "csv-parse": ["scripts/import"],
  fflate: ["scripts/import"],
  ulid: ["scripts"],
  "@modelcontextprotocol/sdk": ["runtime/mcp"],
  h3: ["runtime/http", "runtime/main.ts", "scripts"],
  diff: ["scripts/upgrade.ts"],
  pg: ["runtime/hub/store/postgres.ts"],
  aws4fetch: ["scripts/deploy"],
  tldts: ["runtime/hub/callback/registrable-domain.ts"],
  selfsigned: ["scripts/demo-tls.ts"],
};

const SOURCES = globSync("{model,build,runtime,scripts}/**/*.ts", { cwd: ROOT }).filter(
  (file) => !file.endsWith(".test.ts"),
);

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const found = source.matchAll(/^(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return [...found].map((match) => match[1] ?? match[2] ?? "");
}

describe.for(SOURCES.filter((file) => !file.startsWith("scripts")))("%s", (file) => {
  const folder = dirname(file);

  test("is in a folder of the map", () => {
    expect(MAY_IMPORT).toHaveProperty([folder]);
  });

  test("imports only from folders that the map allows", () => {
    const imported = importsOf(file)
      .filter((path) => path.startsWith("."))
      .map((path) => dirname(relative(ROOT, join(ROOT, folder, path))));
    const forbidden = imported.filter((other) => other !== folder && !MAY_IMPORT[folder]?.includes(other));
    expect(forbidden).toEqual([]);
  });
});

/** The first import cycle that a file leads to, as a list of files. Type imports count. */
function cycleFrom(
  file: string,
  path: readonly string[],
  acyclic: Set<string>,
): readonly string[] | undefined {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  if (acyclic.has(file)) return undefined;
  for (const imported of importsOf(file).filter((name) => name.startsWith("."))) {
    const cycle = cycleFrom(relative(ROOT, join(ROOT, dirname(file), imported)), [...path, file], acyclic);
    if (cycle !== undefined) return cycle;
  }
  acyclic.add(file);
  return undefined;
}

test("a sidecar is ready before it loads slow packages", () => {
  const loaded = new Set(["runtime/command.ts"]);
  const packages: string[] = [];
  for (const file of loaded) {
    const source = readFileSync(join(ROOT, file), "utf8");
    for (const [, path = ""] of source.matchAll(
      /^(?:import|export) (?!type\b)[^"';]*?\bfrom\s*"([^"]+)"/gm,
    )) {
      if (path.startsWith(".")) loaded.add(relative(ROOT, join(ROOT, dirname(file), path)));
      else if (!path.startsWith("node:")) packages.push(path);
    }
  }
  expect([...new Set(packages)].toSorted()).toEqual(["h3", "h3/node"]);
});

test("there are no import cycles, type imports included", () => {
  const acyclic = new Set<string>();
  for (const file of SOURCES) expect(cycleFrom(file, [], acyclic)).toBeUndefined();
});

test("the model does no I/O", () => {
  // `node:module` loads the code of a package later than an import.
  const allowed = new Set(["node:crypto", "node:zlib", "node:module"]);
  for (const file of SOURCES.filter((name) => name.startsWith("model/"))) {
    const builtins = importsOf(file).filter((path) => path.startsWith("node:"));
    expect(
      builtins.filter((path) => !allowed.has(path)),
      file,
    ).toEqual([]);
  }
});

test("each package is imported by its owner alone", () => {
  for (const file of SOURCES) {
    for (const path of importsOf(file).filter((name) => !/^(\.|node:)/.test(name))) {
      const name = path.startsWith("@") ? path.split("/").slice(0, 2).join("/") : (path.split("/")[0] ?? "");
      const owners = OWNER[name] ?? [];
      expect(
        owners.some((owner) => file === owner || file.startsWith(`${owner}/`)),
        `${file} imports ${name}`,
      ).toBe(true);
    }
  }
});

test("only the entry points and commands read process.env", () => {
  const readers = SOURCES.filter((file) => readFileSync(join(ROOT, file), "utf8").includes("process.env"));
  const allowed = new Set(["build/main.ts", "runtime/main.ts"]);
  expect(readers.filter((file) => !allowed.has(file) && !file.startsWith("scripts/"))).toEqual([]);
});

test("only the entry points and commands read the clock or random numbers", () => {
  const allowed = new Set(["build/main.ts", "runtime/main.ts"]);
  for (const file of SOURCES.filter((name) => !allowed.has(name) && !name.startsWith("scripts/"))) {
    const source = readFileSync(join(ROOT, file), "utf8");
    expect(source.match(/Date\.now\(|new Date\(\)|Math\.random\(/g) ?? [], file).toEqual([]);
  }
});
