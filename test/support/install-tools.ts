import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../model/fault.ts";
import { sha256Hex } from "../../model/manifest.ts";

/** The package of the test tools: what only tests and checks need. */
export const TOOLS_FOLDER = join(import.meta.dirname, "..");

/** Path of a command of the test tools. */
export const toolCommand = (name: string): string => join(TOOLS_FOLDER, "node_modules", ".bin", name);

/** Vitest calls it before it loads any test (`globalSetup`), so that `vitest run` needs no other step. */
export const setup = (): void => void installTools();

/** Installs the test tools unless those of their lock file are there. Returns whether it installed them. */
export function installTools(folder: string = TOOLS_FOLDER): boolean {
  const stamp = join(folder, "node_modules", ".installed-from");
  const expected = digestOf(folder);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expected) return false;
  process.stderr.write("installing the test tools (test/package-lock.json)\n");
  // npm run names the folder of its own package in this variable, and a started npm would install there.
  const { npm_config_local_prefix: _, ...env } = process.env;
  const { status, stderr } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    env,
    // On Windows npm is a script, which only a shell starts.
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Fault(`the test tools were not installed: ${reasonOf(stderr ?? "")}`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, expected);
  return true;
}

/** `npm ci` empties node_modules first, so an install that was cut off leaves no stamp. */
const digestOf = (folder: string): string =>
  sha256Hex(
    Buffer.concat(
      ["package.json", "package-lock.json", ".npmrc"].map((name) => readFileSync(join(folder, name))),
    ),
  );

const reasonOf = (stderr: string): string =>
  /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|ENOTCACHED/.test(stderr)
    ? "npm cannot reach its registry. Tests and checks need it once, and after a change of test/package-lock.json"
    : `npm ci in test/ failed: ${stderr.trim()}`;
