import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sha256Hex } from "../../model/manifest.ts";
import { PartRecord, type PartRecords, partRecords } from "../publish/part-record.ts";
import type { ReviewDigests } from "../publish/kept-release.ts";
import type { ContentRecord } from "./content-files.ts";

interface Head<T> {
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
  /** The outcome besides the manifest; null if building again may give other bytes. */
  readonly report: T | null;
}

/** Describes a published release, so that the next build makes only what differs. */
export interface ReleaseRecord<T> extends Head<T> {
  /** The reviews, newest first. They are parsed when they are asked for. */
  readonly reviews: () => ReviewDigests;
  readonly parts: PartRecords;
}

/**
 * Records of the releases of one published folder, in the cache: one file each. Its lines are the digest of the others,
 * the head, the reviews, and one for each part of the release. A damaged one counts as missing, and so does every
 * record without a cache.
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
      const bytes = await readFile(join(this.#folder, `${name}.jsonl`));
      const body = bytes.subarray(DIGEST_LENGTH + 1);
      if (bytes.toString("latin1", 0, DIGEST_LENGTH) !== sha256Hex(body)) return undefined;
      const [head = "", reviews = "", ...parts] = body.toString("utf8").split("\n");
      return {
        ...(JSON.parse(head) as Head<T>),
        reviews: () => new Map(JSON.parse(reviews) as (readonly [string, string])[]),
        parts: partRecords(parts.map((line) => PartRecord.read(line))),
      };
    } catch {
      return undefined;
    }
  }

  /** A failure does not fail the build. */
  async write(record: ReleaseRecord<T>): Promise<void> {
    if (this.#folder === undefined) return;
    const { reviews, parts, ...head } = record;
    const lines = [
      JSON.stringify(head),
      JSON.stringify([...reviews()]),
      ...[...parts.values()].map(({ line }) => line),
    ];
    const body = Buffer.from(lines.join("\n"));
    const pending = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(pending, [`${sha256Hex(body)}\n`, body]);
      await rename(pending, join(this.#folder, `${record.name}.jsonl`));
    } catch {
      await rm(pending, { force: true }).catch(() => undefined);
    }
  }

  /** Removes the records of other releases than these. A failure does not fail the build. */
  async prune(kept: readonly string[]): Promise<void> {
    if (this.#folder === undefined) return;
    try {
      for (const file of await readdir(this.#folder))
        if (!kept.some((name) => file === `${name}.jsonl`)) await rm(join(this.#folder, file));
    } catch {
      // A record that stays is harmless.
    }
  }
}

const DIGEST_LENGTH = 64;
