import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { MAX_STRING_BYTES } from "../../model/text.ts";
import { faultAt } from "../../model/fault.ts";
import { CommandError } from "./reasons.ts";

/** Hidden, and not `.json`: the build and git ignore what a killed import left behind. */
const TEMPORARY = /^\..+\.(?:jsonl?|txt)\.\d+\.tmp$/;

/**
 * Replaces files of a folder. Every text is written and flushed next to its file first, then all are renamed into
 * place in order: a reader, or a kill at any moment, finds each file either old or new. `run` keeps the temporary
 * files of concurrent commands apart. Returns the names.
 */
export function replaceFiles(
  folder: string,
  texts: Iterable<readonly [name: string, text: string]>,
  run: number,
): string[] {
  const temporaryOf = (name: string): string => join(folder, dirname(name), `.${basename(name)}.${run}.tmp`);
  const names: string[] = [];
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (TEMPORARY.test(basename(name))) rmSync(join(folder, name));
    for (const [name, text] of texts) {
      if (name.endsWith(".json") && Buffer.byteLength(text) > MAX_STRING_BYTES)
        throw new CommandError([`${join(folder, name)}: would be over 500 MB, more than the build reads`]);
      names.push(name);
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(temporaryOf(name), text, { flag: "wx", flush: true });
    }
    for (const name of names) renameSync(temporaryOf(name), join(folder, name));
    for (const parent of new Set(["", ...names.map((name) => dirname(name))]))
      flushFolder(join(folder, parent));
    return names;
  } catch (error) {
    for (const name of names) rmSync(temporaryOf(name), { force: true });
    throw faultAt(folder, error);
  }
}

/** Makes the renames durable. */
function flushFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
