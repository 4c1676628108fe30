import { HTML_TYPE, type RenderedFile } from "../rendered-file.ts";
import { developerPages } from "./developer-pages.ts";
import { entityPages, topicPages } from "./entity-pages.ts";
import { home } from "./home.ts";
import { llmsTexts } from "./llms.ts";
import type { RenderInput } from "./render-input.ts";
import { listPaths } from "./list-pages.ts";
import { policyPage } from "./policy-page.ts";
import { sitemaps } from "./sitemap.ts";
import { methodologyPage, notFoundPage, summaryPage } from "./summary-pages.ts";

const JAVASCRIPT_TYPE = "text/javascript; charset=utf-8";
const CSS_TYPE = "text/css; charset=utf-8";

/** Renders every page except the list and the pages of reviews, with scripts, styles and indexes, one at a time. */
export function* pages(input: RenderInput): Generator<RenderedFile> {
  const { templates, rating } = input;
  yield { path: "/style.css", mediaType: CSS_TYPE, body: templates.file("style.css") };
  yield { path: "/search.js", mediaType: JAVASCRIPT_TYPE, body: templates.file("search.js") };
  yield { path: "/icon.svg", mediaType: "image/svg+xml", body: templates.file("icon.svg") };
  const paths: string[] = [];
  for (const page of summarizingPages(input)) {
    if (page.mediaType === HTML_TYPE && page.path.endsWith("/")) paths.push(page.path);
    yield page;
  }
  yield* sitemaps(input, [...paths, ...listPaths(rating.review_count)]);
  yield* llmsTexts(input);
}

function* summarizingPages(input: RenderInput): Generator<RenderedFile> {
  yield home(input);
  yield notFoundPage(input);
  yield summaryPage(input);
  yield methodologyPage(input);
  yield policyPage(input);
  yield* entityPages(input);
  yield* topicPages(input);
  yield* developerPages(input);
}
