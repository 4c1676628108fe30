import { type Review, reviewPath, REVIEWS_FOLDER } from "../../../model/review.ts";
import { titleOf } from "../feed-entry.ts";
import type { Rendered } from "../rendered.ts";
import { breadcrumbs, reviewNode } from "./json-ld.ts";
import { laidOut } from "./layout.ts";
import { linkedMentions, type Publication } from "./publication.ts";
import { reviewCard } from "./review-card.ts";
import { counted, grouped, polarityWord, spelledDate, stars } from "./wording.ts";

/** Reviews on one page of the list. */
export const LIST_SIZE = 30;

/** One page a review, newest first, each made when it is asked for. */
export function* reviewPages(publication: Publication): Generator<Rendered> {
  const { reviews } = publication;
  for (const [index, review] of reviews.entries()) {
    yield reviewPage(publication, review, reviews[index - 1], reviews[index + 1]);
  }
}

function reviewPage(
  publication: Publication,
  review: Review,
  newer: Review | undefined,
  older: Review | undefined,
): Rendered {
  const { site, insights, templates } = publication;
  const title = titleOf(review);
  const main = templates.fill("review.eta", {
    review,
    businessName: site.business.name,
    stars: stars(review.rating),
    date: spelledDate(review.date),
    replied: review.owner_reply && spelledDate(review.owner_reply.date),
    mentions: linkedMentions(publication, review),
    aspects: aspectsOf(publication, insights.per_review[review.id]),
    newer: newer && { path: reviewPath(newer.id), title: titleOf(newer) },
    older: older && { path: reviewPath(older.id), title: titleOf(older) },
  });
  return laidOut(publication, {
    path: reviewPath(review.id),
    title,
    description: review.text ?? `${title}, without a text.`,
    main,
    graph: [
      reviewNode(site, review),
      breadcrumbs(site, [
        ["Reviews", REVIEWS_FOLDER],
        [title, reviewPath(review.id)],
      ]),
    ],
    isArticle: true,
    compression: "none",
  });
}

function aspectsOf(
  { insights }: Publication,
  reading: Publication["insights"]["per_review"][string] | undefined,
): object[] {
  if (reading === undefined || "skipped" in reading) return [];
  return reading.aspects.map(({ id, polarity }) => ({
    label: insights.aspects.find((aspect) => aspect.id === id)?.label ?? id,
    polarity,
    word: polarityWord(polarity),
  }));
}

/** All reviews in pages of a list: `/reviews/`, `/reviews/page/2/` and on. */
export function* listPages(publication: Publication): Generator<Rendered> {
  const { reviews, rating, templates } = publication;
  const pages = Math.max(1, Math.ceil(reviews.length / LIST_SIZE));
  for (let page = 1; page <= pages; page += 1) {
    const first = (page - 1) * LIST_SIZE;
    const shown = reviews.slice(first, first + LIST_SIZE);
    const main = templates.fill("list.eta", {
      total: counted(rating.review_count, "verified review"),
      page,
      pages,
      range: `${grouped(first + 1)} to ${grouped(first + shown.length)}`,
      cards: shown.map((review) => reviewCard(publication, review)),
      newer: page > 1 ? listPath(page - 1) : null,
      older: page < pages ? listPath(page + 1) : null,
      near: nearPages(page, pages).map((number) => ({
        number,
        path: listPath(number),
        isCurrent: number === page,
      })),
    });
    yield laidOut(publication, {
      path: listPath(page),
      title: page === 1 ? "All reviews" : `All reviews, page ${page}`,
      description: `${counted(rating.review_count, "verified review")} of ${publication.site.business.name}, newest first. Page ${page} of ${pages}.`,
      main,
      searches: true,
      compression: "quick",
    });
  }
}

export const listPath = (page: number): string =>
  page === 1 ? REVIEWS_FOLDER : `${REVIEWS_FOLDER}page/${page}/`;

/** The first, the last, and those around. */
function nearPages(page: number, pages: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages]);
  return [...wanted].filter((number) => number >= 1 && number <= pages).toSorted((a, b) => a - b);
}
