import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CalendarDate } from "../model/calendar-date.ts";
import { fileOf } from "../model/manifest.ts";
import type { Review } from "../model/review.ts";
import { keyOf, type ReviewDigests } from "./publish/kept-release.ts";
import type { ReleaseListing } from "./publish/release-listing.ts";

/** The reviews of a release: digests of their content by id, or undefined where only the id is known. */
export type ReleasedReviews = ReadonlyMap<string, string | undefined>;

/** Ids of reviews, compared with the last release. */
export interface ReviewChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly vanished: readonly string[];
}

const PAGE = /^\/reviews\/([0-9A-HJKMNP-TV-Z]{26})\/$/;

/**
 * Returns the reviews of the published release: as its record tells, or else read from it. Without a release, the ids
 * in the manifest that `--previous` names.
 * @internal
 */
export async function publishedReviews(
  link: string,
  previous: ReleaseListing | undefined,
  recorded: ReviewDigests | undefined,
): Promise<ReleasedReviews> {
  if (recorded !== undefined) return recorded;
  try {
    const { reviews } = JSON.parse(await readFile(join(link, fileOf("/reviews.json")), "utf8")) as {
      reviews: readonly Review[];
    };
    return new Map(reviews.map((review) => [review.id, reviewDigest(review)]));
  } catch {
    const ids = Object.keys(previous?.whole().artifacts ?? {}).flatMap((path) => PAGE.exec(path)?.[1] ?? []);
    return new Map(ids.map((id) => [id, undefined]));
  }
}

/**
 * The address moves with the public origin, and says nothing about the review.
 * @internal
 */
export const reviewDigest = (review: Review): string => keyOf({ ...review, url: undefined });

/**
 * Digest of what a review says, taken from the last release where its date has the same reviews (`sameDates`).
 * @internal
 */
export function digestSince(
  review: Review,
  before: ReleasedReviews,
  sameDates: ReadonlySet<CalendarDate>,
): string {
  const known = sameDates.has(review.date) ? before.get(review.id) : undefined;
  return known ?? reviewDigest(review);
}

/** @internal */
export function changesSince(before: ReleasedReviews, digests: ReviewDigests): ReviewChanges {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [id, digest] of digests) {
    const known = before.get(id);
    if (known === digest) continue;
    if (known !== undefined) changed.push(id);
    else if (!before.has(id)) added.push(id);
  }
  return { added, changed, vanished: [...before.keys()].filter((id) => !digests.has(id)) };
}

const MAX_LOSS_SHARE = 0.1;
const MAX_LOSS = 5;
const MAX_LISTED = 5;

/** Refuses to replace a release by one without reviews, or with far fewer. */
export function shrinkProblem(
  place: string,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  const loss = before.length - after.length;
  const isEmpty = before.length > 0 && after.length === 0;
  if (!isEmpty && (loss <= MAX_LOSS || loss <= before.length * MAX_LOSS_SHARE)) return undefined;
  const current = new Set(after);
  const vanished = before.filter((id) => !current.has(id));
  return (
    `${place}: has ${before.length} reviews, and the new release would have ${after.length}: ` +
    `${listIds(vanished)} would vanish; if that is intended, run the command again with --allow-shrink`
  );
}

/** The first ids, and the number of the others. */
export function listIds(ids: readonly string[]): string {
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : "";
  return `${ids.slice(0, MAX_LISTED).join(" ")}${more}`;
}
