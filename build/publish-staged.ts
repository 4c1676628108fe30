import { Fault } from "../model/fault.ts";
import type { Manifest } from "../model/manifest.ts";
import type { LastBuild } from "./last-build.ts";
import type { BuildReport } from "./outcome.ts";
import type { Progress } from "./progress.ts";
import { assembleFromLinks, assembleFromRetired } from "./publish/assemble.ts";
import { type FolderRecord, recordFolder } from "./publish/file-record.ts";
import type { KeptRelease } from "./publish/kept-release.ts";
import { releaseFiles } from "./publish/release-files.ts";
import type { Releases } from "./publish/releases.ts";
import type { Staging } from "./publish/staging.ts";
import type { ReadingBudget } from "./verify/reading-budget.ts";
import { verifyRelease } from "./verify/verify-release.ts";

interface StagedRelease {
  readonly staging: Staging;
  readonly manifest: Manifest;
  readonly releases: Releases;
  readonly last: LastBuild;
  readonly kept: KeptRelease | undefined;
  /** Digest of what all pages of reviews share. */
  readonly context: string;
  /** Digests of the reviews by id. */
  readonly reviews: Readonly<Record<string, string>>;
  readonly report: BuildReport | null;
  /** False if the same release is already published. */
  readonly isPublished: boolean;
  readonly budget: ReadingBudget;
  readonly progress: Progress;
}

/** Verifies the new files, assembles the release from them and the kept ones, publishes it, and records its files. */
export async function publishStaged(staged: StagedRelease): Promise<void> {
  const { staging, manifest, releases, last, kept, context, reviews, report, isPublished, progress } = staged;
  if (isPublished) checkStaged(staged);
  progress("swap");
  const { name, stats } = isPublished ? await swap(staged) : await currentStats(releases, manifest, kept);
  const { content, ...inputs } = last.inputs;
  if (content === undefined) return;
  const record = { name, ...inputs, content, context, reviews, keys: staging.keys, stats, report };
  await last.records.write(record, await releases.names());
}

/** Throws a fault if the staged files differ from their manifest or violate a schema. */
function checkStaged({ staging, manifest, budget }: StagedRelease): void {
  const { folder, keptFiles } = staging;
  const [problem, ...others] = verifyRelease(folder, manifest, { budget, isStaged: true, keptFiles });
  if (problem === undefined) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more files)`;
  throw new Fault(
    `the new release is broken and was not published: ${problem.file} ${problem.message}${more}; build again, and report it if it happens again`,
  );
}

interface PublishedFolder {
  readonly name: string;
  readonly stats: FolderRecord;
}

/** Assembles the release in the folder of a retired one, if the build has its record, or else in the staging folder. */
async function swap({ staging, manifest, releases, last, kept }: StagedRelease): Promise<PublishedFolder> {
  const { folder, keptFiles } = staging;
  if (kept === undefined || keptFiles.size === 0) {
    const stats = recordFolder(folder, releaseFiles(manifest));
    return { name: await releases.swap(folder, manifest.release), stats };
  }
  const assembly = { manifest, staging: folder, keptFiles, current: kept };
  const retired = await releases.retire();
  try {
    const record = retired && (await last.records.read(retired.name));
    if (retired === undefined || record === undefined) {
      const stats = assembleFromLinks(assembly);
      return { name: await releases.swap(folder, manifest.release), stats };
    }
    const stats = assembleFromRetired(assembly, { folder: retired.folder, stats: record.stats });
    return { name: await releases.swap(retired.folder, manifest.release), stats };
  } finally {
    if (retired) await releases.discard(retired.folder);
  }
}

async function currentStats(
  releases: Releases,
  manifest: Manifest,
  kept: KeptRelease | undefined,
): Promise<PublishedFolder> {
  const stats = kept?.isIntact ? kept.stats : recordFolder(releases.link, releaseFiles(manifest));
  return { name: await releases.currentName(), stats };
}
