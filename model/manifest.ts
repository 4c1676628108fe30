import { createHash } from "node:crypto";

/** The codings prepared at build time, in order of preference. */
export const CODINGS = ["br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

export interface EncodedForm {
  readonly bytes: number;
  readonly etag: string;
}

/** One published path: what a GET of it answers. */
export interface Artifact {
  readonly media_type: string;
  /** Length of the identity form. */
  readonly bytes: number;
  /** Lower-case hex digest of the identity form. */
  readonly sha256: string;
  /** Strong validator of the identity form (RFC 9110 section 8.8.3), quotes included. */
  readonly etag: string;
  /** RFC 3339 instant, whole seconds: the last release in which these bytes moved. */
  readonly last_modified: string;
  readonly encodings: Partial<Readonly<Record<Coding, EncodedForm>>>;
}

/** The list of all artifacts of a release, by path, in code-unit order. */
export interface Manifest {
  readonly version: 1;
  /** Digest over all artifacts: equal releases have equal bytes. */
  readonly release: string;
  readonly base_url: string;
  readonly artifacts: Readonly<Record<string, Artifact>>;
}

export const MANIFEST_PATH = "/manifest.json";

const FILE_SUFFIX: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz" };

/** A strong entity tag: 128 bits of the SHA-256 of exactly the bytes that are sent, so every coding has its own. */
export function etagOf(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`;
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Where an artifact lies below `dist/`: `/reviews.json` -> `reviews.json`, `/reviews/` -> `reviews/index.html`. */
export function fileOf(path: string, coding?: Coding): string {
  const file = path.endsWith("/") ? `${path}index.html` : path;
  return file.slice(1) + (coding === undefined ? "" : FILE_SUFFIX[coding]);
}

/** The release id: moves when the bytes, the media type or the validators of any artifact move. */
export function releaseOf(baseUrl: string, artifacts: Readonly<Record<string, Artifact>>): string {
  const hash = createHash("sha256").update(baseUrl);
  for (const path of Object.keys(artifacts).toSorted()) {
    hash.update(`\n${path}\n${JSON.stringify(artifacts[path])}`);
  }
  return hash.digest("hex").slice(0, 16);
}
