import { type Review, reviewPath } from "../../../model/review.ts";
import type { Markup } from "./markup.ts";
import { linkedMentions, type Surroundings } from "./publication.ts";
import { excerpt, spelledDate, stars } from "./wording.ts";

const EXCERPT_CHARACTERS = 480;

/** A review as lists show it: cut when it is long, with a link to its page. */
export function reviewCard(around: Surroundings, review: Review): Markup {
  return around.templates.fill("review-card.eta", {
    review,
    path: reviewPath(review.id),
    stars: stars(review.rating),
    date: spelledDate(review.date),
    text: review.text === null ? null : excerpt(review.text, EXCERPT_CHARACTERS),
    mentions: linkedMentions(around, review),
  });
}
