import type { Manifest } from "../model/manifest.ts";
import type { UnknownName } from "./insights/report/unknown-names.ts";
import type { ReviewChanges } from "./review-changes.ts";
import type { FileProblem } from "./verify/inventory.ts";

export interface BuildOutcome {
  /** @internal */
  readonly manifest: Manifest;
  /** @internal */
  readonly previous: Manifest | undefined;
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
