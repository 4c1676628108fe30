import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/content.ts";

const PARSER = "amaro";
/** Writes at the end whether Node loaded its parser of types. */
const REPORT = `process.on("exit",()=>process.stderr.write(String(process.moduleLoadList.some((name)=>name.includes("${PARSER}")))))`;

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

function loadsParser(script: string): boolean {
  const [, ...args] = (scripts[script] ?? "").split(" ");
  const report = `--import=data:text/javascript,${encodeURIComponent(REPORT)}`;
  const { status, stderr } = spawnSync(process.execPath, [report, ...args, "--help"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stderr === "true";
}

test.for(["build", "sidecar"])("npm run %s finds its compiled code", (script) => {
  loadsParser(script);
  expect(loadsParser(script)).toBe(false);
});
