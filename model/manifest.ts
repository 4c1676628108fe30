import { createHash } from "node:crypto";
import { COUNT, exactObject, HTTP_URL, INSTANT, TEXT, type SchemaType } from "./schema-pieces.ts";

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

/** One published path. `bytes`, `sha256` and `etag` describe the identity representation. */
const artifactSchema = exactObject({
  media_type: TEXT,
  bytes: COUNT,
  sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
  etag: ETAG,
  /** RFC 3339, whole seconds: the last release in which these bytes changed. */
  last_modified: INSTANT,
  encodings: exactObject({ gzip: encodedRepresentationSchema, br: encodedRepresentationSchema }, [
    "gzip",
    "br",
  ]),
});

/** All artifacts of a release, by path in code-unit order. */
export const manifestSchema = exactObject({
  version: { const: 1 },
  /** Digest of all artifacts: equal releases have equal bytes. */
  release: { type: "string", pattern: "^[0-9a-f]{16}$" },
  base_url: HTTP_URL,
  artifacts: { type: "object", additionalProperties: artifactSchema },
});

export type Artifact = SchemaType<typeof artifactSchema>;
export type Manifest = SchemaType<typeof manifestSchema>;

export const MANIFEST_PATH = "/manifest.json";

const FILE_SUFFIX: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz" };

/** A strong entity tag: 128 bits of the SHA-256 of exactly the bytes that are sent, so every coding has its own. */
export function etagOf(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`;
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The file of an artifact in `dist/`: `/reviews.json` -> `reviews.json`, `/reviews/` -> `reviews/index.html`. */
export function fileOf(path: string, coding?: Coding): string {
  const file = path.endsWith("/") ? `${path}index.html` : path;
  return file.slice(1) + (coding === undefined ? "" : FILE_SUFFIX[coding]);
}

/** The release id: changes when the bytes, the media type or the validators of any artifact change. */
export function releaseOf(baseUrl: string, artifacts: Readonly<Record<string, Artifact>>): string {
  const hash = createHash("sha256").update(baseUrl);
  for (const path of Object.keys(artifacts).toSorted()) {
    hash.update(`\n${path}\n${JSON.stringify(artifacts[path])}`);
  }
  return hash.digest("hex").slice(0, 16);
}
