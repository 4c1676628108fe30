import { once } from "node:events";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { constants, createBrotliCompress } from "node:zlib";
import {
  type Artifact,
  type Coding,
  fileOf,
  type Manifest,
  MANIFEST_PATH,
  releaseOf,
} from "../../model/manifest.ts";
import { allDone } from "./all-done.ts";
import { artifactOf, type Before } from "./artifact.ts";
import { type Compression, encode } from "./encode.ts";
import { FormFile } from "./form-file.ts";
import { put, putForms } from "./put.ts";

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

/**
 * A release on its way: files are written to a folder that no reader knows. Each artifact keeps the
 * Last-Modified of the previous manifest if its bytes are the same, else it gets the moment of this build.
 */
export class Staging {
  readonly #artifacts: Record<string, Artifact> = {};
  readonly folder: string;
  readonly #previous: Manifest | undefined;
  /** RFC 3339 instant, whole seconds, for artifacts whose bytes moved. */
  readonly modifiedAt: string;

  constructor(folder: string, previous: Manifest | undefined, modifiedAt: string) {
    this.folder = folder;
    this.#previous = previous;
    this.modifiedAt = modifiedAt;
  }

  async add({ path, mediaType, body, encoded, compression }: Whole): Promise<void> {
    const forms = await encode(body, encoded, compression);
    this.enter(path, put(this.folder, { path, mediaType, body, forms }, this.before(path)));
  }

  /** What the last release says of a path. */
  before(path: string): Before {
    return { artifact: this.#previous?.artifacts[path], modifiedAt: this.modifiedAt };
  }

  /** Takes an artifact whose files are in the folder. */
  enter(path: string, artifact: Artifact): void {
    if (this.#artifacts[path]) throw new Error(`two renderers made ${path}`);
    this.#artifacts[path] = artifact;
  }

  /** Many artifacts, a few at once: the next one is made when there is room for it. */
  async addAll(artifacts: Iterable<Whole>): Promise<void> {
    const waiting = artifacts[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await this.add(next.value);
    };
    await allDone(Array.from({ length: ADDED_AT_ONCE }, work));
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
    const forms = {
      identity: await identity.close(),
      coded: { gzip: await gzip.close(), br: await br.close() },
    };
    const artifact = artifactOf(mediaType, forms, this.before(path));
    const at = new Date(artifact.last_modified);
    for (const coding of [undefined, "gzip", "br"] as const) await utimes(this.#file(path, coding), at, at);
    this.enter(path, artifact);
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
    const newest = Object.values(artifacts).reduce(
      (at, { last_modified }) => (last_modified > at ? last_modified : at),
      "",
    );
    putForms(this.folder, { path: MANIFEST_PATH, body, forms: await encode(body) }, newest);
    return manifest;
  }

  #file(path: string, coding?: Coding): string {
    return join(this.folder, fileOf(path, coding));
  }
}
