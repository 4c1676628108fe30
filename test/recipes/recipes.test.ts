import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";
import { artifactRecipe } from "./artifact.ts";
import { importFormatRecipe } from "./import-format.ts";
import { mcpToolRecipe } from "./mcp-tool.ts";
import { type Edit, TYPES } from "./recipe.ts";
import { searchParameterRecipe } from "./search-parameter.ts";

const RECIPES = [artifactRecipe, mcpToolRecipe, importFormatRecipe, searchParameterRecipe];
const CONTRIBUTING = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const COPIED = ["bench", "build", "content", "docs", "model", "runtime", "scripts", "test"];
const COPIED_FILES = ["package.json", "tsconfig.json", "vitest.config.ts", ".oxlintrc.json"];
const NOT_COPIED = new Set(["node_modules", ".cache"]);

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function copyOfProject(): string {
  const folder = emptyFolder();
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !NOT_COPIED.has(basename(path)),
    });
  for (const name of [...COPIED_FILES, "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
    cpSync(join(ROOT, name), join(folder, name));
  for (const modules of ["node_modules", "test/node_modules"])
    symlinkSync(join(ROOT, modules), join(folder, modules));
  return folder;
}

function apply(folder: string, { file, below, replaces, text }: Edit): void {
  const path = join(folder, file);
  const anchor = below ?? replaces;
  if (anchor === undefined) {
    expect(existsSync(path), `${file} is new`).toBe(false);
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, text);
  }
  const source = readFileSync(path, "utf8");
  const start = source.indexOf(anchor);
  if (start < 0) expect.fail(`${file} does not contain ${anchor}: update the example in test/recipes/`);
  if (replaces !== undefined) return writeFileSync(path, source.replace(replaces, text));
  const lineEnd = source.indexOf("\n", start);
  writeFileSync(path, `${source.slice(0, lineEnd)}\n${text}${source.slice(lineEnd)}`);
}

/** Runs a tool in the copy, as a process without the variables of this test runner. */
function run(folder: string, tool: string, ...args: readonly string[]): string {
  const { PATH, HOME } = process.env;
  const { stdout, stderr } = spawnSync(join(ROOT, "node_modules", ".bin", tool), args, {
    cwd: folder,
    encoding: "utf8",
    env: { PATH, HOME, NO_COLOR: "1" },
  });
  return stdout + stderr;
}

/** Messages of the failed checks by file, empty where all passed. */
function failuresOf(folder: string): ReadonlyMap<string, string> {
  const checks = RECIPES.flatMap((recipe) => recipe.checks).filter(({ title }) => title !== undefined);
  const files = [...new Set(checks.map(({ file }) => file))];
  const titles = checks.map(({ title }) => title).join("|");
  const report = join(folder, "report.json");
  run(folder, "vitest", "run", "-t", titles, "--reporter=json", `--outputFile=${report}`, ...files);
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  const failures = testResults.map(({ name, message, assertionResults }): [string, string] => [
    relative(realpathSync(folder), name),
    assertionResults.every(({ status }) => status === "skipped")
      ? "has no such test"
      : [message, ...assertionResults.flatMap(({ failureMessages }) => failureMessages)].join("\n").trim(),
  ]);
  expect(failures.map(([name]) => name).toSorted()).toEqual(files.toSorted());
  return new Map([...failures, [TYPES.file, run(folder, "tsc").trim()]]);
}

/** The numbered steps below a heading of CONTRIBUTING.md. */
const stepsBelow = (heading: string): string[] =>
  [...(CONTRIBUTING.split(`### ${heading}\n`)[1]?.split("\n#")[0] ?? "").matchAll(/^\d+\. (.+)$/gm)].map(
    ([, step = ""]) => step,
  );

test("every recipe of CONTRIBUTING.md has an example", () => {
  const headings = [...CONTRIBUTING.matchAll(/^### (.+)$/gm)].map((match) => match[1]);
  expect(RECIPES.map(({ heading }) => heading)).toEqual(headings);
});

test.for(RECIPES)("$heading: each step names the files that its example edits", ({ heading, steps }) => {
  const written = stepsBelow(heading);
  for (const [index, edits] of steps.entries())
    for (const { file, below, replaces } of edits) {
      const isNew = below === undefined && replaces === undefined;
      expect(written[index]).toContain(`\`${isNew ? `${dirname(file)}/` : file}\``);
    }
});

describe("followed in a copy of the project", { timeout: 120_000 }, () => {
  const folder = copyOfProject();

  test("after the first step of each, a check names what is missing", () => {
    for (const { steps } of RECIPES) for (const edit of steps[0] ?? []) apply(folder, edit);
    const failures = failuresOf(folder);
    for (const { checks, missing } of RECIPES) {
      const [{ file }] = checks;
      expect(failures.get(file), file).toMatch(missing);
    }
  });

  test("after the last step of each, every check passes", () => {
    for (const { steps } of RECIPES) for (const edit of steps.slice(1).flat()) apply(folder, edit);
    expect(Object.fromEntries([...failuresOf(folder)].filter(([, messages]) => messages !== ""))).toEqual({});
  });
});
