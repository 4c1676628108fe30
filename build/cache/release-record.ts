import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";
import type { FolderRecord } from "../publish/file-record.ts";
import type { ContentRecord } from "./content-files.ts";

/** Describes a published release, so that the next build makes only what differs. */
export interface ReleaseRecord<T> {
  /** The name of the release's folder. */
  readonly name: string;
  /** Digest of the code that made it. */
  readonly code: string;
  /** Digest of what all pages of reviews share. */
  readonly context: string;
  /** Digest of the settings outside of the content. */
  readonly settings: string;
  /** The newest date that a review could have. */
  readonly latestDate: string;
  readonly content: ContentRecord;
  /** Digests of the reviews by id, newest first. */
  readonly reviews: Readonly<Record<string, string>>;
  /** Digests of what pages show, by path. */
  readonly keys: Readonly<Record<string, string>>;
  readonly stats: FolderRecord;
  /** The outcome besides the manifest; null if building again may give other bytes. */
  readonly report: T | null;
}

/**
 * Records of the releases of one published folder, in the cache: one file each, a digest and then JSON. A damaged one
 * counts as missing, and so does every record without a cache.
 */
export class ReleaseRecords<T> {
  readonly #folder: string | undefined;

  constructor(cacheFolder: string | undefined, outFolder: string) {
    const publication = sha256Hex(Buffer.from(resolve(outFolder))).slice(0, 16);
    this.#folder = cacheFolder && join(cacheFolder, `releases-${publication}`);
  }

  async read(name: string): Promise<ReleaseRecord<T> | undefined> {
    if (this.#folder === undefined) return undefined;
    try {
      const bytes = await readFile(join(this.#folder, `${name}.json`));
      const body = bytes.subarray(DIGEST_LENGTH + 1);
      if (bytes.toString("latin1", 0, DIGEST_LENGTH) !== sha256Hex(body)) return undefined;
      return JSON.parse(body.toString("utf8")) as ReleaseRecord<T>;
    } catch {
      return undefined;
    }
  }

  /** Writes a record and removes those of releases that are no longer kept. A failure does not fail the build. */
  async write(record: ReleaseRecord<T>, kept: readonly string[]): Promise<void> {
    if (this.#folder === undefined) return;
    const body = Buffer.from(JSON.stringify(record));
    const pending = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(pending, [`${sha256Hex(body)}\n`, body]);
      await rename(pending, join(this.#folder, `${record.name}.json`));
      for (const file of await readdir(this.#folder))
        if (!kept.some((name) => file === `${name}.json`)) await rm(join(this.#folder, file));
    } catch {
      await rm(pending, { force: true }).catch(() => undefined);
    }
  }
}

const DIGEST_LENGTH = 64;
