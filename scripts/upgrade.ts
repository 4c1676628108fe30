/** `npm run upgrade`: migrates content to this version of the tool. Described in docs/tool.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { applyPatch, createTwoFilesPatch } from "diff";
import { schemaVersionOf } from "../build/load/schema-version.ts";
import { runCommand } from "../build/run-command.ts";
import { faultAt } from "../model/fault.ts";
import { SCHEMA_VERSION } from "../model/schema-version.ts";
import { VERSION } from "../model/version.ts";
import {
  bodyOf,
  builtIn,
  builtInNames,
  type EjectedFile,
  ejectedFiles,
  writeEjected,
} from "./tool/ejected.ts";
import { migrate } from "./upgrade/migrations.ts";

const USAGE = `usage: npm run upgrade -- [options]

Migrates content of an older version, and prints as a diff what has changed in the built-in templates since they were
ejected. --merge applies the changes that do not conflict with yours; apply the others by hand.

  --merge        apply the changes that do not conflict, in templates/ of the content
  --done NAME    you have applied the changes to this template by hand; repeatable
  --content DIR  the content (content)
  --help         print this

exit: 0 nothing is left to do, 1 templates are left to update, 2 usage, 3 fault (--debug prints the stack)
`;

await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  const { content, merge, done } = parseArgs({
    args: [...args],
    options: {
      content: { type: "string", default: "content" },
      merge: { type: "boolean", default: false },
      done: { type: "string", multiple: true, default: [] },
    },
  }).values;
  const version = versionOf(join(content, "business.json"));
  if (typeof version === "string") {
    process.stderr.write(`${version}\n`);
    return 1;
  }
  for (const line of migrate(content, version)) process.stdout.write(`${line}\n`);
  const folder = join(content, "templates");
  const files = ejectedFiles(folder);
  const unknown = done.filter((name) => !files.some((file) => file.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`--done: ${unknown.join(", ")}: not in ${folder}\n`);
    return 2;
  }
  const left = files.filter((file) => {
    if (done.includes(file.name)) writeEjected(folder, file.name, bodyOf(file));
    else return !updateEjected(folder, file, merge);
    return false;
  });
  process.stdout.write(
    left.length === 0
      ? `${content} is up to date with ${VERSION}\n`
      : `${left.length} of ${files.length} ejected templates are left to update\n`,
  );
  return left.length === 0 ? 0 : 1;
}

function versionOf(file: string): number | string {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw faultAt(file, error);
  }
  const version = schemaVersionOf(text);
  if (version === undefined)
    return `${file}: is not JSON, or its schema_version is not a number; fix it first`;
  return version > SCHEMA_VERSION
    ? `${file}: schema_version: ${version} belongs to a newer version of this tool than ${VERSION}; update the tool`
    : version;
}

/** Prints the changes of the built-in template, and applies them if they do not conflict. True if nothing is left to do. */
function updateEjected(folder: string, file: EjectedFile, merges: boolean): boolean {
  const { name, version, original } = file;
  const print = (text: string): void => void process.stdout.write(`${join(folder, name)}: ${text}\n`);
  if (!builtInNames().includes(name)) {
    print("replaces no template of this version; remove it");
    return false;
  }
  if (version === undefined || original === undefined) {
    print(
      "does not name its version: remove it if you never changed it; otherwise see the differences below,",
    );
    print(`apply them by hand, and run npm run upgrade -- --done ${name}`);
    process.stdout.write(createTwoFilesPatch(name, `${name} ${VERSION}`, file.text, builtIn(name)));
    return false;
  }
  if (original === builtIn(name)) {
    print(version === VERSION ? "is of this version" : `has not changed since ${version}`);
    if (version !== VERSION) writeEjected(folder, name, bodyOf(file));
    return true;
  }
  const patch = createTwoFilesPatch(`${name} ${version}`, `${name} ${VERSION}`, original, builtIn(name));
  const merged = applyPatch(bodyOf(file), patch);
  if (merged !== false && merges) {
    writeEjected(folder, name, merged);
    print(`has the changes from ${version} to ${VERSION}`);
    return true;
  }
  print(
    `has changed from ${version} to ${VERSION}; ${merged === false ? "your changes conflict: apply these by hand, then run npm run upgrade -- --done " + name : "npm run upgrade -- --merge applies these changes"}`,
  );
  process.stdout.write(patch);
  return false;
}
