import { createHash } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, open, utimes } from "node:fs/promises";
import { join } from "node:path";
import { constants, createBrotliCompress } from "node:zlib";
import {
  type Artifact,
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
import { type Compression, encode, type Encodings } from "./encode.ts";
import {
  artifactOf,
  type Baseline,
  type Digest,
  makeParents,
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

/** A release in preparation, written to a folder that no reader sees. */
export class Staging {
  readonly folder: string;
  /** Last-Modified of changed artifacts: RFC 3339, whole seconds. */
  readonly modifiedAt: string;
  readonly #previous: Manifest | undefined;
  readonly #artifacts: Record<string, Artifact> = {};

  constructor(folder: string, previous: Manifest | undefined, modifiedAt: string) {
    this.folder = folder;
    this.#previous = previous;
    this.modifiedAt = modifiedAt;
  }

  async add({ path, mediaType, body, encoded, compression }: BufferedFile): Promise<void> {
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
    const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
    const compress = async (): Promise<void> => {
      for await (const chunk of brotli) await br.write(chunk as Buffer);
    };
    const write = async (): Promise<void> => {
      for await (const { coding, bytes } of pieces) {
        await (coding === "identity" ? identity : gzip).write(bytes);
        if (coding === "identity" && !brotli.write(bytes)) await once(brotli, "drain");
      }
      brotli.end();
    };
    try {
      await Promise.all([compress(), write()]);
    } finally {
      brotli.destroy();
      for (const file of [identity, gzip, br]) await file.close();
    }
    const encodings = { gzip: gzip.digest(), br: br.digest() };
    const digests = { identity: identity.digest(), encodings };
    const artifact = artifactOf(mediaType, digests, this.#baseline(path));
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

  previousArtifact(path: string): Artifact | undefined {
    return this.#previous?.artifacts[path];
  }

  /** Writes the manifest and its segments. Returns the manifest with every artifact of the release. */
  async finish(baseUrl: string): Promise<Manifest> {
    const artifacts = inPathOrder(this.#artifacts);
    const { root, segments: files } = divideIntoSegments(artifacts);
    const segments = files.map((file) => this.#writeSegment(file));
    const listed = { base_url: baseUrl, artifacts: root, segments };
    const manifest: Manifest = { version: 2, release: releaseOf(listed), ...listed };
    const body = renderListing(manifest);
    const encodings = await encode(body);
    writeRepresentations(this.folder, { path: MANIFEST_PATH, body, encodings }, newestModification(manifest));
    return { ...manifest, artifacts };
  }

  #writeSegment({ path, artifacts }: SegmentFile): Segment {
    const body = renderListing({ artifacts });
    const digest = { bytes: body.length, sha256: sha256Hex(body) };
    const previous = this.#previous?.segments.find((segment) => segment.path === path);
    const last_modified = nextLastModified(previous, previous?.sha256 === digest.sha256, this.modifiedAt);
    writeRepresentations(this.folder, { path, body, encodings: {} }, last_modified);
    return { path, ...digest, last_modified };
  }

  #baseline(path: string): Baseline {
    return { previous: this.previousArtifact(path), modifiedAt: this.modifiedAt };
  }
}

const renderListing = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** Waits for all writers before it reports a failure, so that none still writes when the folder is removed. */
export async function settleAll(tasks: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(tasks))
    if (outcome.status === "rejected") throw outcome.reason;
}

/** Hashes a file while it is written. */
class HashedFile {
  readonly #hash = createHash("sha256");
  readonly #handle: FileHandle;
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(folder: string, file: string): Promise<HashedFile> {
    makeParents(folder, file);
    return new HashedFile(await open(join(folder, file), "wx"));
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.#handle.writeFile(bytes);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  digest(): Digest {
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
