import { createHash, hash } from "node:crypto";
import { COUNT, exactObject, HTTP_URL, INSTANT, listOf, TEXT, type SchemaType } from "./schema-pieces.ts";

/** The codings prepared at build time, in order of preference. */
export const CODINGS = ["br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** A strong validator (RFC 9110 section 8.8.3). */
const ETAG = {
  type: "string",
  pattern: '^"[!#-~]+"$',
  description: "strong entity tag, quotes included",
} as const;

const encodedRepresentationSchema = exactObject({ bytes: COUNT, etag: ETAG });

const SHA256 = { type: "string", pattern: "^[0-9a-f]{64}$" } as const;

/** RFC 3339, whole seconds. */
const LAST_MODIFIED = {
  ...INSTANT,
  description: "the last release in which these bytes changed",
} as const;

/** One published path. `bytes`, `sha256` and `etag` describe the identity representation. */
const artifactSchema = exactObject({
  media_type: TEXT,
  bytes: COUNT,
  sha256: SHA256,
  etag: ETAG,
  last_modified: LAST_MODIFIED,
  encodings: exactObject({ gzip: encodedRepresentationSchema, br: encodedRepresentationSchema }, [
    "gzip",
    "br",
  ]),
});

/** By path, in code-unit order. */
const artifactsSchema = { type: "object", additionalProperties: artifactSchema } as const;

/** `/manifest.json`, the root: its size does not grow with the number of reviews, apart from the list of segments. */
export const manifestSchema = exactObject({
  version: { const: 2 },
  /** Digest of all artifacts: equal releases have equal bytes. */
  release: { type: "string", pattern: "^[0-9a-f]{16}$" },
  base_url: HTTP_URL,
  artifacts: artifactsSchema,
  /** Files that list the pages of reviews, in the order of their artifacts (model/segments.ts). */
  segments: listOf(exactObject({ path: TEXT, bytes: COUNT, sha256: SHA256, last_modified: LAST_MODIFIED })),
});

/** A file below `/manifest/`: artifacts in the form of the root. */
export const segmentSchema = exactObject({ artifacts: artifactsSchema });

export type Artifact = SchemaType<typeof artifactSchema>;
/** The root, or the root with the artifacts of its segments merged in (`withSegments`). */
export type Manifest = SchemaType<typeof manifestSchema>;
export type Artifacts = Manifest["artifacts"];
export type Segment = Manifest["segments"][number];

export const MANIFEST_PATH = "/manifest.json";

const FILE_SUFFIX: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz" };

/** A strong entity tag: 128 bits of the SHA-256 of exactly the bytes that are sent, so every coding has its own. */
export function etagOf(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`;
}

export function sha256Hex(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}

/** The file of an artifact in `dist/`: `/reviews.json` -> `reviews.json`, `/reviews/` -> `reviews/index.html`. */
export function fileOf(path: string, coding?: Coding): string {
  const file = path.endsWith("/") ? `${path}index.html` : path;
  return file.slice(1) + (coding === undefined ? "" : FILE_SUFFIX[coding]);
}

/** The release id: changes when the bytes, the media type or the validators of any artifact change. */
export function releaseOf({ base_url, artifacts, segments }: Omit<Manifest, "version" | "release">): string {
  const digest = createHash("sha256").update(base_url);
  for (const path of Object.keys(artifacts).toSorted()) {
    digest.update(`\n${path}\n${JSON.stringify(artifacts[path])}`);
  }
  return digest
    .update(`\n${JSON.stringify(segments)}`)
    .digest("hex")
    .slice(0, 16);
}

/** Last-Modified of the manifest: the newest of what it lists. */
export const newestModification = ({
  artifacts,
  segments,
}: Pick<Manifest, "artifacts" | "segments">): string =>
  [...Object.values(artifacts), ...segments].reduce(
    (latest, { last_modified }) => (last_modified > latest ? last_modified : latest),
    "1970-01-01T00:00:00Z",
  );
