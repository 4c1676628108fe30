import type { Manifest } from "../../model/manifest.ts";
import { documentProblem } from "./document-problem.ts";
import { type InspectOptions, inspectRelease } from "./inspect-release.ts";
import type { FileProblem } from "./inventory.ts";

/** Inspects a release, and if it is staged parses every document that is read. */
export const verifyRelease = (
  folder: string,
  manifest: Manifest,
  options: Omit<InspectOptions, "parse">,
): readonly FileProblem[] =>
  inspectRelease(folder, manifest, options.isStaged ? { ...options, parse: documentProblem } : options)
    .problems;
