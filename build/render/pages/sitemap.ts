import { originOf, urlOf } from "../../../model/base-url.ts";
import { reviewPath } from "../../../model/review.ts";
import { addDays, type CalendarDate } from "../../../model/calendar-date.ts";
import { lastChange } from "../feed-entry.ts";
import { type RenderedFile, TEXT_TYPE } from "../rendered-file.ts";
import { type RenderInput } from "./render-input.ts";

/** The limit of sitemaps.org per file. */
const MAX_URLS = 50_000;

const XML_TYPE = "application/xml; charset=utf-8";
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * Renders robots.txt, security.txt if the business has an e-mail address, and the sitemap. Robots and RFC 9116 know the
 * first two at the root of the host only: below a path, they are for the owner to copy there.
 */
export function* sitemaps(input: RenderInput, paths: readonly string[]): Generator<RenderedFile> {
  const { site, reviews } = input;
  const sitemap = urlOf(site.baseUrl, "/sitemap.xml");
  yield {
    path: "/robots.txt",
    mediaType: TEXT_TYPE,
    body: Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`),
  };
  if (site.business.email && reviews[0])
    yield securityText(site.business.email, site.baseUrl, reviews[0].date);
  // Oldest first: a new review changes only the last of several sitemaps.
  yield* sitemapFiles(site.baseUrl, [
    ...reviews.map((review) => ({ path: reviewPath(review.id), lastmod: lastChange(review) })).toReversed(),
    ...paths.map((path) => ({ path })),
  ]);
}

export interface SitemapEntry {
  readonly path: string;
  readonly lastmod?: CalendarDate;
}

/** Renders one sitemap or, over the limit, several and an index of them. */
export function* sitemapFiles(baseUrl: string, entries: readonly SitemapEntry[]): Generator<RenderedFile> {
  if (entries.length <= MAX_URLS) {
    yield file("/sitemap.xml", "urlset", entries.map(entryOf));
    return;
  }
  const parts: string[] = [];
  for (let first = 0; first < entries.length; first += MAX_URLS) {
    const path = `/sitemap-${parts.length + 1}.xml`;
    parts.push(`<sitemap><loc>${urlOf(baseUrl, path)}</loc></sitemap>`);
    yield file(path, "urlset", entries.slice(first, first + MAX_URLS).map(entryOf));
  }
  yield file("/sitemap.xml", "sitemapindex", parts);

  function entryOf({ path, lastmod }: SitemapEntry): string {
    return `<url><loc>${urlOf(baseUrl, path)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</url>`;
  }
}

/** Renders security.txt (RFC 9116). It expires a year after the newest review, so equal content gives equal bytes. */
function securityText(email: string, baseUrl: string, newest: CalendarDate): RenderedFile {
  const path = "/.well-known/security.txt";
  const expires = `${addDays(newest, 365)}T00:00:00Z`;
  const text = `Contact: mailto:${email}\nExpires: ${expires}\nCanonical: ${urlOf(originOf(baseUrl), path)}\n`;
  return { path, mediaType: TEXT_TYPE, body: Buffer.from(text) };
}

/** Origins, slugs and dates contain no character that XML must escape. */
function file(path: string, root: string, lines: readonly string[]): RenderedFile {
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<${root} ${NAMESPACE}>\n${lines.join("\n")}\n</${root}>\n`;
  return { path, mediaType: XML_TYPE, body: Buffer.from(text), compression: "quick" };
}
