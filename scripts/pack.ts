import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuseArguments, runCommand } from "../build/run-command.ts";
import { Fault } from "../model/fault.ts";
import { COMMANDS } from "./tool/commands.ts";

const USAGE = `usage: npm run prepack

Compiles the package that npm pack packs into lib/.
`;

const ROOT = join(import.meta.dirname, "..");
const LIB = join(ROOT, "lib");

/** Files that the code reads, next to it. */
const FILES = [
  "build/render/templates",
  "build/insights/packs",
  "build/insights/sentiment/prior.json",
  "build/insights/sentiment/trades",
  "model/schemas/json",
  "scripts/init/files",
];

/** The types of `exports` in package.json. */
const EXPORTED_TYPES = ["build/build.d.ts", "runtime/sidecar.d.ts"];

/** A command as messages name it here; in the package it is a command of `npx verified-reviews`. */
const NPM_RUN = new RegExp(
  `\\bnpm (?:run )?(?:--silent )?(${Object.keys(COMMANDS).join("|")})\\b(?: --(?=\\s))?`,
  "g",
);

await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  refuseArguments(args);
  rmSync(LIB, { recursive: true, force: true });
  compile("--emitDeclarationOnly");
  // Comments of the code would take 120 kB on the disk; those of the types stay.
  compile("--declaration", "false", "--removeComments");
  for (const folder of FILES) cpSync(join(ROOT, folder), join(LIB, folder), { recursive: true });
  for (const name of globSync("**/*.js", { cwd: LIB })) {
    const text = readFileSync(join(LIB, name), "utf8");
    writeFileSync(
      join(LIB, name),
      text.replaceAll("[-- --", "[--").replaceAll(NPM_RUN, "npx verified-reviews $1"),
    );
  }
  // Word lists and weights are the largest files, and nobody reads their lines in the package.
  for (const name of globSync("build/insights/**/*.json", { cwd: LIB })) {
    const data: unknown = JSON.parse(readFileSync(join(LIB, name), "utf8"));
    writeFileSync(join(LIB, name), JSON.stringify(data));
  }
  removeInternalTypes();
  chmodSync(join(LIB, "scripts", "tool.js"), 0o755);
  return 0;
}

function compile(...options: readonly string[]): void {
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.package.json", ...options], {
    cwd: ROOT,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Fault("the package was not compiled: its problems are above");
}

/** Keeps the types of the exported modules and of those that they name: others would only take space. */
function removeInternalTypes(): void {
  const isNeeded = new Set(EXPORTED_TYPES.map((name) => join(LIB, name)));
  for (const file of isNeeded)
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\..*?)\.[jt]s"/g))
      isNeeded.add(join(file, "..", `${path}.d.ts`));
  for (const name of globSync("**/*.d.ts", { cwd: LIB }))
    if (!isNeeded.has(join(LIB, name))) rmSync(join(LIB, name));
}
