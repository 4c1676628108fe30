import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, ROOT } from "./support/content.ts";
import { installTools, TOOLS_FOLDER } from "./support/install-tools.ts";

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const readJson = <T>(...path: readonly string[]): T => JSON.parse(readFileSync(join(...path), "utf8")) as T;
const namesIn = ({ dependencies, devDependencies }: Package): string[] =>
  Object.keys({ ...dependencies, ...devDependencies });

const PROJECT = namesIn(readJson<Package>(ROOT, "package.json"));
const TOOLS = namesIn(readJson<Package>(TOOLS_FOLDER, "package.json"));
const PROJECT_LOCK = readJson<Lock>(ROOT, "package-lock.json").packages;
const TOOLS_LOCK = readJson<Lock>(TOOLS_FOLDER, "package-lock.json").packages;

/** The packages that files import, with one file for each. */
function importedBy(pattern: string): Map<string, string> {
  const imported = new Map<string, string>();
  for (const file of globSync(pattern, { cwd: ROOT, exclude: ["**/node_modules"] }))
    for (const [, path = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(
      /^(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"|^} from "([^"]+)"|\bimport\("([^"]+)"\)/gm,
    )) {
      const name = /^(?:@[^/]+\/)?[^/.:]+(?=\/|$)/.exec(path)?.[0];
      if (name !== undefined) imported.set(name, file);
    }
  return imported;
}

describe("what a newcomer installs", () => {
  test("is at most 350 MB, of which the pinned Node is about 190", () => {
    const folders = Object.keys(PROJECT_LOCK)
      .filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))
      .filter((path) => existsSync(join(ROOT, path)));
    const { stdout } = spawnSync("du", ["-cm", "--summarize", ...folders], { cwd: ROOT, encoding: "utf8" });
    expect(Number(/(\d+)\ttotal\n$/.exec(stdout)?.[1])).toBeLessThanOrEqual(350);
  });

  test("has no package of the test tools", () => {
    expect(PROJECT.filter((name) => TOOLS.includes(name))).toEqual([]);
    expect(TOOLS.filter((name) => `node_modules/${name}` in PROJECT_LOCK)).toEqual([]);
  });

  test("is enough for everything but test/", () => {
    for (const [name, file] of importedBy("{model,build,runtime,scripts,bench}/**/*.ts"))
      expect(PROJECT, file).toContain(name);
  });
});

describe("the test tools", () => {
  test("are what files in test/ import beside the packages of the project", () => {
    for (const [name, file] of importedBy("test/**/*.ts"))
      expect([...PROJECT, ...TOOLS], file).toContain(name);
  });

  test("bring no other version of a package of the project", () => {
    const shared = PROJECT.map((name) => `node_modules/${name}`).filter((path) => path in TOOLS_LOCK);
    const others = shared.filter((path) => TOOLS_LOCK[path]?.version !== PROJECT_LOCK[path]?.version);
    expect(others).toEqual([]);
  });

  test("are installed when they are missing or out of date, and then no more", { timeout: 60_000 }, () => {
    const folder = emptyFolder();
    cpSync(join(TOOLS_FOLDER, ".npmrc"), join(folder, ".npmrc"));
    const write = (name: string, packages: object): void => {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ name }));
      writeFileSync(
        join(folder, "package-lock.json"),
        JSON.stringify({ name, lockfileVersion: 3, packages }),
      );
    };
    write("one", { "": { name: "one" } });
    expect([installTools(folder), installTools(folder)]).toEqual([true, false]);
    write("two", { "": { name: "two" } });
    expect([installTools(folder), installTools(folder)]).toEqual([true, false]);
    rmSync(join(folder, "node_modules"), { recursive: true });
    expect(installTools(folder)).toBe(true);
  });

  test("that cannot be fetched are reported in one line", { timeout: 60_000 }, () => {
    const folder = emptyFolder();
    const dependencies = { unknown: "1.0.0" };
    const resolved = "http://127.0.0.1:9/unknown.tgz";
    writeFileSync(join(folder, ".npmrc"), "fetch-retries=0\nregistry=http://127.0.0.1:9/\n");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "one", dependencies }));
    const packages = {
      "": { name: "one", dependencies },
      "node_modules/unknown": { version: "1.0.0", resolved },
    };
    writeFileSync(
      join(folder, "package-lock.json"),
      JSON.stringify({ name: "one", lockfileVersion: 3, packages }),
    );
    expect(() => installTools(folder)).toThrow(
      "the test tools were not installed: npm cannot reach its registry. Tests and checks need it once",
    );
    expect(existsSync(join(folder, "node_modules", ".installed-from"))).toBe(false);
  });
});
