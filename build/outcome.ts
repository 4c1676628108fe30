import type { UnknownName } from "./insights/report/unknown-names.ts";
import type { ReleaseListing } from "./publish/release-listing.ts";
import type { ReviewChanges } from "./review-changes.ts";
import type { FileProblem } from "./verify/inventory.ts";

/** The number of files of a release, codings included, and of those that differ from the last one. */
export interface FileCounts {
  readonly all: number;
  readonly changed: number;
  readonly changed_bytes: number;
}

export interface BuildOutcome {
  /**
   * The release that is published now.
   * @internal
   */
  readonly listing: ReleaseListing;
  /**
   * The release before it, or the same if nothing changed.
   * @internal
   */
  readonly previous: ReleaseListing | undefined;
  readonly files: FileCounts;
  /** Files of the published release that were altered or missing. This build replaced them. */
  readonly replacedFiles: readonly FileProblem[];
  /** False if the same release is already published. */
  readonly isPublished: boolean;
  readonly reviewCount: number;
  readonly reviewChanges: ReviewChanges;
  readonly withheldCount: number;
  readonly sidecarUrl: string | undefined;
  /** Texts that were analyzed now rather than taken from the cache. */
  readonly analysedTexts: number;
  /** Probable technicians that entities.json does not list. */
  readonly unknownNames: readonly UnknownName[];
  /** Faults of the content that do not stop a build. */
  readonly warnings: readonly string[];
}

/** The part of the outcome that is the same when nothing changed. */
export type BuildReport = Pick<
  BuildOutcome,
  "reviewCount" | "withheldCount" | "sidecarUrl" | "unknownNames" | "warnings"
>;
