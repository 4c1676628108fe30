import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";

/**
 * Caches values by text between builds in one file: a header with the version of the values and the digest of the body,
 * then one line per text. A file of another version, or a damaged one, is ignored.
 */
export class LineCache<T> {
  readonly #folder: string | undefined;
  readonly #name: string;
  readonly #version: string;
  readonly #cached: Map<string, T>;
  readonly #used = new Map<string, T>();

  /** `version` is a digest of everything that a value depends on besides its text. Without a folder nothing is cached. */
  static async open<T>(folder: string | undefined, name: string, version: string): Promise<LineCache<T>> {
    const cached = folder === undefined ? undefined : await load<T>(join(folder, name), version);
    return new LineCache(folder, name, version, cached ?? new Map<string, T>());
  }

  private constructor(folder: string | undefined, name: string, version: string, cached: Map<string, T>) {
    this.#folder = folder;
    this.#name = name;
    this.#version = version;
    this.#cached = cached;
  }

  get(text: string): T | undefined {
    return this.#cached.get(keyOf(text));
  }

  /** Marks a value as used. `save` keeps no others. */
  use(text: string, value: T): void {
    this.#used.set(keyOf(text), value);
  }

  /** A cache that cannot be written is skipped: the next build computes its values again. */
  async save(): Promise<void> {
    if (this.#folder === undefined) return;
    const isUnchanged =
      this.#used.size === this.#cached.size && [...this.#used.keys()].every((key) => this.#cached.has(key));
    if (isUnchanged) return;
    const body = [...this.#used].map((line) => `${JSON.stringify(line)}\n`).join("");
    const header = JSON.stringify({ version: this.#version, sha256: sha256Hex(Buffer.from(body)) });
    const pending = join(this.#folder, `${this.#name}.${randomUUID()}.tmp`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(pending, `${header}\n${body}`);
      await rename(pending, join(this.#folder, this.#name));
    } catch {
      await rm(pending, { force: true }).catch(() => undefined);
    }
  }
}

const keyOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 27);

async function load<T>(path: string, version: string): Promise<Map<string, T> | undefined> {
  try {
    const file = await readFile(path, "utf8");
    const end = file.indexOf("\n") + 1;
    const header = JSON.parse(file.slice(0, end)) as { version: string; sha256: string };
    const body = file.slice(end);
    if (header.version !== version || header.sha256 !== sha256Hex(Buffer.from(body))) return undefined;
    const lines = body.split("\n").filter((line) => line !== "");
    return new Map(lines.map((line) => JSON.parse(line) as [string, T]));
  } catch {
    return undefined;
  }
}
