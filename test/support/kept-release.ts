import { partRecords } from "../../build/publish/part-record.ts";
import { recordRelease } from "../../build/publish/record-release.ts";
import { KeptRelease } from "../../build/publish/kept-release.ts";
import { ReleaseListing } from "../../build/publish/release-listing.ts";
import type { StagedRelease } from "../../build/publish/release-files.ts";
import { readRootOf } from "./build.ts";

export interface LastRelease {
  readonly listing: ReleaseListing;
  readonly kept: KeptRelease;
}

/** A release made from nothing, as the next build finds it. */
export function lastRelease(
  folder: string,
  { root, parts }: StagedRelease,
  { altered = [], hasSameContext = true }: { altered?: readonly string[]; hasSameContext?: boolean } = {},
): LastRelease {
  const listing = new ReleaseListing(
    root,
    ({ path }) => parts.find((part) => part.listing === path)?.artifacts ?? {},
  );
  const records = partRecords(recordRelease(folder, parts));
  const options = { folder, parts: records, listing, hasSameContext, altered: new Set(altered) };
  return { listing, kept: new KeptRelease(options) };
}

/** The root of a published release, without its segments, as if these files had been altered. */
export function keptRootOf(dist: string, ...altered: readonly string[]): KeptRelease {
  const listing = new ReleaseListing(readRootOf(dist), () => ({}));
  const options = { folder: dist, parts: new Map(), listing, hasSameContext: true };
  return new KeptRelease({ ...options, altered: new Set(altered) });
}
