import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPack } from "../build/load/aspects.ts";
import { PACK_NAMES } from "../model/content.ts";
import { SETTINGS } from "../runtime/config.ts";
import { SERVER_OPTIONS } from "../runtime/server.ts";
import { FORMAT_NAMES } from "../scripts/import/formats.ts";
import { ROOT } from "./support/content.ts";

/** Settings, metrics, events, files and figures in the docs match the code, and nothing is undocumented. */

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const OPERATIONS = read("docs/operations.md");
const DOCS = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });
const all = DOCS.map(read).join("\n");
const RUNTIME = globSync("runtime/**/*.ts", { cwd: ROOT })
  .filter((file) => !file.endsWith(".test.ts"))
  .map(read)
  .join("\n");

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].toSorted();

const section = (title: string): string => OPERATIONS.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";

describe("settings", () => {
  /** Defaults that the table describes in words. */
  const IN_WORDS: Readonly<Record<string, string>> = {
    BASE_URL: "the manifest's",
    MCP_SESSION_KEY: "random at start",
    MCP_ALLOWED_ORIGINS: "BASE_URL's origin and loopback",
    METRICS_PORT: "off",
    HUB_CONTROL_URL: "BASE_URL",
  };
  const rows = section("Settings")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const documented = new Map(
    rows.flatMap(([, names = "", defaults = ""]) => {
      const list = namesInOrder(names);
      return list.map((name, at): [string, string] => [
        name,
        list.length > 1 ? (defaults.split(", ")[at] ?? "") : defaults,
      ]);
    }),
  );

  function namesInOrder(cell: string): string[] {
    return [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? "");
  }

  test("the table lists every setting, and no other", () => {
    expect([...documented.keys()].toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
  });

  test.for(Object.entries(SETTINGS))("%s has the documented default", ([name, { fallback }]) => {
    const isEmpty = fallback === undefined || (Array.isArray(fallback) && fallback.length === 0);
    expect(documented.get(name)).toBe(isEmpty ? (IN_WORDS[name] ?? "none") : String(fallback));
  });

  test("no page names a setting that does not exist", () => {
    const named = namesIn(all, /\b((?:HUB|MCP|DIST|DRAIN|ARTIFACT|METRICS|TRUSTED|INSIGHTS)_[A-Z_]+)\b/g);
    const build = namesIn(read("build/config.ts"), /\b(INSIGHTS_LLM_[A-Z]+)\b/g);
    expect(named.filter((name) => !(name in SETTINGS) && !build.includes(name))).toEqual([]);
  });
});

test("the documented metrics are the sidecar's", () => {
  const counted = namesIn(RUNTIME, /\b(?:counter|gauge)\(\s*"(\w+)"/g);
  const table = section("Logs and metrics").split("| metric")[1] ?? "";
  const rows = table.split("\n").map((line) => line.split("|")[1] ?? "");
  expect(namesIn(rows.join("\n"), /`(\w+)[`{]/g)).toEqual(counted);
});

test("the documented events are the sidecar's", () => {
  const logged = namesIn(RUNTIME, /log\.(?:info|warn|error)\(([^)\n]*)/g).flatMap((call) =>
    namesIn(call.split(/,\s*\{/)[0] ?? "", /"([a-z-]+)"/g),
  );
  const documented = section("Logs and metrics").split("Events: ")[1]?.split("\n")[0] ?? "";
  expect(namesIn(documented, /`([a-z-]+)`/g)).toEqual([...new Set(logged)].toSorted());
});

test("every command of package.json is in the docs", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
  const inCheck = new Set(["types", "lint", "format", "dead"]);
  for (const name of Object.keys(scripts).filter((script) => !inCheck.has(script)))
    expect(all, name).toMatch(new RegExp(`\`?npm (?:run (?:--silent )?)?${name}\\b`));
});

describe.for(DOCS)("%s", (file) => {
  test("names only files that exist", () => {
    const named = namesIn(
      read(file),
      /`((?:model|build|runtime|scripts|test|bench|docs|content|\.github)\/[\w./-]*)`/g,
    );
    const madeLater = new Set([
      "content/reviews/erased.txt",
      "content/sources.json",
      "content/templates/",
      "content/templates/.originals/",
      "content/audit.json",
    ]);
    expect(named.filter((name) => !existsSync(join(ROOT, name)) && !madeLater.has(name))).toEqual([]);
  });
});

/** The value of a numeric constant in a source. */
function constant(file: string, name: string): number {
  const written = new RegExp(`const ${name} = ([\\d_. */+x<]+);`).exec(read(file))?.[1]?.replaceAll("_", "");
  if (written === undefined) throw new Error(`${file} has no ${name}`);
  return written
    .split("<<")
    .map((part) => part.split("*").reduce((product, factor) => product * Number(factor), 1))
    .reduce((left, right) => left * 2 ** right);
}

const KIB = 1024;
const { maxHeaderSize = 0, headersTimeout = 0, requestTimeout = 0, keepAliveTimeout = 0 } = SERVER_OPTIONS;
const grouped = (value: number): string => value.toLocaleString("en-US");

test.for<[doc: string, words: string]>([
  [
    "operations.md",
    `Headers ${maxHeaderSize / KIB} KiB, bodies of the hub ${constant("runtime/http/hub.ts", "MAX_BODY_BYTES") / KIB} KiB, ` +
      `of /mcp ${constant("runtime/http/request.ts", "MAX_BODY_BYTES") / KIB} KiB and ${constant("runtime/mcp/protocol/json-rpc.ts", "MAX_DEPTH")} levels, ` +
      `${constant("runtime/mcp/protocol/listen-streams.ts", "MAX_STREAMS")} open \`subscriptions/listen\` streams, ` +
      `${headersTimeout / 1000} s for headers, ${requestTimeout / 1000} s for a request, ${keepAliveTimeout / 1000} s keep-alive`,
  ],
  [
    "operations.md",
    `sends nothing for ${constant("runtime/artifacts/origin.ts", "STALLED_AFTER_MS") / 1000} s`,
  ],
  [
    "../compose.yaml",
    `stop_grace_period: ${SETTINGS.DRAIN_SECONDS.fallback + constant("runtime/command.ts", "FINISH_MS") / 1000 + 5}s`,
  ],
  ["operations.md", `longer than ${constant("runtime/artifacts/release-store.ts", "LOOK_MS") / 1000} s`],
  ["operations.md", `at most ${constant("runtime/mcp/protocol/json-rpc.ts", "MAX_VALUES")} JSON values`],
  [
    "operations.md",
    `At most ${constant("runtime/loop/time-slices.ts", "MAX_STARTED")} searches run and ${constant("runtime/loop/time-slices.ts", "MAX_WAITING")} wait`,
  ],
  [
    "decisions/0015-slices-of-the-event-loop.md",
    `At most ${constant("runtime/loop/time-slices.ts", "MAX_WAITING")} searches wait`,
  ],
  ["operations.md", `in flight within ${constant("runtime/command.ts", "FINISH_MS") / 1000} s`],
  ["operations.md", `at most ${constant("runtime/hub/store/postgres.ts", "POOL_SIZE")} `],
  ["operations.md", `| ${constant("build/publish/releases.ts", "MAX_RELEASES")}: plan four times`],
  ["operations.md", `plants ${plantedFaults()} faults`],
  ["publication.md", `keeping the last ${grouped(constant("runtime/http/views.ts", "MAX_PAGE_VIEWS"))}`],
  ["websub.md", `end after ${constant("runtime/hub/store/store.ts", "CLAIM_MS") / 1000} s`],
  ["websub.md", `less than ${constant("runtime/hub/request.ts", "SECRET_LIMIT_BYTES")} bytes`],
  [
    "websub.md",
    `${grouped(SETTINGS.HUB_MIN_LEASE_SECONDS.fallback)} to ${grouped(SETTINGS.HUB_MAX_LEASE_SECONDS.fallback)} s, ten days`,
  ],
  [
    "websub.md",
    `after ${SETTINGS.HUB_RETRY_DELAYS.fallback.map((seconds) => seconds / 60).join(" and ")} minutes`,
  ],
  ["mcp.md", `body over ${constant("runtime/http/request.ts", "MAX_BODY_BYTES") / KIB} KiB`],
  ["mcp.md", `over ${constant("runtime/mcp/protocol/json-rpc.ts", "MAX_DEPTH")} levels deep`],
  ["mcp.md", `At most ${grouped(constant("runtime/mcp/protocol/listen-streams.ts", "MAX_STREAMS"))} streams`],
  ["mcp.md", `ends at ${constant("runtime/mcp/tools/review-page.ts", "MAX_PAGE_BYTES") / 1000} KB`],
  ["mcp.md", `(the ${constant("runtime/mcp/resources.ts", "LATEST")} newest)`],
  ["import.md", `at most ${constant("model/text.ts", "MAX_STRING_BYTES") / 1_000_000} MB`],
  ["import.md", `row is over ${constant("scripts/import/read-text.ts", "MAX_ROW_CHARS") / KIB ** 2} MB`],
])("docs/%s says: %s", ([doc, words]) => {
  expect(read(join("docs", doc)).includes(words)).toBe(true);
});

function plantedFaults(): number {
  const table = read("test/contract/doctor.test.ts").split("> = {\n")[1]?.split("\n};")[0] ?? "";
  return table.match(/^ {2}\S.*: \{$/gm)?.length ?? 0;
}

test("every lint rule that is off has a comment that says why", () => {
  const lines = read(".oxlintrc.json").split("\n");
  const off = lines.flatMap((line, at) =>
    line.includes('"off"') ? [{ line, above: lines[at - 1] ?? "" }] : [],
  );
  expect(off.filter(({ above }) => !above.trim().startsWith("// ")).map(({ line }) => line.trim())).toEqual(
    [],
  );
});

test("the changelog has an open section, and each release names its date and its git tag", () => {
  const [open = "", ...releases] = [...read("CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(
    ([, title = ""]) => title,
  );
  expect(open).toBe("Unreleased");
  for (const title of releases) {
    const [version = ""] = /^\d+\.\d+\.\d+(?= - \d{4}-\d\d-\d\d$)/.exec(title) ?? [];
    expect(version, title).not.toBe("");
    expect(read("CHANGELOG.md")).toContain(`## ${title}\n\nTag: \`v${version}\`\n`);
  }
});

test("every import format is documented and has a test", () => {
  const tests = globSync("test/contract/import*.test.ts", { cwd: ROOT }).map(read).join("\n");
  const documented = namesIn(read("docs/import.md"), /^\| `([\w.-]+)` +\|/gm);
  expect(FORMAT_NAMES.filter((name) => !documented.includes(name))).toEqual([]);
  expect(FORMAT_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([]);
});

test("every import format that a page names exists", () => {
  const pages = [...DOCS, "scripts/init/files/README.md", "scripts/init/files/publish.yml"];
  const named = namesIn(
    pages.map(read).join("\n"),
    /(?:npm run import --|verified-reviews import) (?!-)([a-z.-]+)/g,
  );
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !FORMAT_NAMES.some((format) => format === name))).toEqual([]);
});

test("the accuracy in insights.md is what method.evaluation publishes", () => {
  const measures = [
    "published complaints that are right",
    "complaints in the texts that were found",
    "published praise that is right",
    "praise in the texts that was found",
  ];
  const evaluation = PACK_NAMES.flatMap((name) => readPack(name).evaluation ?? []);
  const sets = Map.groupBy(
    evaluation.filter(({ measure }) => measures.includes(measure)),
    ({ set }) => set.replace(", kept aside", ""),
  );
  const published = [...sets].map(([set, figures]) => [
    set,
    measures.map((one) => figures.find(({ measure }) => measure === one)?.value),
  ]);
  const table = read("docs/insights.md").split("| _goal_")[1]?.split("\n\n")[0] ?? "";
  const documented = table
    .split("\n")
    .slice(1)
    .map((row) => row.replaceAll("*", "").split("|").slice(1, -1))
    .map(([set = "", ...figures]) => [set.trim(), figures.map(Number)]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(published));
});
