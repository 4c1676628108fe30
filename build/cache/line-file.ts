import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";

/**
 * Values by key in one file: a header with the version of the values and the digest of the body, then one line per key.
 * A file of another version, or a damaged one, is ignored. Lines are parsed when they are used.
 */
export class LineFile {
  readonly #path: string | undefined;
  readonly #version: string;
  readonly #lines: string[];
  /** Places of lines by key. */
  readonly #places: Map<string, number>;
  readonly #isUsed: boolean[];
  #isChanged = false;

  /** Without a path nothing is kept. */
  static async open(path: string | undefined, version: string): Promise<LineFile> {
    const lines = path === undefined ? undefined : await load(path, version);
    return new LineFile(path, version, lines ?? []);
  }

  private constructor(path: string | undefined, version: string, lines: string[]) {
    this.#path = path;
    this.#version = version;
    this.#lines = lines;
    this.#places = new Map(
      lines.map((line, place) => [line.slice(KEY_START, KEY_START + KEY_LENGTH), place]),
    );
    this.#isUsed = lines.map(() => false);
  }

  /** Returns a value, and marks it as used. */
  get(key: string): unknown {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    this.#isUsed[place] = true;
    return (JSON.parse(this.#lines[place] as string) as [string, unknown])[1];
  }

  /** Stores a value as used. `save` keeps no others. */
  set(key: string, value: unknown): void {
    const place = this.#places.get(key) ?? this.#lines.length;
    this.#places.set(key, place);
    this.#lines[place] = JSON.stringify([key, value]);
    this.#isUsed[place] = true;
    this.#isChanged = true;
  }

  /** A file that cannot be written is skipped: the next build computes its values again. */
  async save(): Promise<void> {
    if (this.#path === undefined) return;
    const used = this.#lines.filter((_, place) => this.#isUsed[place]);
    if (!this.#isChanged && used.length === this.#lines.length) return;
    const body = Buffer.from(used.join("\n"));
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
}

export const KEY_LENGTH = 27;
/** A line is a pair of key and value: `["KEY",VALUE]`. */
const KEY_START = 2;
const LF = 0x0a;

async function load(path: string, version: string): Promise<string[] | undefined> {
  try {
    const file = await readFile(path);
    const end = file.indexOf(LF) + 1;
    const header = JSON.parse(file.toString("utf8", 0, end)) as { version: string; sha256: string };
    const body = file.subarray(end);
    if (header.version !== version || header.sha256 !== sha256Hex(body)) return undefined;
    return body.length === 0 ? [] : body.toString("utf8").split("\n");
  } catch {
    return undefined;
  }
}
