import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { MAX_STRING_BYTES } from "../../model/text.ts";
import { Stop } from "./stop.ts";

const PIECE_CHARS = 1 << 20;

/** Hidden, and no `.json`: neither the build nor git looks at what a killed import left behind. */
const TEMPORARY = /^\..+\.(?:jsonl?|txt)\.\d+\.tmp$/;

/**
 * New versions of files, each written and flushed beside its place, then renamed over it: a reader, or a kill at any
 * moment, finds every file either old or new and never half.
 */
export class PendingFiles {
  readonly #folder: string;
  readonly #suffix: string;
  readonly #names: string[] = [];

  /** `run` tells this import's temporary files from another's. */
  static async open(folder: string, run: number): Promise<PendingFiles> {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) if (TEMPORARY.test(name)) await rm(join(folder, name));
    return new PendingFiles(folder, `.${run}.tmp`);
  }

  private constructor(folder: string, suffix: string) {
    this.#folder = folder;
    this.#suffix = suffix;
  }

  /** Without pieces the file stays as it is. */
  async write(name: string, pieces: AsyncIterable<string>): Promise<void> {
    let handle: FileHandle | undefined;
    let bytes = 0;
    try {
      for await (const text of joined(pieces)) {
        handle ??= await this.#open(name);
        await handle.appendFile(text);
        bytes += Buffer.byteLength(text);
      }
      await handle?.sync();
    } finally {
      await handle?.close();
    }
    if (bytes > MAX_STRING_BYTES && name.endsWith(".json"))
      throw new Stop([
        `${join(this.#folder, name)}: would be over 500 MB, more than the build reads; import fewer reviews of that month`,
      ]);
  }

  /** Puts all of them in place; returns their names. */
  async commit(): Promise<readonly string[]> {
    for (const name of this.#names) await rename(this.#temporary(name), join(this.#folder, name));
    const folder = await open(this.#folder, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return this.#names;
  }

  async discard(): Promise<void> {
    for (const name of this.#names) await rm(this.#temporary(name), { force: true });
  }

  #open(name: string): Promise<FileHandle> {
    this.#names.push(name);
    return open(this.#temporary(name), "wx");
  }

  #temporary(name: string): string {
    return join(this.#folder, `.${name}${this.#suffix}`);
  }
}

async function* joined(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_CHARS) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}
