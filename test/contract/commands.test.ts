import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";

const PACKAGE = readFileSync(join(ROOT, "package.json"), "utf8");
const { scripts } = JSON.parse(PACKAGE) as { scripts: Record<string, string> };

/** Our own commands, by the name in `npm run NAME`. The others are tools with an option or two. */
const COMMANDS = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /^(?:node test\/tools\.ts && )?node (?:--\S+ )*(\S+\.ts)$/.exec(line)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

const runFile = (file: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, file), ...args], { encoding: "utf8", timeout: 20_000 });
const run = (name: string, ...args: readonly string[]) => runFile(`scripts/${name}.ts`, ...args);

test("every command of ours is tested", () => {
  expect(COMMANDS.map(([name]) => name)).toHaveLength(
    Object.values(scripts).filter((line) => line.endsWith(".ts")).length,
  );
  expect(COMMANDS.length).toBeGreaterThan(18);
});

test.for(COMMANDS)("%s prints its usage on --help, and refuses unknown options with it", ([name, file]) => {
  const help = runFile(file, "--help");
  expect(help).toMatchObject({ status: 0, stderr: "" });
  expect(help.stdout).toMatch(new RegExp(`^usage: npm (?:run )?(?:--silent )?${name}\\b`));
  const refused = runFile(file, "--no-such-option");
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(/no-such-option/);
  expect(refused.stderr).toContain(help.stdout);
});

test("a fault is one line and exit status 3, with its stack only on demand", () => {
  const folder = emptyFolder();
  const args = ["01KJWBG7G00000000000000001", "--prove", "--content", folder, "--url", "http://127.0.0.1:9"];
  expect(run("erase", ...args)).toMatchObject({
    status: 3,
    stderr: "port 9: nothing listens there; start it, or name another address\n",
  });
  expect(run("erase", ...args, "--debug").stderr).toContain("    at ");
});
