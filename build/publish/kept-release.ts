import { hash } from "node:crypto";
import type { Artifact, Manifest, Segment } from "../../model/manifest.ts";
import type { FolderRecord } from "./file-record.ts";
import { artifactFiles, segmentFile } from "./release-files.ts";

interface KeptReleaseOptions {
  /** The folder of the published release. */
  readonly folder: string;
  readonly stats: FolderRecord;
  readonly manifest: Manifest;
  /** Digests of what each page shows. */
  readonly keys: Readonly<Record<string, string>>;
  /** Files that were written or replaced since the build left them. */
  readonly altered: ReadonlySet<string>;
}

/** The published release, made by the same code. A new release keeps the artifacts that would come out the same. */
export class KeptRelease {
  readonly folder: string;
  readonly stats: FolderRecord;
  readonly #manifest: Manifest;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #altered: ReadonlySet<string>;
  readonly #segments: ReadonlyMap<string, Segment>;

  constructor({ folder, stats, manifest, keys, altered }: KeptReleaseOptions) {
    this.folder = folder;
    this.stats = stats;
    this.#manifest = manifest;
    this.#keys = keys;
    this.#altered = altered;
    this.#segments = new Map(manifest.segments.map((segment) => [segment.path, segment]));
  }

  /** True if every file is as the build left it. */
  get isIntact(): boolean {
    return this.#altered.size === 0;
  }

  /** The number of pages that may be kept without rendering them. */
  get pageCount(): number {
    return Object.keys(this.#keys).length;
  }

  /** The artifact, if none of its files was altered. */
  artifact(path: string): Artifact | undefined {
    const artifact = this.#manifest.artifacts[path];
    if (artifact === undefined || this.#altered.size === 0) return artifact;
    for (const [file] of artifactFiles(path, artifact)) if (this.#altered.has(file)) return undefined;
    return artifact;
  }

  /** The artifact of a page that shows the same. */
  page(path: string, key: string): Artifact | undefined {
    return this.#keys[path] === key ? this.artifact(path) : undefined;
  }

  /** The segment, if its file was not altered. */
  segment(path: string): Segment | undefined {
    const segment = this.#segments.get(path);
    return segment === undefined || this.#altered.has(segmentFile(segment)[0]) ? undefined : segment;
  }
}

/** Digest of what a page shows. */
export const keyOf = (shown: unknown): string =>
  hash("sha256", JSON.stringify(shown), "base64url").slice(0, 22);
