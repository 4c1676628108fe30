import { once } from "node:events";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { constants, createBrotliCompress } from "node:zlib";
import {
  type Artifact,
  type Coding,
  CODINGS,
  etagOf,
  fileOf,
  type Manifest,
  MANIFEST_PATH,
  releaseOf,
} from "../../model/manifest.ts";
import { type Compression, encode } from "./encode.ts";
import { FormFile } from "./form-file.ts";

/** Same shape as the renderers yield, so that neither room needs to know the other. */
interface Whole {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  readonly encoded?: Partial<Readonly<Record<Coding, Uint8Array>>>;
  readonly compression?: Compression;
}

interface Streamed {
  readonly path: string;
  readonly mediaType: string;
  readonly pieces: AsyncIterable<{ readonly form: "identity" | Coding; readonly bytes: Uint8Array }>;
  readonly brotliQuality: number;
}

const ADDED_AT_ONCE = 8;

type Written = { readonly bytes: number; readonly sha256: string };

/**
 * A release on its way: files are written to a folder that no reader knows. Each artifact keeps the
 * Last-Modified of the previous manifest if its bytes are the same, else it gets the moment of this build.
 */
export class Staging {
  readonly #artifacts: Record<string, Artifact> = {};
  readonly #folder: string;
  readonly #previous: Manifest | undefined;
  readonly #modifiedAt: string;

  /** `modifiedAt`: RFC 3339 instant, whole seconds, for artifacts whose bytes moved. */
  constructor(folder: string, previous: Manifest | undefined, modifiedAt: string) {
    this.#folder = folder;
    this.#previous = previous;
    this.#modifiedAt = modifiedAt;
  }

  async add({ path, mediaType, body, encoded, compression }: Whole): Promise<void> {
    const identity = await this.#write(path, undefined, body);
    const written: Partial<Record<Coding, Written>> = {};
    for (const [coding, form] of Object.entries(await encode(body, encoded, compression)) as [
      Coding,
      Uint8Array,
    ][]) {
      written[coding] = await this.#write(path, coding, form);
    }
    await this.#enter(path, mediaType, identity, written);
  }

  /** Many artifacts, a few at once: the next one is made when there is room for it. */
  async addAll(artifacts: Iterable<Whole>): Promise<void> {
    const waiting = artifacts[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await this.add(next.value);
    };
    await Promise.all(Array.from({ length: ADDED_AT_ONCE }, work));
  }

  /** An artifact that never is in memory as a whole; brotli is made on the way. */
  async addStream({ path, mediaType, pieces, brotliQuality }: Streamed): Promise<void> {
    const identity = await FormFile.create(this.#file(path));
    const gzip = await FormFile.create(this.#file(path, "gzip"));
    const br = await FormFile.create(this.#file(path, "br"));
    const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
    const drained = (async () => {
      for await (const chunk of brotli) await br.write(chunk as Buffer);
    })();
    for await (const { form, bytes } of pieces) {
      await (form === "identity" ? identity : gzip).write(bytes);
      if (form === "identity" && !brotli.write(bytes)) await once(brotli, "drain");
    }
    brotli.end();
    await drained;
    await this.#enter(path, mediaType, await identity.close(), {
      gzip: await gzip.close(),
      br: await br.close(),
    });
  }

  /** Writes the manifest of all that was added; it lists everything but itself. */
  async finish(baseUrl: string): Promise<Manifest> {
    const sorted = Object.keys(this.#artifacts).toSorted();
    const artifacts = Object.fromEntries(sorted.map((path) => [path, this.#artifacts[path] as Artifact]));
    const manifest: Manifest = {
      version: 1,
      release: releaseOf(baseUrl, artifacts),
      base_url: baseUrl,
      artifacts,
    };
    const body = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await this.#write(MANIFEST_PATH, undefined, body);
    const forms = Object.entries(await encode(body)) as [Coding, Uint8Array][];
    for (const [coding, form] of forms) await this.#write(MANIFEST_PATH, coding, form);
    const newest = Object.values(artifacts).reduce(
      (at, { last_modified }) => (last_modified > at ? last_modified : at),
      "",
    );
    await this.#stamp(
      MANIFEST_PATH,
      newest,
      forms.map(([coding]) => coding),
    );
    return manifest;
  }

  #file(path: string, coding?: Coding): string {
    return join(this.#folder, fileOf(path, coding));
  }

  async #write(path: string, coding: Coding | undefined, body: Uint8Array): Promise<Written> {
    const file = await FormFile.create(this.#file(path, coding));
    await file.write(body);
    return file.close();
  }

  async #enter(
    path: string,
    mediaType: string,
    identity: Written,
    written: Partial<Readonly<Record<Coding, Written>>>,
  ): Promise<void> {
    const encodings: Partial<Record<Coding, { bytes: number; etag: string }>> = {};
    for (const coding of CODINGS.toReversed()) {
      const form = written[coding];
      if (form) encodings[coding] = { bytes: form.bytes, etag: etagOf(form.sha256) };
    }
    const made = {
      media_type: mediaType,
      bytes: identity.bytes,
      sha256: identity.sha256,
      etag: etagOf(identity.sha256),
    };
    const lastModified = this.#lastModified(path, { ...made, last_modified: "", encodings });
    if (this.#artifacts[path]) throw new Error(`two renderers made ${path}`);
    this.#artifacts[path] = { ...made, last_modified: lastModified, encodings };
    await this.#stamp(path, lastModified, Object.keys(written) as Coding[]);
  }

  #lastModified(path: string, made: Artifact): string {
    const before = this.#previous?.artifacts[path];
    if (before === undefined) return this.#modifiedAt;
    const same = JSON.stringify({ ...before, last_modified: "" }) === JSON.stringify(made);
    if (same) return before.last_modified;
    return this.#modifiedAt > before.last_modified ? this.#modifiedAt : secondAfter(before.last_modified);
  }

  /** Web servers make validators of their own from the file time: give them one that moves with the bytes only. */
  async #stamp(path: string, lastModified: string, codings: readonly Coding[]): Promise<void> {
    const at = new Date(lastModified);
    await Promise.all([undefined, ...codings].map((coding) => utimes(this.#file(path, coding), at, at)));
  }
}

/** A clock that went back must not hide a change: validators only move forward. */
function secondAfter(instant: string): string {
  return `${new Date(Date.parse(instant) + 1000).toISOString().slice(0, 19)}Z`;
}
