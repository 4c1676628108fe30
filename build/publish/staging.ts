import { once } from "node:events";
import { rmSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import {
  type Artifact,
  type Artifacts,
  type Coding,
  fileOf,
  newestModification,
  type Manifest,
  MANIFEST_PATH,
  releaseOf,
  type Segment,
  sha256Hex,
} from "../../model/manifest.ts";
import { divideIntoSegments, inPathOrder, type SegmentFile } from "../../model/segments.ts";
import { brotliStream, type Compression, encode, type Encodings } from "./encode.ts";
import { HashedFile } from "./hashed-file.ts";
import type { KeptRelease } from "./kept-release.ts";
import { artifactFiles } from "./release-files.ts";
import { settleAll } from "./settle-all.ts";
import {
  artifactOf,
  type Baseline,
  nextLastModified,
  writeArtifact,
  writeRepresentations,
} from "./write-artifact.ts";

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
}

const MAX_CONCURRENT_ADDS = 8;
/** A turn of the thread pool costs more than compressing the few reviews of a day. */
const MIN_BROTLI_BYTES = 1 << 18;

/** A release in preparation, written to a folder that no reader sees. */
export class Staging {
  readonly folder: string;
  /** Last-Modified of changed artifacts: RFC 3339, whole seconds. */
  readonly modifiedAt: string;
  readonly #previous: Manifest | undefined;
  readonly #kept: KeptRelease | undefined;
  readonly #artifacts: Record<string, Artifact> = {};
  /** Digests of what pages show, by path: a page with the same key need not be rendered again. */
  readonly keys: Record<string, string> = {};
  /** Files that the new release shares with the published one. They are not in the folder. */
  readonly keptFiles = new Set<string>();

  constructor(folder: string, previous: Manifest | undefined, modifiedAt: string, kept?: KeptRelease) {
    this.folder = folder;
    this.#previous = previous;
    this.modifiedAt = modifiedAt;
    this.#kept = kept;
  }

  /** Keeps the published page if it shows the same. Returns false if it must be rendered. */
  keepPage(path: string, key: string): boolean {
    this.keys[path] = key;
    return this.#keep(path, this.#kept?.page(path, key));
  }

  async add({ path, mediaType, body, encoded, compression }: BufferedFile): Promise<void> {
    // The same code compresses the same bytes to the same bytes.
    const same = this.#kept?.artifact(path);
    if (same?.sha256 === sha256Hex(body) && same.media_type === mediaType && this.#keep(path, same)) return;
    const encodings = await encode(body, encoded, compression);
    this.record(path, writeArtifact(this.folder, { path, mediaType, body, encodings }, this.#baseline(path)));
  }

  /** Adds files as they are rendered, a bounded number at a time. */
  async addAll(files: Iterable<BufferedFile>): Promise<void> {
    const queue = files[Symbol.iterator]();
    const addFromQueue = async (): Promise<void> => {
      for (let next = queue.next(); !next.done; next = queue.next()) await this.add(next.value);
    };
    await settleAll(Array.from({ length: MAX_CONCURRENT_ADDS }, addFromQueue));
  }

  /** Adds a file too large to hold in memory; brotli is compressed as the identity bytes pass. */
  async addStream({ path, mediaType, pieces, brotliQuality }: StreamedFile): Promise<void> {
    const identity = await HashedFile.create(this.folder, fileOf(path));
    const gzip = await HashedFile.create(this.folder, fileOf(path, "gzip"));
    const br = await HashedFile.create(this.folder, fileOf(path, "br"));
    const brotli = brotliStream(brotliQuality);
    const compress = async (): Promise<void> => {
      for await (const chunk of brotli) await br.write(chunk as Buffer);
    };
    const write = async (): Promise<void> => {
      let waiting: Uint8Array[] = [];
      let waitingBytes = 0;
      for await (const { coding, bytes } of pieces) {
        await (coding === "identity" ? identity : gzip).write(bytes);
        if (coding !== "identity") continue;
        waiting.push(bytes);
        waitingBytes += bytes.length;
        if (waitingBytes < MIN_BROTLI_BYTES) continue;
        if (!brotli.write(Buffer.concat(waiting))) await once(brotli, "drain");
        waiting = [];
        waitingBytes = 0;
      }
      brotli.end(Buffer.concat(waiting));
    };
    try {
      await Promise.all([compress(), write()]);
      for (const file of [identity, gzip, br]) await file.end();
    } finally {
      brotli.destroy();
      for (const file of [identity, gzip, br]) await file.close();
    }
    const encodings = { gzip: gzip.digest(), br: br.digest() };
    const digests = { identity: identity.digest(), encodings };
    const artifact = artifactOf(mediaType, digests, this.#baseline(path));
    const same = this.#kept?.artifact(path);
    if (JSON.stringify(same) === JSON.stringify(artifact) && this.#keep(path, same)) {
      for (const [file] of artifactFiles(path, artifact)) rmSync(join(this.folder, file));
      return;
    }
    const modifiedAt = new Date(artifact.last_modified);
    for (const coding of [undefined, "gzip", "br"] as const)
      await utimes(join(this.folder, fileOf(path, coding)), modifiedAt, modifiedAt);
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
    return this.#previous?.artifacts[path];
  }

  /** Writes the manifest and its segments. Returns the manifest with every artifact of the release. */
  async finish(baseUrl: string): Promise<Manifest> {
    const artifacts = inPathOrder(this.#artifacts);
    const { root, segments: files } = divideIntoSegments(artifacts);
    const before = divideIntoSegments(this.#previous?.artifacts ?? {}).segments;
    const listings = new Map(before.map((file) => [file.path, file.artifacts]));
    const segments = files.map((file) => this.#writeSegment(file, listings.get(file.path)));
    const listed = { base_url: baseUrl, artifacts: root, segments };
    const manifest: Manifest = { version: 2, release: releaseOf(listed), ...listed };
    const body = renderListing(manifest);
    const encodings = await encode(body);
    writeRepresentations(this.folder, { path: MANIFEST_PATH, body, encodings }, newestModification(manifest));
    return { ...manifest, artifacts };
  }

  /** `before` is what the last release lists there. Artifacts that were kept are the same objects. */
  #writeSegment({ path, artifacts }: SegmentFile, before: Artifacts = {}): Segment {
    const same = this.#kept?.segment(path);
    if (same !== undefined && hasSameEntries(artifacts, before)) {
      this.keptFiles.add(fileOf(path));
      return same;
    }
    const body = renderListing({ artifacts });
    const digest = { bytes: body.length, sha256: sha256Hex(body) };
    const previous = this.#previous?.segments.find((segment) => segment.path === path);
    const last_modified = nextLastModified(previous, previous?.sha256 === digest.sha256, this.modifiedAt);
    const segment = { path, ...digest, last_modified };
    if (same?.sha256 === digest.sha256) this.keptFiles.add(fileOf(path));
    else writeRepresentations(this.folder, { path, body, encodings: {} }, last_modified);
    return segment;
  }

  #baseline(path: string): Baseline {
    return { previous: this.previousArtifact(path), modifiedAt: this.modifiedAt };
  }
}

function hasSameEntries(a: Artifacts, b: Artifacts): boolean {
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => a[path] === b[path]);
}

const renderListing = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
