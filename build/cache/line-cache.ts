import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";

/**
 * Values kept by text, from build to build, in one file: a line that says what made the values and what the rest must
 * hash to, then a line a text. A file that something else made, or a damaged one, is worth nothing.
 */
export class LineCache<T> {
  readonly #folder: string | undefined;
  readonly #name: string;
  readonly #maker: string;
  readonly #kept: Map<string, T>;
  readonly #used = new Map<string, T>();
  #added = 0;

  /** `maker` is a digest of everything but the text that a value depends on. Without a folder nothing is kept. */
  static async open<T>(folder: string | undefined, name: string, maker: string): Promise<LineCache<T>> {
    const kept = folder === undefined ? undefined : await load<T>(join(folder, name), maker);
    return new LineCache(folder, name, maker, kept ?? new Map<string, T>());
  }

  private constructor(folder: string | undefined, name: string, maker: string, kept: Map<string, T>) {
    this.#folder = folder;
    this.#name = name;
    this.#maker = maker;
    this.#kept = kept;
  }

  get(text: string): T | undefined {
    return this.#kept.get(keyOf(text));
  }

  /** Only what was used is kept. */
  use(text: string, value: T): void {
    const key = keyOf(text);
    if (!this.#kept.has(key)) this.#added += 1;
    this.#used.set(key, value);
  }

  /** What cannot be written is not kept: the next build makes it again. */
  async save(): Promise<void> {
    if (this.#folder === undefined || (this.#added === 0 && this.#used.size === this.#kept.size)) return;
    const body = [...this.#used].map((line) => `${JSON.stringify(line)}\n`).join("");
    const head = JSON.stringify({ maker: this.#maker, sha256: sha256Hex(Buffer.from(body)) });
    const pending = join(this.#folder, `${this.#name}.${randomUUID()}.tmp`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(pending, `${head}\n${body}`);
      await rename(pending, join(this.#folder, this.#name));
    } catch {
      await rm(pending, { force: true }).catch(() => undefined);
    }
  }
}

const keyOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 27);

async function load<T>(path: string, maker: string): Promise<Map<string, T> | undefined> {
  try {
    const file = await readFile(path, "utf8");
    const end = file.indexOf("\n") + 1;
    const head = JSON.parse(file.slice(0, end)) as { maker: string; sha256: string };
    const body = file.slice(end);
    if (head.maker !== maker || head.sha256 !== sha256Hex(Buffer.from(body))) return undefined;
    const lines = body.split("\n").filter((line) => line !== "");
    return new Map(lines.map((line) => JSON.parse(line) as [string, T]));
  } catch {
    return undefined;
  }
}
