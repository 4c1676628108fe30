import { REVIEWS_FOLDER } from "../../../model/review.ts";
import { reviewNoun } from "../claims.ts";
import { METHOD_WORDS } from "../method-words.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { layOut } from "./layout.ts";
import type { PageContext } from "./render-input.ts";
import { LIST_SIZE, type ListBatch } from "./review-batch.ts";
import { reviewCard } from "./review-pages.ts";
import { counted, grouped } from "./wording.ts";

/** Renders the list pages that show a batch: `/reviews/`, `/reviews/page/2/` and so on. */
export function* listPages(context: PageContext, { first, reviews }: ListBatch): Generator<RenderedFile> {
  const { rating, templates, site } = context;
  const pages = pageCount(rating.review_count);
  const noun = reviewNoun(site.policy);
  for (let at = 0; at === 0 || at < reviews.length; at += LIST_SIZE) {
    const page = (first + at) / LIST_SIZE + 1;
    const shown = reviews.slice(at, at + LIST_SIZE);
    const main = templates.fill("list.eta", {
      total: counted(rating.review_count, noun),
      methodWords: JSON.stringify(METHOD_WORDS),
      page,
      pages,
      range: `${grouped(first + at + 1)} to ${grouped(first + at + shown.length)}`,
      cards: shown.map((review) => reviewCard(context, review)),
      newer: page > 1 ? listPath(page - 1) : null,
      older: page < pages ? listPath(page + 1) : null,
      near: nearPages(page, pages).map((number) => ({
        number,
        path: listPath(number),
        isCurrent: number === page,
      })),
    });
    yield layOut(context, {
      path: listPath(page),
      title: page === 1 ? "Reviews" : `Reviews, page ${page}`,
      description: `${counted(rating.review_count, noun)} of ${site.business.name}, newest first. Page ${page} of ${pages}.`,
      main,
      searches: true,
      compression: "quick",
    });
  }
}

/** Lists the paths of all list pages. */
export const listPaths = (reviews: number): string[] =>
  Array.from({ length: pageCount(reviews) }, (_, index) => listPath(index + 1));

/** Lists the paths of the list pages that show a batch. */
export const listPathsOf = ({ first, reviews }: ListBatch): string[] =>
  listPaths(reviews.length).map((_, index) => listPath(first / LIST_SIZE + index + 1));

const pageCount = (reviews: number): number => Math.max(1, Math.ceil(reviews / LIST_SIZE));

const listPath = (page: number): string => (page === 1 ? REVIEWS_FOLDER : `${REVIEWS_FOLDER}page/${page}/`);

/** Returns the numbers of the first, the last and the adjacent pages. */
function nearPages(page: number, pages: number): number[] {
  const numbers = new Set([1, page - 1, page, page + 1, pages]);
  return [...numbers].filter((number) => number >= 1 && number <= pages).toSorted((a, b) => a - b);
}
