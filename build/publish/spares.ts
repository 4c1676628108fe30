import { randomUUID } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

const PREFIX = ".spare-";

/** Copies of a release next to it. Each becomes a later release, before any older one retires. */
export class Spares {
  readonly #folder: string;

  /** Takes the folder of the releases. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async names(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => name.startsWith(PREFIX)).toSorted();
  }

  /** Makes a complete copy a spare one, and returns its name. */
  async add(copy: string): Promise<string> {
    const name = PREFIX + randomUUID();
    await rename(copy, join(this.#folder, name));
    return name;
  }

  async removeAll(): Promise<void> {
    for (const name of await this.names())
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }
}
