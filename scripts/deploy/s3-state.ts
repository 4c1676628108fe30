import { check } from "../../model/check.ts";
import { fileOf, type Manifest, manifestSchema } from "../../model/manifest.ts";
import { exactObject, listOf, type SchemaType, TEXT } from "../../model/schema-pieces.ts";
import type { DeployLayout } from "./target.ts";

const settingsSchema = exactObject({
  /** "none" for storage that answers `/folder/` with the object of that key. */
  index: { enum: ["index.html", "none"] },
  /** The one representation that is stored. */
  coding: { enum: ["identity", "gzip"] },
});

/** The way in which a bucket stores releases, from the query of its URL. */
export type BucketLayout = SchemaType<typeof settingsSchema>;

/** `.deploy/releases/NAME.json`: the root of a release. Its segments are among its bodies. */
const recordSchema = exactObject({ settings: settingsSchema, manifest: manifestSchema });

/** `.deploy/state.json` */
const stateSchema = exactObject({
  /** Names of releases whose bodies are kept, oldest first. */
  releases: listOf(TEXT),
  live: { type: ["string", "null"] },
  /** The release that is being made live; null between deploys. */
  next: { type: ["string", "null"] },
});

export type BucketState = SchemaType<typeof stateSchema>;

export const checkRecord = check(recordSchema);
export const checkState = check(stateSchema);
export const checkSettings = check(settingsSchema);

export const STATE_KEY = ".deploy/state.json";
export const recordKey = (name: string): string => `.deploy/releases/${name}.json`;

export interface BucketRelease {
  readonly settings: BucketLayout;
  /** With the artifacts of its segments. */
  readonly manifest: Manifest;
}

/** Object storage has no content negotiation: each path has one representation. */
export function layoutOf({ index, coding }: BucketLayout): DeployLayout {
  const keyOf = (path: string): string =>
    index === "none" && path.endsWith("/") && path !== "/" ? path.slice(1) : fileOf(path);
  return {
    keyOf: (path, encodings, stored) => {
      const isGzip = coding === "gzip" && encodings.gzip !== undefined;
      return stored === (isGzip ? "gzip" : undefined) ? keyOf(path) : undefined;
    },
    keepsTimes: false,
  };
}
