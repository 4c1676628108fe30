import type { ReleaseRecord, ReleaseRecords } from "./cache/release-record.ts";
import { copyRelease } from "./publish/copy-release.ts";
import { partRecords } from "./publish/part-record.ts";
import type { StagedRelease } from "./publish/release-files.ts";
import type { Releases } from "./publish/releases.ts";

/** From the third build on, an older release retires. */
const SPARES = 2;
/** The next build links the files of fewer parts in a fraction of a second. */
const MIN_PARTS = 20;

/** True if the older releases have so few of its files that none of them should become the next release. */
export const needsSpares = ({ parts }: StagedRelease): boolean =>
  parts.length >= MIN_PARTS && parts.filter(({ kept }) => kept !== undefined).length < parts.length / 2;

/**
 * Replaces all spare copies by those of a release. A build that finds none links every file itself, so a failure (a full
 * disk, a file system without hard links) costs no more than time.
 */
export async function makeSpares<T>(
  release: ReleaseRecord<T>,
  releases: Releases,
  records: ReleaseRecords<T>,
): Promise<void> {
  await releases.spares.removeAll();
  const original = { folder: releases.folderOf(release.name), parts: release.parts };
  for (let made = 0; made < SPARES; made += 1) {
    const copy = await releases.newStaging();
    try {
      const parts = partRecords(copyRelease(original, copy));
      await records.write({ ...release, name: await releases.spares.add(copy), parts });
    } catch {
      await releases.discard(copy);
      return;
    }
  }
}
