import { type Review, reviewPath, REVIEWS_FOLDER } from "../../../model/review.ts";
import { titleOf } from "../feed-entry.ts";
import type { Rendered } from "../rendered.ts";
import { breadcrumbs, reviewNode } from "./json-ld.ts";
import { laidOut } from "./layout.ts";
import { linkedMentions, type Surroundings } from "./publication.ts";
import type { Opinion, ReviewBatch } from "./review-batch.ts";
import { polarityWord, spelledDate, stars } from "./wording.ts";

/** One page a review, each made when it is asked for. */
export function* reviewPages(around: Surroundings, batch: ReviewBatch): Generator<Rendered> {
  const { reviews, opinions } = batch;
  for (const [index, review] of reviews.entries()) {
    yield reviewPage(around, {
      review,
      opinions: opinions[index] ?? [],
      newer: index === 0 ? batch.newer : reviews[index - 1],
      older: reviews[index + 1] ?? batch.older,
    });
  }
}

interface Shown {
  readonly review: Review;
  readonly opinions: readonly Opinion[];
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
}

function reviewPage(around: Surroundings, { review, opinions, newer, older }: Shown): Rendered {
  const { site, templates } = around;
  const title = titleOf(review);
  const main = templates.fill("review.eta", {
    review,
    businessName: site.business.name,
    stars: stars(review.rating),
    date: spelledDate(review.date),
    replied: review.owner_reply && spelledDate(review.owner_reply.date),
    mentions: linkedMentions(around, review),
    aspects: opinions.map((one) => ({ ...one, word: polarityWord(one.polarity) })),
    newer: newer && { path: reviewPath(newer.id), title: titleOf(newer) },
    older: older && { path: reviewPath(older.id), title: titleOf(older) },
  });
  return laidOut(around, {
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
