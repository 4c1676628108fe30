import { hash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";

/**
 * Caches values by text between builds in one file: a header with the version of the values and the digest of the body,
 * then one line per text. A file of another version, or a damaged one, is ignored. Lines are parsed when they are used.
 */
export class LineCache<T> {
  readonly #folder: string | undefined;
  readonly #name: string;
  readonly #version: string;
  readonly #lines: string[];
  /** Places of lines by key. */
  readonly #places: Map<string, number>;
  readonly #isUsed: boolean[];
  #isChanged = false;

  /** `version` is a digest of everything that a value depends on besides its text. Without a folder nothing is cached. */
  static async open<T>(folder: string | undefined, name: string, version: string): Promise<LineCache<T>> {
    const lines = folder === undefined ? undefined : await load(join(folder, name), version);
    return new LineCache(folder, name, version, lines ?? []);
  }

  private constructor(folder: string | undefined, name: string, version: string, lines: string[]) {
    this.#folder = folder;
    this.#name = name;
    this.#version = version;
    this.#lines = lines;
    this.#places = new Map(
      lines.map((line, place) => [line.slice(KEY_START, KEY_START + KEY_LENGTH), place]),
    );
    this.#isUsed = lines.map(() => false);
  }

  /** Returns the value of a text, and marks it as used. */
  get(text: string): T | undefined {
    const place = this.#places.get(keyOf(text));
    if (place === undefined) return undefined;
    this.#isUsed[place] = true;
    return (JSON.parse(this.#lines[place] as string) as [string, T])[1];
  }

  /** Stores a value as used. `save` keeps no others. */
  set(text: string, value: T): void {
    const key = keyOf(text);
    const place = this.#places.get(key) ?? this.#lines.length;
    this.#places.set(key, place);
    this.#lines[place] = JSON.stringify([key, value]);
    this.#isUsed[place] = true;
    this.#isChanged = true;
  }

  /** A cache that cannot be written is skipped: the next build computes its values again. */
  async save(): Promise<void> {
    if (this.#folder === undefined) return;
    const used = this.#lines.filter((_, place) => this.#isUsed[place]);
    if (!this.#isChanged && used.length === this.#lines.length) return;
    const body = Buffer.from(used.join("\n"));
    const header = JSON.stringify({ version: this.#version, sha256: sha256Hex(body) });
    const pending = join(this.#folder, `${this.#name}.${randomUUID()}.tmp`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(pending, [`${header}\n`, body]);
      await rename(pending, join(this.#folder, this.#name));
    } catch {
      await rm(pending, { force: true }).catch(() => undefined);
    }
  }
}

const KEY_LENGTH = 27;
/** A line is a pair of key and value: `["KEY",VALUE]`. */
const KEY_START = 2;
const LF = 0x0a;

const keyOf = (text: string): string => hash("sha256", text, "base64url").slice(0, KEY_LENGTH);

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
