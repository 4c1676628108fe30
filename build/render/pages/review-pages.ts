import { type Review, reviewPath, REVIEWS_FOLDER } from "../../../model/review.ts";
import { type Site, titleOf } from "../feed-entry.ts";
import { methodWords, sourceName } from "../method-words.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { breadcrumbs, reviewNodes } from "./json-ld.ts";
import { layOut } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { linkedMentions, type PageContext } from "./render-input.ts";
import type { ReviewDetails } from "./review-batch.ts";
import { counted, excerpt, POLARITY_WORDS, spelledDate, stars } from "./wording.ts";

const MAX_EXCERPT_CHARS = 480;

/** Renders the page of a review. */
export function reviewPage(context: PageContext, details: ReviewDetails): RenderedFile {
  const { review, opinions, newer, older } = details;
  const { site, templates } = context;
  const path = reviewPath(review.id);
  const title = titleOf(review);
  const main = templates.fill("review.eta", {
    review,
    ...labelsOf(context, review),
    businessName: site.business.name,
    replied: review.owner_reply && spelledDate(review.owner_reply.date),
    photos: review.photos,
    reportUrl: reportUrl(site, review),
    aspects: opinions.flatMap(({ label, polarity }) =>
      polarity === "neutral" ? [] : { label, polarity, word: POLARITY_WORDS[polarity] },
    ),
    newer,
    older,
  });
  const trail = [["Reviews", REVIEWS_FOLDER] as const, [title, path] as const];
  return layOut(context, {
    path,
    title,
    description: review.text ?? `${title}, without a text.`,
    main,
    graph: [...reviewNodes(site, review), breadcrumbs(site, trail)],
    isArticle: true,
    compression: "none",
  });
}

/** Opens a message about this review, or the page on which the publisher takes reports. */
function reportUrl({ policy }: Site, { id, url }: Review): string {
  const { email, url: page } = policy.report;
  if (email === undefined) return page ?? policy.url;
  return `mailto:${email}?subject=${encodeURIComponent(`Review ${id}`)}&body=${encodeURIComponent(`${url}\n\n`)}`;
}

/** The facts of a review in words, the same on its card and its page. */
function labelsOf(context: PageContext, review: Review): object {
  const { rating, date, source, verification, incentive } = review;
  return {
    stars: stars(rating),
    date: spelledDate(date),
    source: sourceName(source),
    verified: methodWords(verification.method, source),
    incentive: incentive?.note ?? null,
    mentions: linkedMentions(context, review),
  };
}

/** Renders a review as lists show it: shortened if long, with a link to its page. */
export function reviewCard(context: PageContext, review: Review): Markup {
  return context.templates.fill("review-card.eta", {
    review,
    ...labelsOf(context, review),
    path: reviewPath(review.id),
    photoCount: review.photos.length === 0 ? null : counted(review.photos.length, "photo"),
    text: review.text === null ? null : excerpt(review.text, MAX_EXCERPT_CHARS),
  });
}
