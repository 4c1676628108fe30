import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { type Artifact, type Coding, fileOf, sha256Hex } from "../../model/manifest.ts";
import { isReviewPage } from "../../model/review.ts";
import { divideAmongSegments } from "../../model/segments.ts";
import { compressComplete, type StartCompressor } from "./compress-file.ts";
import { type Compression, encode, type Encodings } from "./encode.ts";
import { type KeptRelease, keyOfText } from "./kept-release.ts";
import type { PartRecord } from "./part-record.ts";
import { PieceWriter } from "./piece-writer.ts";
import { artifactFiles, type StagedRelease } from "./release-files.ts";
import type { ReleaseListing } from "./release-listing.ts";
import { settleAll } from "./settle-all.ts";
import { artifactOf, type Baseline, writeArtifact } from "./write-artifact.ts";
import { writeListings } from "./write-listings.ts";

/** Matches `RenderedFile` of build/render without importing it. */
interface BufferedFile {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  readonly encoded?: Encodings;
  readonly compression?: Compression;
}

interface StreamedFile {
  readonly path: string;
  readonly mediaType: string;
  readonly pieces: AsyncIterable<{ readonly coding: "identity" | Coding; readonly bytes: Uint8Array }>;
  readonly brotliQuality: number;
  readonly compress?: StartCompressor;
}

const MAX_CONCURRENT_ADDS = 8;

/** A release in preparation, written to a folder that no reader sees. */
export class Staging {
  readonly folder: string;
  /** Last-Modified of changed artifacts: RFC 3339, whole seconds. */
  readonly modifiedAt: string;
  readonly #previous: ReleaseListing | undefined;
  readonly #kept: KeptRelease | undefined;
  readonly #artifacts: Record<string, Artifact> = {};
  readonly #keptParts: PartRecord[] = [];
  readonly #keys: Record<string, string> = {};
  /** Digests of what the pages of each segment show, by its path. */
  readonly #digests: Record<string, string> = {};
  /**
   * Files that the new release shares with the published one, besides those of parts that are kept as they are. They
   * are not in the folder.
   */
  readonly keptFiles = new Set<string>();
  /** Artifacts whose digests were taken from their files. */
  readonly readBack = new Set<string>();

  constructor(folder: string, previous: ReleaseListing | undefined, modifiedAt: string, kept?: KeptRelease) {
    this.folder = folder;
    this.#previous = previous;
    this.modifiedAt = modifiedAt;
    this.#kept = kept;
  }

  /** Keeps the published page if it shows the same. Returns false if it must be rendered. */
  keepPage(path: string, key: string): boolean {
    this.#keys[path] = key;
    return this.#keep(path, this.#kept?.page(path, key));
  }

  /**
   * Keeps those pages that show the same, whole segments at once. It takes all pages of reviews, once, and returns those
   * that must be rendered. `shownOn` tells in a text what a page shows.
   */
  keepPages<T extends { readonly path: string }>(all: readonly T[], shownOn: (page: T) => string): T[] {
    const missing: T[] = [];
    const keep = (page: T, shown: string): void => {
      if (!this.keepPage(page.path, keyOfText(shown))) missing.push(page);
    };
    for (const { path: listing, pages } of divideAmongSegments(
      all.filter(({ path }) => isReviewPage(path)),
    )) {
      const shown = pages.map(shownOn);
      const digest = keyOfText([...pages.map(({ path }) => path), ...shown].join("\n"));
      this.#digests[listing] = digest;
      const whole = this.#kept?.whole(listing, digest);
      if (whole !== undefined) this.#keptParts.push(whole);
      else for (const [index, page] of pages.entries()) keep(page, shown[index] as string);
    }
    for (const page of all) if (!isReviewPage(page.path)) keep(page, shownOn(page));
    return missing;
  }

