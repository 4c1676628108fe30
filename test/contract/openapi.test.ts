import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { searchFilterSchema } from "../../model/search-filter.ts";
import { buildOrFail, readJsonOf } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { toolCommand } from "../support/install-tools.ts";

const folder = emptyFolder();
const dist = join(folder, "dist");

beforeAll(() => {
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } }), dist);
});

function lint(tool: string, args: readonly string[]): { status: number | null; text: string } {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    CI: "true",
  };
  const run = spawnSync(toolCommand(tool), [...args, join(dist, "openapi.json")], {
    cwd: ROOT,
    env,
    encoding: "utf8",
  });
  return { status: run.status, text: run.stdout + run.stderr };
}

test("Redocly's recommended rules find no problem", { timeout: 60_000 }, () => {
  const { status, text } = lint("redocly", ["lint"]);
  expect(text).toContain("Your API description is valid");
  expect(text).not.toMatch(/You have \d+ (warning|error)/);
  expect(status).toBe(0);
});

test("Spectral's OpenAPI rules find no problem", { timeout: 60_000 }, () => {
  const { status, text } = lint("spectral", [
    "lint",
    "--fail-severity",
    "hint",
    "--ruleset",
    join(ROOT, ".spectral.yaml"),
  ]);
  expect(text).toContain("No results");
  expect(status).toBe(0);
});

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: object }[];
}

test("it is version 1.0.0, in OpenAPI 3.1.0, with the search parameters of the schema", () => {
  interface Description {
    readonly openapi: string;
    readonly info: { readonly version: string };
    readonly paths: Record<string, Record<string, Operation>>;
  }
  const { openapi, info, paths } = readJsonOf<Description>(dist, "/openapi.json");
  expect({ openapi, version: info.version }).toEqual({ openapi: "3.1.0", version: "1.0.0" });
  const parameters = paths["/api/reviews/search"]?.["get"]?.parameters ?? [];
  expect(parameters.map(({ name }) => name)).toEqual(Object.keys(searchFilterSchema.properties));
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      "/reviews.json",
      "/insights.json",
      "/api/feed.json",
      "/api/reviews/since/{date}",
      "/mcp",
      "/api/websub/hub",
    ]),
  );
});
