import type { Artifact, Artifacts, Manifest, Segment } from "../../model/manifest.ts";
import { inPathOrder, segmentListing } from "../../model/segments.ts";
import { isReviewPage } from "../../model/review.ts";

/** Lists the artifacts of a release. A segment is read when one of its artifacts is asked for. */
export class ReleaseListing {
  readonly root: Manifest;
  readonly #read: (segment: Segment) => Artifacts;
  readonly #listed = new Map<string, Artifacts>();

  /** `read` returns no artifacts for a segment that is missing or altered. */
  constructor(root: Manifest, read: (segment: Segment) => Artifacts) {
    this.root = root;
    this.#read = read;
  }

  artifact(path: string): Artifact | undefined {
    if (!isReviewPage(path)) return this.root.artifacts[path];
    const segment = segmentListing(this.root.segments, path);
    // A root of version 1 lists every artifact itself.
    return segment === undefined ? this.root.artifacts[path] : this.artifactsOf(segment)[path];
  }

  artifactsOf(segment: Segment): Artifacts {
    let artifacts = this.#listed.get(segment.path);
    if (artifacts === undefined) this.#listed.set(segment.path, (artifacts = this.#read(segment)));
    return artifacts;
  }

  /** Segments that another release has too: all that they list is the same. */
  segmentsLike(other: ReleaseListing | undefined): Segment[] {
    const digests = new Map(other?.root.segments.map(({ path, sha256 }) => [path, sha256]));
    return this.root.segments.filter(({ path, sha256 }) => digests.get(path) === sha256);
  }

  /** All other artifacts by path. */
  artifactsUnlike(other: ReleaseListing | undefined): [path: string, artifact: Artifact][] {
    const same = new Set(this.segmentsLike(other));
    const segments = this.root.segments.filter((segment) => !same.has(segment));
    const listed = segments.map((segment) => this.artifactsOf(segment));
    return [this.root.artifacts, ...listed].flatMap((artifacts) => Object.entries(artifacts));
  }

  /** The root with the artifacts of all segments merged in. */
  whole(): Manifest {
    const { root } = this;
    const listed = root.segments.map((segment) => this.artifactsOf(segment));
    return {
      ...root,
      artifacts: inPathOrder(Object.assign({}, root.artifacts, ...listed) as Artifacts),
    };
  }
}