  async add({ path, mediaType, body, encoded, compression }: BufferedFile): Promise<void> {
    // The same code compresses the same bytes to the same bytes.
    const same = this.#kept?.artifact(path);
    const sha256 = sha256Hex(body);
    if (same?.sha256 === sha256 && same.media_type === mediaType && this.#keep(path, same)) return;
    const encodings = await encode(body, encoded, compression);
    const file = { path, mediaType, body, sha256, encodings };
    this.record(path, writeArtifact(this.folder, file, this.#baseline(path)));
  }

  /** Adds files as they are rendered, a bounded number at a time. */
  async addAll(files: Iterable<BufferedFile>): Promise<void> {
    const queue = files[Symbol.iterator]();
    const addFromQueue = async (): Promise<void> => {
      for (let next = queue.next(); !next.done; next = queue.next()) await this.add(next.value);
    };
    await settleAll(Array.from({ length: MAX_CONCURRENT_ADDS }, addFromQueue));
  }

  /**
   * Adds a file too large to hold in memory. It resolves when identity and gzip are written; `compressed` resolves when
   * the artifact is complete, because brotli takes longest and other work need not wait for it.
   */
  async addStream({
    path,
    mediaType,
    pieces,
    brotliQuality,
    compress = compressComplete,
  }: StreamedFile): Promise<{ readonly compressed: Promise<void> }> {
    const identity = await PieceWriter.create(this.folder, fileOf(path));
    const gzip = await PieceWriter.create(this.folder, fileOf(path, "gzip"));
    const compressor = compress({ folder: this.folder, path, quality: brotliQuality });
    try {
      for await (const { coding, bytes } of pieces) {
        await (coding === "identity" ? identity : gzip).write(bytes);
        compressor.wrote(identity.checksum().bytes);
      }
      for (const file of [identity, gzip]) await file.end();
    } catch (error) {
      await compressor.abandon();
      throw error;
    } finally {
      for (const file of [identity, gzip]) await file.close();
    }
    const complete = async (): Promise<void> => {
      const digests = await compressor.finish({ identity: identity.checksum(), gzip: gzip.checksum() });
      this.readBack.add(path);
      this.#addWritten(path, artifactOf(mediaType, digests, this.#baseline(path)));
    };
    const compressed = complete();
    // The caller gets its failure by awaiting it; until then it must not count as an unhandled rejection.
    compressed.catch(() => undefined);
    return { compressed };
  }

  /** Records an artifact whose files were just written, or keeps the published one if it is the same. */
  #addWritten(path: string, artifact: Artifact): void {
    const same = this.#kept?.artifact(path);
    if (JSON.stringify(same) === JSON.stringify(artifact) && this.#keep(path, same)) {
      for (const [file] of artifactFiles(path, artifact)) rmSync(join(this.folder, file));
      return;
    }
    const modifiedAt = new Date(artifact.last_modified);
    for (const [file] of artifactFiles(path, artifact))
      utimesSync(join(this.folder, file), modifiedAt, modifiedAt);
    this.record(path, artifact);
  }

  /** Records an artifact whose files are already in the folder. */
  record(path: string, artifact: Artifact): void {
    if (this.#artifacts[path]) throw new Error(`two renderers made ${path}`);
    this.#artifacts[path] = artifact;
  }

  #keep(path: string, artifact: Artifact | undefined): boolean {
    if (artifact === undefined) return false;
    this.record(path, artifact);
    for (const [file] of artifactFiles(path, artifact)) this.keptFiles.add(file);
    return true;
  }

  previousArtifact(path: string): Artifact | undefined {
    return this.#previous?.artifact(path);
  }

  /** Writes the manifest and its segments. */
  finish(baseUrl: string): Promise<StagedRelease> {
    return writeListings({
      folder: this.folder,
      baseUrl,
      modifiedAt: this.modifiedAt,
      previous: this.#previous,
      kept: this.#kept,
      artifacts: this.#artifacts,
      keptParts: this.#keptParts,
      keys: this.#keys,
      digests: this.#digests,
      onKept: (file) => this.keptFiles.add(file),
    });
  }

  #baseline(path: string): Baseline {
    return { previous: this.previousArtifact(path), modifiedAt: this.modifiedAt };
  }
}
