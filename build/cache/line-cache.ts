import { hash } from "node:crypto";
import { join } from "node:path";
import { KEY_LENGTH, LineFile } from "./line-file.ts";

/** Caches values by text or name between builds, in one file or, if they are many, in a folder of files: one more rewrites one. */
export class LineCache<T> {
  readonly #files: readonly LineFile[];

  /** `version` is a digest of everything that a value depends on besides its text. Without a folder nothing is cached. */
  constructor(folder: string | undefined, name: string, version: string, files = 1) {
    const names =
      files === 1 ? [`${name}.jsonl`] : Array.from({ length: files }, (_, at) => join(name, `${at}.jsonl`));
    this.#files = names.map((file) => new LineFile(folder && join(folder, file), version));
  }

  /** Returns the value of a text, and marks it as used. */
  get(text: string): T | undefined {
    const key = keyOf(text);
    return this.#fileOf(key).get(key) as T | undefined;
  }

  /** Marks the value of a text as used, if there is one. A file of which nothing else is needed is not read. */
  keep(text: string): void {
    const key = keyOf(text);
    this.#fileOf(key).keep(key);
  }

  /** Stores a value as used. `save` keeps no others. */
  set(text: string, value: T): void {
    const key = keyOf(text);
    this.#fileOf(key).set(key, value);
  }

  async save(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.save()));
  }

  #fileOf(key: string): LineFile {
    return this.#files[key.charCodeAt(0) % this.#files.length] as LineFile;
  }
}

/** The key of a text in a cache: 162 bits of SHA-256. */
export const keyOf = (text: string): string => hash("sha256", text, "base64url").slice(0, KEY_LENGTH);
