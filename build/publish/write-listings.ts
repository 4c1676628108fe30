import {
  type Artifacts,
  fileOf,
  type Manifest,
  MANIFEST_PATH,
  newestModification,
  releaseOf,
  type Segment,
  sha256Hex,
} from "../../model/manifest.ts";
import { divideIntoSegments, inSegmentOrder, type SegmentFile } from "../../model/segments.ts";
import { encode } from "./encode.ts";
import type { KeptRelease } from "./kept-release.ts";
import type { PageKeys, PartRecord } from "./part-record.ts";
import type { MadePart, StagedRelease } from "./release-files.ts";
import type { ReleaseListing } from "./release-listing.ts";
import { nextLastModified, writeRepresentations } from "./write-artifact.ts";

interface ListingsInput {
  readonly folder: string;
  readonly baseUrl: string;
  /** Last-Modified of changed listings. */
  readonly modifiedAt: string;
  readonly previous: ReleaseListing | undefined;
  readonly kept: KeptRelease | undefined;
  /** The artifacts of the release, but for those of kept parts. */
  readonly artifacts: Artifacts;
  readonly keptParts: readonly PartRecord[];
  readonly keys: PageKeys;
  /** Digests of what the pages of each segment show, by its path. */
  readonly digests: Readonly<Record<string, string>>;
  /** Receives the file of a segment that comes out as the published one. */
  readonly onKept: (file: string) => void;
}

/** Writes the manifest and those of its segments that are not kept. */
export async function writeListings(input: ListingsInput): Promise<StagedRelease> {
  const { folder, baseUrl, kept, artifacts: all, keptParts, keys, digests } = input;
  const { root: artifacts, segments: files } = divideIntoSegments(all);
  const made = files.map((file) => ({
    listing: file.path,
    artifacts: file.artifacts,
    keys: keysOf(file.artifacts, keys),
    digest: digests[file.path],
    segment: writeSegment(file, input),
  }));
  const parts = keptParts.map((part) => ({ listing: part.files.listing, kept: part }));
  const keptSegments = parts.map(({ listing }) => kept?.segment(listing) as Segment);
  const segments = inSegmentOrder([...keptSegments, ...made.map(({ segment }) => segment)]);
  const listed = { base_url: baseUrl, artifacts, segments };
  const root: Manifest = { version: 2, release: releaseOf(listed), ...listed };
  const body = render(root);
  const encodings = await encode(body);
  writeRepresentations(folder, { path: MANIFEST_PATH, body, encodings }, newestModification(root));
  const rootPart: MadePart = {
    listing: MANIFEST_PATH,
    artifacts,
    keys: keysOf(artifacts, keys),
    digest: undefined,
    segment: undefined,
  };
  return { root, parts: [...parts, ...made, rootPart] };
}

const keysOf = (artifacts: Artifacts, keys: PageKeys): PageKeys =>
  Object.fromEntries(
    Object.keys(artifacts).flatMap((path) => (path in keys ? [[path, keys[path] as string]] : [])),
  );

function writeSegment(
  { path, artifacts }: SegmentFile,
  { folder, modifiedAt, previous, kept, onKept }: ListingsInput,
): Segment {
  const body = render({ artifacts });
  const digest = { bytes: body.length, sha256: sha256Hex(body) };
  const before = previous?.root.segments.find((segment) => segment.path === path);
  const last_modified = nextLastModified(before, before?.sha256 === digest.sha256, modifiedAt);
  if (kept?.segment(path)?.sha256 === digest.sha256) onKept(fileOf(path));
  else writeRepresentations(folder, { path, body, encodings: {} }, last_modified);
  return { path, ...digest, last_modified };
}

const render = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
