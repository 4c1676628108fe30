import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";

/**
 * Values by key in one file: a header with the version of the values and the digest of the body, then one line per key.
 * A file of another version, or a damaged one, is ignored. It is read when a value is needed, and lines are parsed when
 * they are used.
 */
export class LineFile {
  readonly #path: string | undefined;
  readonly #version: string;
  /** By key; undefined until the file is read. */
  #lines: Map<string, string> | undefined;
  /** Keys whose lines stay. */
  readonly #used = new Set<string>();
  #isChanged = false;

  /** Without a path nothing is kept. */
  constructor(path: string | undefined, version: string) {
    this.#path = path;
    this.#version = version;
  }

  /** Returns a value, and marks it as used. */
  get(key: string): unknown {
    const line = this.#read().get(key);
    if (line === undefined) return undefined;
    this.#used.add(key);
    return (JSON.parse(line) as [string, unknown])[1];
  }

  /** Marks a value as used, if there is one. */
  keep(key: string): void {
    this.#used.add(key);
  }

  /** Stores a value as used. `save` keeps no others. */
  set(key: string, value: unknown): void {
    this.#read().set(key, JSON.stringify([key, value]));
    this.#used.add(key);
    this.#isChanged = true;
  }

  /** A file that cannot be written is skipped: the next build computes its values again. One that was not read stays. */
  async save(): Promise<void> {
    if (this.#path === undefined || this.#lines === undefined) return;
    const used = [...this.#lines].filter(([key]) => this.#used.has(key));
    if (!this.#isChanged && used.length === this.#lines.size) return;
    const body = Buffer.from(used.map(([, line]) => line).join("\n"));
    const header = JSON.stringify({ version: this.#version, sha256: sha256Hex(body) });
    const pending = `${this.#path}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFile(pending, [`${header}\n`, body]);
      await rename(pending, this.#path);
    } catch {
      await rm(pending, { force: true }).catch(() => undefined);
    }
  }

  #read(): Map<string, string> {
    if (this.#lines !== undefined) return this.#lines;
    const lines = this.#path === undefined ? [] : readLines(this.#path, this.#version);
    this.#lines = new Map(lines.map((line) => [line.slice(KEY_START, KEY_START + KEY_LENGTH), line]));
    return this.#lines;
  }
}

export const KEY_LENGTH = 27;
/** A line is a pair of key and value: `["KEY",VALUE]`. */
const KEY_START = 2;
const LF = 0x0a;

function readLines(path: string, version: string): string[] {
  try {
    const file = readFileSync(path);
    const end = file.indexOf(LF) + 1;
    const header = JSON.parse(file.toString("utf8", 0, end)) as { version: string; sha256: string };
    const body = file.subarray(end);
    if (header.version !== version || header.sha256 !== sha256Hex(body)) return [];
    return body.length === 0 ? [] : body.toString("utf8").split("\n");
  } catch {
    return [];
  }
}
