import { HTML_TYPE, type Rendered } from "../rendered.ts";
import { developerPages } from "./developer-pages.ts";
import { entityPages, topicPages } from "./entity-pages.ts";
import { home } from "./home.ts";
import { agentTexts } from "./llms.ts";
import type { Publication } from "./publication.ts";
import { listPaths } from "./list-pages.ts";
import { sitemaps } from "./sitemap.ts";
import { socialImage } from "./social-image.ts";
import { methodologyPage, notFoundPage, summaryPage } from "./summary-pages.ts";

const JAVASCRIPT_TYPE = "text/javascript; charset=utf-8";
const CSS_TYPE = "text/css; charset=utf-8";

/** Every page but those of the reviews, and what belongs to them, each made when it is asked for. */
export function* pages(publication: Publication): Generator<Rendered> {
  const { templates, rating } = publication;
  yield { path: "/style.css", mediaType: CSS_TYPE, body: templates.file("style.css") };
  yield { path: "/search.js", mediaType: JAVASCRIPT_TYPE, body: templates.file("search.js") };
  yield { path: "/icon.svg", mediaType: "image/svg+xml", body: templates.file("icon.svg") };
  yield socialImage(rating.rating_value ?? 0);
  const paths: string[] = [];
  for (const page of withoutReviews(publication)) {
    if (page.mediaType === HTML_TYPE && page.path.endsWith("/")) paths.push(page.path);
    yield page;
  }
  yield* sitemaps(publication, [...paths, ...listPaths(rating.review_count)]);
  yield* agentTexts(publication);
}

function* withoutReviews(publication: Publication): Generator<Rendered> {
  yield home(publication);
  yield notFoundPage(publication);
  yield summaryPage(publication);
  yield methodologyPage(publication);
  yield* entityPages(publication);
  yield* topicPages(publication);
  yield* developerPages(publication);
}
