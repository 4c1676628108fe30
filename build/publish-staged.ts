import { Fault } from "../model/fault.ts";
import type { LastBuild } from "./last-build.ts";
import type { BuildReport } from "./outcome.ts";
import type { Progress } from "./progress.ts";
import { assembleFromLinks, assembleFromRetired } from "./publish/assemble.ts";
import type { KeptRelease, ReviewDigests } from "./publish/kept-release.ts";
import { folderTimesOf, type PartRecord, partRecords } from "./publish/part-record.ts";
import { recordRelease } from "./publish/record-release.ts";
import { madeManifest, type StagedRelease } from "./publish/release-files.ts";
import type { Releases } from "./publish/releases.ts";
import type { Staging } from "./publish/staging.ts";
import type { ReleaseComparison } from "./release-comparison.ts";
import type { ReadingBudget } from "./verify/reading-budget.ts";
import { makeSpares, needsSpares } from "./make-spares.ts";
import { verifyRelease } from "./verify/verify-release.ts";

interface SwapTask {
  readonly staging: Staging;
  readonly release: StagedRelease;
  readonly releases: Releases;
  readonly last: LastBuild;
  readonly kept: KeptRelease | undefined;
  /** Digest of what all pages of reviews share. */
  readonly context: string;
  readonly reviews: ReviewDigests;
  readonly report: BuildReport | null;
  /** False if the same release is already published. */
  readonly isPublished: boolean;
  readonly budget: ReadingBudget;
  readonly comparison: ReleaseComparison | undefined;
  readonly progress: Progress;
}

/** Verifies the new files, assembles the release from them and the kept ones, publishes it, and records its files. */
export async function publishStaged(task: SwapTask): Promise<void> {
  const { release, releases, last, context, reviews, report, isPublished, progress } = task;
  if (isPublished) checkStaged(task);
  progress("swap");
  const { name, parts } = isPublished
    ? await swap(task)
    : { name: await releases.currentName(), parts: recordCurrent(task) };
  const { content, ...inputs } = last.inputs;
  if (content === undefined) return;
  const record = {
    name,
    ...inputs,
    content,
    context,
    reviews: () => reviews,
    parts: partRecords(parts),
    report,
  };
  await last.records.write(record);
  await last.records.prune([...(await releases.names()), ...(await releases.spares.names())]);
  if (!needsSpares(release)) return;
  progress("copy");
  await makeSpares(record, releases, last.records);
}

/**
 * Records the release that stays published. Its folders keep the times of the build that made it, so that a foreign file
 * is found when a later release takes over the folder.
 */
function recordCurrent({ release, releases, kept }: SwapTask): PartRecord[] {
  return recordRelease(releases.link, release.parts, {
    parts: partRecords(release.parts.flatMap((part) => part.kept ?? [])),
    files: new Map(),
    folders: kept ? folderTimesOf(kept.parts.values()) : {},
  });
}

/** Throws a fault if the staged files differ from their manifest or violate a schema. */
function checkStaged({ staging: { folder, keptFiles, readBack }, release, budget }: SwapTask): void {
  const options = { budget, isStaged: true, keptFiles, readBack };
  const [problem, ...others] = verifyRelease(folder, madeManifest(release), options);
  if (problem === undefined) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more files)`;
  throw new Fault(
    `the new release is broken and was not published: ${problem.file} ${problem.message}${more}; build again, and report it if it happens again`,
  );
}

interface PublishedFolder {
  readonly name: string;
  readonly parts: readonly PartRecord[];
}

/** Assembles the release in the folder of a retired one, if the build has its record, or else in the staging folder. */
async function swap({
  staging,
  release,
  releases,
  last,
  kept,
  comparison,
}: SwapTask): Promise<PublishedFolder> {
  const { folder, keptFiles } = staging;
  const publish = async (assembled: string, parts: PartRecord[]): Promise<PublishedFolder> => ({
    name: await releases.swap(assembled, release.root.release),
    parts,
  });
  if (kept === undefined || (release.parts.every((part) => part.kept === undefined) && keptFiles.size === 0))
    return publish(folder, recordRelease(folder, release.parts));
  const assembly = { parts: release.parts, staging: folder, keptFiles, current: kept };
  const oldest = await comparison?.oldest();
  const retired = await releases.retire();
  try {
    const record = retired && (await last.records.read(retired.name));
    if (retired === undefined || record?.code !== last.inputs.code)
      return await publish(folder, assembleFromLinks(assembly));
    const recorded = { folder: retired.folder, parts: record.parts };
    const altered = oldest?.name === retired.name ? oldest.altered : undefined;
    const parts = assembleFromRetired(assembly, recorded, altered);
    return await publish(retired.folder, parts);
  } finally {
    if (retired) await releases.discard(retired.folder);
  }
}
