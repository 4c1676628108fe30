import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";

const run = (name: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, "scripts", `${name}.ts`), ...args], { encoding: "utf8" });

test.for(["import", "policy", "erase", "doctor", "backup", "schemas", "start"])(
  "%s --help prints its usage",
  (name) => {
    expect(run(name, "--help")).toMatchObject({ status: 0, stderr: "" });
    expect(run(name, "--help").stdout).toMatch(/^usage: npm (?:run )?/);
  },
);

test("a fault is one line and exit status 3, with its stack only on demand", () => {
  const folder = emptyFolder();
  const args = ["01KJWBG7G00000000000000001", "--prove", "--content", folder, "--url", "http://127.0.0.1:9"];
  expect(run("erase", ...args)).toMatchObject({
    status: 3,
    stderr: "port 9: nothing listens there; start it, or name another address\n",
  });
  expect(run("erase", ...args, "--debug").stderr).toContain("    at ");
});
