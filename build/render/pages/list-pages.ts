import { REVIEWS_FOLDER } from "../../../model/review.ts";
import type { Rendered } from "../rendered.ts";
import { laidOut } from "./layout.ts";
import type { Surroundings } from "./publication.ts";
import { LIST_SIZE, type ListBatch } from "./review-batch.ts";
import { reviewCard } from "./review-card.ts";
import { counted, grouped } from "./wording.ts";

/** The pages of the list that show a batch: `/reviews/`, `/reviews/page/2/` and on. */
export function* listPages(around: Surroundings, { first, reviews }: ListBatch): Generator<Rendered> {
  const { rating, templates, site } = around;
  const pages = pageCount(rating.review_count);
  for (let at = 0; at === 0 || at < reviews.length; at += LIST_SIZE) {
    const page = (first + at) / LIST_SIZE + 1;
    const shown = reviews.slice(at, at + LIST_SIZE);
    const main = templates.fill("list.eta", {
      total: counted(rating.review_count, "verified review"),
      page,
      pages,
      range: `${grouped(first + at + 1)} to ${grouped(first + at + shown.length)}`,
      cards: shown.map((review) => reviewCard(around, review)),
      newer: page > 1 ? listPath(page - 1) : null,
      older: page < pages ? listPath(page + 1) : null,
      near: nearPages(page, pages).map((number) => ({
        number,
        path: listPath(number),
        isCurrent: number === page,
      })),
    });
    yield laidOut(around, {
      path: listPath(page),
      title: page === 1 ? "All reviews" : `All reviews, page ${page}`,
      description: `${counted(rating.review_count, "verified review")} of ${site.business.name}, newest first. Page ${page} of ${pages}.`,
      main,
      searches: true,
      compression: "quick",
    });
  }
}

/** Where all pages of the list are. */
export const listPaths = (reviews: number): string[] =>
  Array.from({ length: pageCount(reviews) }, (_, index) => listPath(index + 1));

/** Where the pages are that show a batch. */
export const listPathsOf = ({ first, reviews }: ListBatch): string[] =>
  listPaths(reviews.length).map((_, index) => listPath(first / LIST_SIZE + index + 1));

const pageCount = (reviews: number): number => Math.max(1, Math.ceil(reviews / LIST_SIZE));

const listPath = (page: number): string => (page === 1 ? REVIEWS_FOLDER : `${REVIEWS_FOLDER}page/${page}/`);

/** The first, the last, and those around. */
function nearPages(page: number, pages: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages]);
  return [...wanted].filter((number) => number >= 1 && number <= pages).toSorted((a, b) => a - b);
}
