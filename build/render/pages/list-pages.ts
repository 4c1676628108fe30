import { type Review, REVIEWS_FOLDER } from "../../../model/review.ts";
import { reviewNoun } from "../claims.ts";
import { sourceLabels } from "../method-words.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { layOut } from "./layout.ts";
import type { PageContext } from "./render-input.ts";
import { numberedPages, type ReviewList } from "./review-batch.ts";
import { reviewCard } from "./review-pages.ts";
import { capitalized, counted, spelledDate } from "./wording.ts";

/**
 * Renders `/reviews/`, which has the newest reviews, or `/reviews/page/N/`: 30 reviews each, numbered from the oldest.
 * A numbered page stays as it is when newer reviews are added.
 */
export function listPage(context: PageContext, list: ReviewList): RenderedFile {
  const { number, reviews, total, newer, older } = list;
  const { name } = context.site.business;
  const noun = reviewNoun(context.site.policy);
  const span = number === undefined ? "newest first" : spanOf(reviews);
  const counts = total === undefined ? `${capitalized(noun)}s` : counted(total, noun);
  const main = context.templates.fill("list.eta", {
    subtitle: number === undefined ? `${counts}, ${span}.` : `Page ${number}: ${span}, newest first.`,
    sources: JSON.stringify(sourceLabels(context.site.policy)),
    cards: reviews.map((review) => reviewCard(context, review)),
    newest: number === undefined ? null : REVIEWS_FOLDER,
    newer: number === undefined ? null : listPath(newer),
    older: older === undefined ? null : listPath(older),
    oldest: older === undefined ? null : listPath(1),
  });
  return layOut(context, {
    path: listPath(number),
    title: number === undefined ? "Reviews" : `Reviews, page ${number}`,
    description: `${counts} of ${name}, ${span}.`,
    main,
    searches: true,
    compression: "quick",
  });
}

function spanOf(reviews: readonly Review[]): string {
  const [newest = "", oldest = ""] = [reviews[0]?.date, reviews.at(-1)?.date];
  return oldest === newest ? spelledDate(newest) : `${spelledDate(oldest)} to ${spelledDate(newest)}`;
}

/** Lists the paths of all list pages, newest first. */
export const listPaths = (total: number): string[] => [
  REVIEWS_FOLDER,
  ...Array.from({ length: numberedPages(total) }, (_, index) => listPath(index + 1)).toReversed(),
];

export const listPath = (number: number | undefined): string =>
  number === undefined ? REVIEWS_FOLDER : `${REVIEWS_FOLDER}page/${number}/`;
