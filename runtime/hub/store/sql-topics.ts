import type { TopicPath } from "../../../model/topics.ts";
import type { Query, Row } from "./database.ts";
import type { Announcement, Versions } from "./store.ts";

/** A newer release that no sidecar has shown for this long no longer counts: what is published went back. */
const UNSEEN_MS = 60_000;
/** A sidecar says at most this often that a release is still the one it has. */
const SEEN_EVERY_MS = 15_000;

/**
 * Records what is newest. A sidecar that lags behind others must not announce its old release again, so a topic
 * moves only to a later Last-Modified, or from the tag that this sidecar had itself, or when nobody has shown the
 * newer one for a minute.
 */
export async function announce(
  query: Query,
  lock: string,
  announcements: readonly Announcement[],
  now: number,
): Promise<Versions> {
  const versions = new Map<TopicPath, number>();
  for (const announcement of announcements) {
    const { topic, etag, modifiedAt } = announcement;
    await query(
      `insert into topic (path, version, etag, modified_at, seen_at) values ($1, 1, $2, $3, $4)
       on conflict (path) do nothing`,
      [topic, etag, modifiedAt, now],
    );
    const [row] = await query(`select * from topic where path = $1${lock}`, [topic]);
    if (row === undefined) continue;
    const version = Number(row["version"]);
    if (row["etag"] === etag) {
      if (Math.abs(now - Number(row["seen_at"])) >= SEEN_EVERY_MS) {
        await query("update topic set seen_at = $1 where path = $2", [now, topic]);
      }
      versions.set(topic, version);
    } else if (mayMove(row, announcement, now)) {
      await query(
        "update topic set version = $1, etag = $2, modified_at = $3, seen_at = $4 where path = $5",
        [version + 1, etag, modifiedAt, now, topic],
      );
      versions.set(topic, version + 1);
    }
  }
  return versions;
}

function mayMove(row: Row, { modifiedAt, previousEtag }: Announcement, now: number): boolean {
  const isLater = modifiedAt > Number(row["modified_at"]);
  const isUnseen = Math.abs(now - Number(row["seen_at"])) >= UNSEEN_MS;
  return isLater || row["etag"] === previousEtag || isUnseen;
}
