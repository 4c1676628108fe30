import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keyOf } from "./identity.ts";
import { errorCode, Stop } from "./stop.ts";

/** Beside the reviews; the build reads only .json and .jsonl files there. */
export const ERASED_FILE = "erased.txt";

/** Reviews that were erased: only their ids, so that no import brings them back. */
export class Erased {
  readonly ids: readonly string[];
  readonly #keys: ReadonlySet<string>;

  static async load(folder: string): Promise<Erased> {
    const file = join(folder, ERASED_FILE);
    try {
      const lines = (await readFile(file, "utf8")).split("\n").map((line) => line.trim());
      return new Erased(lines.filter((line) => line !== "" && !line.startsWith("#")));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return new Erased([]);
      throw new Stop([`${file}: cannot be read (${errorCode(error)})`]);
    }
  }

  constructor(ids: readonly string[]) {
    this.ids = ids;
    this.#keys = new Set(ids.map(keyOf));
  }

  /** By what an id keeps when the date of its review is corrected. */
  has(id: string): boolean {
    return this.#keys.has(keyOf(id));
  }
}
