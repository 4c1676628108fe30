import { type Review, reviewPath, REVIEWS_FOLDER } from "../../../model/review.ts";
import { type Site, titleOf } from "../feed-entry.ts";
import { methodWords, sourceName } from "../method-words.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { breadcrumbs, reviewNodes } from "./json-ld.ts";
import { layOut } from "./layout.ts";
import type { Markup } from "./markup.ts";
import { linkedMentions, type PageContext } from "./render-input.ts";
import type { AspectOpinion, ReviewBatch } from "./review-batch.ts";
import { counted, excerpt, polarityWord, spelledDate, stars } from "./wording.ts";

const MAX_EXCERPT_CHARS = 480;

/** Renders the page of each review of a batch. */
export function* reviewPages(context: PageContext, batch: ReviewBatch): Generator<RenderedFile> {
  const { reviews, opinions } = batch;
  for (const [index, review] of reviews.entries()) {
    yield reviewPage(context, {
      review,
      opinions: opinions[index] ?? [],
      newer: index === 0 ? batch.newer : reviews[index - 1],
      older: reviews[index + 1] ?? batch.older,
    });
  }
}

interface ReviewDetails {
  readonly review: Review;
  readonly opinions: readonly AspectOpinion[];
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
}

function reviewPage(context: PageContext, { review, opinions, newer, older }: ReviewDetails): RenderedFile {
  const { site, templates } = context;
  const path = reviewPath(review.id);
  const title = titleOf(review);
  const main = templates.fill("review.eta", {
    review,
    businessName: site.business.name,
    stars: stars(review.rating),
    date: spelledDate(review.date),
    replied: review.owner_reply && spelledDate(review.owner_reply.date),
    mentions: linkedMentions(context, review),
    source: sourceName(review.source),
    verified: methodWords(review.verification.method, review.source),
    incentive: review.incentive?.note ?? null,
    photos: review.photos,
    reportUrl: reportUrl(site, review),
    aspects: opinions.map((opinion) => ({ ...opinion, word: polarityWord(opinion.polarity) })),
    newer: newer && { path: reviewPath(newer.id), title: titleOf(newer) },
    older: older && { path: reviewPath(older.id), title: titleOf(older) },
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

/** Renders a review as lists show it: shortened if long, with a link to its page. */
export function reviewCard(context: PageContext, review: Review): Markup {
  return context.templates.fill("review-card.eta", {
    review,
    path: reviewPath(review.id),
    stars: stars(review.rating),
    date: spelledDate(review.date),
    source: sourceName(review.source),
    verified: methodWords(review.verification.method, review.source),
    incentive: review.incentive?.note ?? null,
    photoCount: review.photos.length === 0 ? null : counted(review.photos.length, "photo"),
    text: review.text === null ? null : excerpt(review.text, MAX_EXCERPT_CHARS),
    mentions: linkedMentions(context, review),
  });
}
