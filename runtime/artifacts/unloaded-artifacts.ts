import { forgetOldest } from "../../model/forget-oldest.ts";
import { type Artifacts, etagOf, type Segment } from "../../model/manifest.ts";
import { isReviewPage } from "../../model/review.ts";
import { parseSegment, segmentListing } from "../../model/segments.ts";
import { type LoadedArtifact, readArtifact, type ReadRepresentation } from "./read-artifact.ts";

/** A parsed segment takes about 300 kB. */
const MAX_PARSED_SEGMENTS = 32;

interface ParsedSegment {
  readonly body: Buffer;
  readonly artifacts: Artifacts;
}

/**
 * The artifacts of a release that are not kept in memory, as there may be a hundred thousand: pages of reviews and the
 * segments of the manifest that list them. Each is read and verified on demand.
 */
export class UnloadedArtifacts {
  readonly #segments: readonly Segment[];
  readonly #byPath: ReadonlyMap<string, Segment>;
  readonly #read: ReadRepresentation;
  readonly #parsed = new Map<string, Promise<ParsedSegment | undefined>>();

  constructor(segments: readonly Segment[], read: ReadRepresentation) {
    this.#segments = segments;
    this.#byPath = new Map(segments.map((segment) => [segment.path, segment]));
    this.#read = read;
  }

  /** Undefined at once if no release has such a path; resolves to undefined if this one has none that can be read. */
  read(path: string): Promise<LoadedArtifact | undefined> | undefined {
    const segment = this.#byPath.get(path);
    if (segment !== undefined) return this.#readSegment(segment);
    const listing = isReviewPage(path) ? segmentListing(this.#segments, path) : undefined;
    return listing && this.#readPage(listing, path);
  }

  async #readPage(listing: Segment, path: string): Promise<LoadedArtifact | undefined> {
    const artifact = (await this.#parse(listing))?.artifacts[path];
    const result = artifact && (await readArtifact(path, artifact, { read: this.#read }));
    return result?.ok === true ? result.value : undefined;
  }

  async #readSegment(segment: Segment): Promise<LoadedArtifact | undefined> {
    const parsed = await this.#parse(segment);
    return (
      parsed && {
        mediaType: "application/json; charset=utf-8",
        lastModifiedAt: Date.parse(segment.last_modified),
        representations: [{ coding: "identity", bytes: parsed.body, etag: etagOf(segment.sha256) }],
      }
    );
  }

  #parse(segment: Segment): Promise<ParsedSegment | undefined> {
    const { path, bytes, sha256 } = segment;
    const known = this.#parsed.get(path);
    if (known !== undefined) return known;
    const parsed = this.#read(path, undefined, { bytes, etag: etagOf(sha256) }).then((body) => {
      const artifacts = body && parseSegment(segment, body);
      return artifacts && { body, artifacts };
    });
    // A segment that cannot be read now may be readable at the next request.
    const forget = (): void => void this.#parsed.delete(path);
    parsed.then((listed) => listed ?? forget(), forget);
    this.#parsed.set(path, parsed);
    forgetOldest(this.#parsed, MAX_PARSED_SEGMENTS);
    return parsed;
  }
}
