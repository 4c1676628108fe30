import { hash } from "node:crypto";
import { type Artifact, fileOf, type Segment } from "../../model/manifest.ts";
import { listingOf } from "../../model/segments.ts";
import type { PageKeys, PartRecord, PartRecords } from "./part-record.ts";
import { artifactFiles } from "./release-files.ts";
import type { ReleaseListing } from "./release-listing.ts";

interface KeptReleaseOptions {
  /** The folder of the published release. */
  readonly folder: string;
  readonly parts: PartRecords;
  readonly listing: ReleaseListing;
  /** True if what all pages of reviews share is the same. */
  readonly hasSameContext: boolean;
  /** Files that were written or replaced since the build left them. */
  readonly altered: ReadonlySet<string>;
}

/** The published release, made by the same code. A new release keeps the artifacts that would come out the same. */
export class KeptRelease {
  readonly folder: string;
  readonly parts: PartRecords;
  readonly #listing: ReleaseListing;
  readonly #hasSameContext: boolean;
  readonly #altered: ReadonlySet<string>;
  readonly #segments: ReadonlyMap<string, Segment>;
  readonly #keys = new Map<string, PageKeys>();

  constructor({ folder, parts, listing, hasSameContext, altered }: KeptReleaseOptions) {
    this.folder = folder;
    this.parts = parts;
    this.#listing = listing;
    this.#hasSameContext = hasSameContext;
    this.#altered = altered;
    this.#segments = new Map(listing.root.segments.map((segment) => [segment.path, segment]));
  }

  /** The number of pages that may be kept without rendering them. */
  get pageCount(): number {
    if (!this.#hasSameContext) return 0;
    return [...this.parts.values()].reduce((sum, part) => sum + part.totals().pages, 0);
  }

  /** The artifact, if none of its files was altered. */
  artifact(path: string): Artifact | undefined {
    const artifact = this.#listing.artifact(path);
    if (artifact === undefined || this.#altered.size === 0) return artifact;
    for (const [file] of artifactFiles(path, artifact)) if (this.#altered.has(file)) return undefined;
    return artifact;
  }

  /** The artifact of a page that shows the same. */
  page(path: string, key: string): Artifact | undefined {
    return this.#hasSameContext && this.#keysOf(path)[path] === key ? this.artifact(path) : undefined;
  }

  #keysOf(path: string): PageKeys {
    const listing = listingOf(this.#listing.root.segments, path);
    let keys = this.#keys.get(listing);
    if (keys === undefined) this.#keys.set(listing, (keys = this.parts.get(listing)?.details().keys ?? {}));
    return keys;
  }

  /** The segment with all its pages, if they show the same and no file of theirs was altered. */
  whole(listing: string, digest: string): PartRecord | undefined {
    const part = this.#hasSameContext ? this.parts.get(listing) : undefined;
    if (part?.totals().digest !== digest) return undefined;
    return this.#altered.size > 0 && part.files.names.some((name) => this.#altered.has(name))
      ? undefined
      : part;
  }

  /** The segment, if its file was not altered. */
  segment(path: string): Segment | undefined {
    return this.#altered.has(fileOf(path)) ? undefined : this.#segments.get(path);
  }
}

/** Digests of what reviews say, by id. */
export type ReviewDigests = ReadonlyMap<string, string>;

/** Digest of what a page shows. */
export const keyOf = (shown: unknown): string => keyOfText(JSON.stringify(shown));

export const keyOfText = (text: string): string => hash("sha256", text, "base64url").slice(0, 22);
