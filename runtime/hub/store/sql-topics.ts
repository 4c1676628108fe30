import type { TopicPath } from "../../../model/topics.ts";
import type { Query, SqlRow } from "./database.ts";
import type { Announcement, TopicVersions } from "./store.ts";

/** A release that no sidecar has announced for this long counts as withdrawn. Longer than the heartbeat (websub.ts). */
const WITHDRAWN_AFTER_MS = 60_000;
/** `seen_at` is written at most this often. */
const SEEN_INTERVAL_MS = 15_000;

/**
 * Records the newest state of each topic. A lagging sidecar must not announce its old release again, so a topic changes
 * only to a later Last-Modified, or from the ETag that this sidecar announced itself, or if its release is withdrawn.
 */
export async function announce(
  query: Query,
  forUpdate: string,
  announcements: readonly Announcement[],
  now: number,
): Promise<TopicVersions> {
  const versions = new Map<TopicPath, number>();
  for (const announcement of announcements) {
    const { topic, etag, modifiedAt } = announcement;
    await query(
      `insert into topic (path, version, etag, modified_at, seen_at) values ($1, 1, $2, $3, $4)
       on conflict (path) do nothing`,
      [topic, etag, modifiedAt, now],
    );
    const [row] = await query(`select * from topic where path = $1${forUpdate}`, [topic]);
    if (row === undefined) continue;
    const version = Number(row["version"]);
    if (row["etag"] === etag) {
      if (Math.abs(now - Number(row["seen_at"])) >= SEEN_INTERVAL_MS) {
        await query("update topic set seen_at = $1 where path = $2", [now, topic]);
      }
      versions.set(topic, version);
    } else if (supersedes(announcement, row, now)) {
      await query(
        "update topic set version = $1, etag = $2, modified_at = $3, seen_at = $4 where path = $5",
        [version + 1, etag, modifiedAt, now, topic],
      );
      versions.set(topic, version + 1);
    }
  }
  return versions;
}

function supersedes({ modifiedAt, previousEtag }: Announcement, row: SqlRow, now: number): boolean {
  const isLater = modifiedAt > Number(row["modified_at"]);
  const isWithdrawn = Math.abs(now - Number(row["seen_at"])) >= WITHDRAWN_AFTER_MS;
  return isLater || row["etag"] === previousEtag || isWithdrawn;
}

/** The last time at which a sidecar announced a release, by its clock. */
export async function lastSeenAt(query: Query): Promise<number | undefined> {
  const [row] = await query("select max(seen_at) as seen_at from topic");
  const seenAt = row?.["seen_at"] ?? undefined;
  return seenAt === undefined ? undefined : Number(seenAt);
}
