import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileOf, type Manifest } from "../model/manifest.ts";
import type { Review } from "../model/review.ts";

/** The reviews of a release: their content by id, or undefined where only the id is known. */
export type ReleasedReviews = ReadonlyMap<string, string | undefined>;

/** Ids of reviews, compared with the last release. */
export interface ReviewChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly vanished: readonly string[];
}

const PAGE = /^\/reviews\/([0-9A-HJKMNP-TV-Z]{26})\/$/;

/** Reads the reviews of the published release; without one, the ids in the manifest that `--previous` names. */
export async function publishedReviews(
  link: string,
  previous: Manifest | undefined,
): Promise<ReleasedReviews> {
  try {
    const { reviews } = JSON.parse(await readFile(join(link, fileOf("/reviews.json")), "utf8")) as {
      reviews: readonly Review[];
    };
    return new Map(reviews.map((review) => [review.id, contentOf(review)]));
  } catch {
    const ids = Object.keys(previous?.artifacts ?? {}).flatMap((path) => PAGE.exec(path)?.[1] ?? []);
    return new Map(ids.map((id) => [id, undefined]));
  }
}

/** The address moves with the public origin, and says nothing about the review. */
const contentOf = ({ url: _url, ...review }: Review): string => JSON.stringify(review);

export function changesSince(before: ReleasedReviews, reviews: readonly Review[]): ReviewChanges {
  const current = new Set(reviews.map(({ id }) => id));
  const isChanged = (review: Review): boolean => {
    const content = before.get(review.id);
    return content !== undefined && content !== contentOf(review);
  };
  return {
    added: reviews.filter(({ id }) => !before.has(id)).map(({ id }) => id),
    changed: reviews.filter(isChanged).map(({ id }) => id),
    vanished: [...before.keys()].filter((id) => !current.has(id)),
  };
}

const MAX_LOSS_SHARE = 0.1;
const MAX_LOSS = 5;
const MAX_LISTED = 5;

/** The problem of a build that would publish nothing over a release, or far fewer reviews than it has. */
export function shrinkProblem(
  outFolder: string,
  before: ReleasedReviews,
  reviews: readonly { readonly id: string }[],
): string | undefined {
  const loss = before.size - reviews.length;
  const isEmpty = before.size > 0 && reviews.length === 0;
  if (!isEmpty && (loss <= MAX_LOSS || loss <= before.size * MAX_LOSS_SHARE)) return undefined;
  const current = new Set(reviews.map(({ id }) => id));
  const vanished = [...before.keys()].filter((id) => !current.has(id));
  return (
    `${outFolder}: has ${before.size} reviews, and the content would publish ${reviews.length}: ` +
    `${listIds(vanished)} would vanish; if that is meant, run it again with --allow-shrink`
  );
}

/** The first ids, and the number of the others. */
export function listIds(ids: readonly string[]): string {
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : "";
  return `${ids.slice(0, MAX_LISTED).join(" ")}${more}`;
}
