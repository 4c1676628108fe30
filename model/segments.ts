import { crc32 } from "node:zlib";
import { conforms } from "./conforms.ts";
import { firstIndex } from "./first-index.ts";
import {
  type Artifact,
  type Artifacts,
  type Manifest,
  MANIFEST_PATH,
  type Segment,
  segmentSchema,
  sha256Hex,
} from "./manifest.ts";
import { isReviewPage, REVIEWS_FOLDER } from "./review.ts";

export const SEGMENTS_FOLDER = "/manifest/";

/** Mean number of artifacts in a segment: about 100 kB, and 400 segments for 100,000 reviews. */
const MEAN_ARTIFACTS = 256;

/**
 * A segment begins at every path with this property, whichever other paths there are. So a page that is added or
 * removed changes the one segment that lists it, and cuts or joins segments only if it begins one itself.
 */
const beginsSegment = (path: string): boolean => crc32(path) % MEAN_ARTIFACTS === 0;

/** `/reviews/ID/` -> `/manifest/reviews/ID.json`. The pages before the first beginning are in `/manifest/reviews.json`. */
const segmentPath = (firstPath: string): string => `${SEGMENTS_FOLDER}${firstPath.slice(1, -1)}.json`;

/** The lowest path that a segment may list. */
const firstPathOf = ({ path }: Segment): string => `/${path.slice(SEGMENTS_FOLDER.length, -".json".length)}/`;

export interface SegmentFile {
  readonly path: string;
  readonly artifacts: Artifacts;
}

export const inPathOrder = (artifacts: Artifacts): Artifacts =>
  Object.fromEntries(Object.entries(artifacts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

interface WithPath {
  readonly path: string;
}

const byPath = (a: WithPath, b: WithPath): number => (a.path < b.path ? -1 : 1);

/** Divides pages of reviews among segments, both in the order of their paths. */
export function divideAmongSegments<T extends WithPath>(
  reviewPages: readonly T[],
): { path: string; pages: T[] }[] {
  const segments: { path: string; pages: T[] }[] = [];
  for (const page of reviewPages.toSorted(byPath)) {
    if (beginsSegment(page.path)) segments.push({ path: segmentPath(page.path), pages: [page] });
    else if (segments.length === 0) segments.push({ path: segmentPath(REVIEWS_FOLDER), pages: [page] });
    else segments.at(-1)?.pages.push(page);
  }
  return segments;
}

/** Divides artifacts into those of the root and of its segments, all in the order of their paths. */
export function divideIntoSegments(all: Artifacts): { root: Artifacts; segments: SegmentFile[] } {
  const paths = Object.keys(all);
  const pick = (picked: readonly string[]): Artifacts =>
    Object.fromEntries(picked.map((path) => [path, all[path] as Artifact]));
  return {
    root: pick(paths.filter((path) => !isReviewPage(path)).toSorted()),
    segments: divideAmongSegments(paths.filter(isReviewPage).map((path) => ({ path }))).map(
      ({ path, pages }) => ({ path, artifacts: pick(pages.map((page) => page.path)) }),
    ),
  };
}

export const inSegmentOrder = (segments: readonly Segment[]): Segment[] =>
  segments.toSorted((a, b) => (firstPathOf(a) < firstPathOf(b) ? -1 : 1));

/** The file that lists a path: the root, or the only segment that may list it. */
export const listingOf = (segments: readonly Segment[], path: string): string =>
  (isReviewPage(path) ? segmentListing(segments, path)?.path : undefined) ?? MANIFEST_PATH;

/** The only segment that may list a review page: the last one that does not begin after it. */
export const segmentListing = (segments: readonly Segment[], path: string): Segment | undefined =>
  segments[firstIndex(segments, (segment) => firstPathOf(segment) > path) - 1];

const isSegment = conforms(segmentSchema);

/** The artifacts that a segment's bytes list; undefined if they are not the bytes that the root describes. */
export function parseSegment({ bytes, sha256 }: Segment, body: Buffer): Artifacts | undefined {
  if (body.length !== bytes || sha256Hex(body) !== sha256) return undefined;
  const segment: unknown = JSON.parse(body.toString("utf8"));
  return isSegment(segment) ? segment.artifacts : undefined;
}

/** Merges the artifacts of all segments into the root, and names the segments that are missing or altered. */
export async function withSegments(
  root: Manifest,
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<{ manifest: Manifest; unreadable: string[] }> {
  const artifacts: Record<string, Artifacts[string]> = { ...root.artifacts };
  const unreadable: string[] = [];
  for (const segment of root.segments) {
    const body = await read(segment.path);
    const listed = body && parseSegment(segment, body);
    if (listed === undefined) unreadable.push(segment.path);
    else Object.assign(artifacts, listed);
  }
  return { manifest: { ...root, artifacts: inPathOrder(artifacts) }, unreadable };
}
