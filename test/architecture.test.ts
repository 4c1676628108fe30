import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/content.ts";

/** The architecture, in full: a room may import itself and the rooms named beside it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: ["model/schemas"],
  "model/schemas": [],
  "build/load": ["model", "model/schemas"],
  "build/import": ["model", "model/schemas"],
  "build/insights": ["model", "model/schemas", "build/insights/lexicon"],
  "build/insights/lexicon": [],
  "build/render": ["model", "model/schemas"],
  "build/render/pages": ["model", "model/schemas", "build/render"],
  "build/publish": ["model", "model/schemas"],
  build: [
    "model",
    "model/schemas",
    "build/load",
    "build/insights",
    "build/render",
    "build/render/pages",
    "build/publish",
  ],
  "runtime/artifacts": ["model", "model/schemas"],
  "runtime/search": ["model", "model/schemas"],
  "runtime/mcp": ["model", "model/schemas", "runtime/search"],
  "runtime/hub/state": ["model"],
  "runtime/hub/store": ["model", "runtime/hub/state"],
  "runtime/hub/callback": ["model"],
  "runtime/hub": ["model", "runtime/hub/state", "runtime/hub/store", "runtime/hub/callback"],
  "runtime/http": [
    "model",
    "model/schemas",
    "runtime/artifacts",
    "runtime/search",
    "runtime/mcp",
    "runtime/hub",
  ],
  runtime: [
    "model",
    "model/schemas",
    "runtime/artifacts",
    "runtime/search",
    "runtime/mcp",
    "runtime/hub",
    "runtime/hub/state",
    "runtime/hub/store",
    "runtime/hub/callback",
    "runtime/http",
  ],
};

/** Each package has one owner: who wants to replace it touches one place. */
const OWNER: Record<string, readonly string[]> = {
  ajv: ["model/check.ts"],
  "fast-xml-builder": ["build/render/atom-feed.ts"],
  eta: ["build/render/pages/templates.ts"],
  "d3-scale": ["build/render/pages/charts.ts"],
  "d3-shape": ["build/render/pages/charts.ts"],
  "csv-parse": ["build/import"],
  ulid: ["build/import", "scripts/generate.ts"],
  "@modelcontextprotocol/sdk": ["runtime/mcp"],
  h3: ["runtime/http", "runtime/main.ts", "scripts"],
  listhen: ["scripts"],
  pg: ["runtime/hub/store/postgres.ts"],
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
  const room = dirname(file);

  test("lies in a room of the map", () => {
    expect(MAY_IMPORT).toHaveProperty([room]);
  });

  test("imports only what its room may", () => {
    const rooms = importsOf(file)
      .filter((path) => path.startsWith("."))
      .map((path) => dirname(relative(ROOT, join(ROOT, room, path))));
    const foreign = rooms.filter((other) => other !== room && !MAY_IMPORT[room]?.includes(other));
    expect(foreign).toEqual([]);
  });
});

test("the model does no input or output", () => {
  const allowed = new Set(["node:crypto", "node:zlib"]);
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

test("process.env is read in the two configurations and by commands only", () => {
  const readers = SOURCES.filter((file) => readFileSync(join(ROOT, file), "utf8").includes("process.env"));
  const allowed = new Set(["build/main.ts", "runtime/main.ts"]);
  expect(readers.filter((file) => !allowed.has(file) && !file.startsWith("scripts/"))).toEqual([]);
});

test("no source asks for the clock or for randomness below main", () => {
  const allowed = new Set(["build/main.ts", "runtime/main.ts"]);
  for (const file of SOURCES.filter((name) => !allowed.has(name) && !name.startsWith("scripts/"))) {
    const source = readFileSync(join(ROOT, file), "utf8");
    expect(source.match(/Date\.now\(|new Date\(\)|Math\.random\(/g) ?? [], file).toEqual([]);
  }
});
