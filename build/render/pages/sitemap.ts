import { reviewPath } from "../../../model/review.ts";
import { addDays, type CalendarDate } from "../../../model/calendar-date.ts";
import { lastChange } from "../feed-entry.ts";
import { type Rendered, TEXT_TYPE } from "../rendered.ts";
import { type Publication } from "./publication.ts";

/** sitemaps.org: the most addresses that one file may list. */
const MAX_ADDRESSES = 50_000;

const XML_TYPE = "application/xml; charset=utf-8";
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `/sitemap.xml`: all pages, or a list of files with them; and robots.txt, which names it. */
export function* sitemaps(publication: Publication, paths: readonly string[]): Generator<Rendered> {
  const { site, reviews } = publication;
  yield {
    path: "/robots.txt",
    mediaType: TEXT_TYPE,
    body: Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${site.baseUrl}/sitemap.xml\n`),
  };
  if (site.business.email && reviews[0])
    yield securityText(site.business.email, site.baseUrl, reviews[0].date);
  yield* sitemapFiles(site.baseUrl, [
    ...paths.map((path) => ({ path })),
    ...reviews.map((review) => ({ path: reviewPath(review.id), lastmod: lastChange(review) })),
  ]);
}

export interface Address {
  readonly path: string;
  readonly lastmod?: CalendarDate;
}

/** One file, or as many as sitemaps.org asks for and a list of them. */
export function* sitemapFiles(baseUrl: string, addresses: readonly Address[]): Generator<Rendered> {
  if (addresses.length <= MAX_ADDRESSES) {
    yield file("/sitemap.xml", "urlset", addresses.map(urlOf));
    return;
  }
  const parts: string[] = [];
  for (let first = 0; first < addresses.length; first += MAX_ADDRESSES) {
    const path = `/sitemap-${parts.length + 1}.xml`;
    parts.push(`<sitemap><loc>${baseUrl}${path}</loc></sitemap>`);
    yield file(path, "urlset", addresses.slice(first, first + MAX_ADDRESSES).map(urlOf));
  }
  yield file("/sitemap.xml", "sitemapindex", parts);

  function urlOf({ path, lastmod }: Address): string {
    return `<url><loc>${baseUrl}${path}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</url>`;
  }
}

/** RFC 9116. It expires a year after the newest review, not after the build: same content, same bytes. */
function securityText(email: string, baseUrl: string, newest: CalendarDate): Rendered {
  const path = "/.well-known/security.txt";
  const expires = `${addDays(newest, 365)}T00:00:00Z`;
  const text = `Contact: mailto:${email}\nExpires: ${expires}\nCanonical: ${baseUrl}${path}\n`;
  return { path, mediaType: TEXT_TYPE, body: Buffer.from(text) };
}

/** Origins, slugs and dates hold no character that XML would need escaped. */
function file(path: string, root: string, lines: readonly string[]): Rendered {
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<${root} ${NAMESPACE}>\n${lines.join("\n")}\n</${root}>\n`;
  return { path, mediaType: XML_TYPE, body: Buffer.from(text), compression: "quick" };
}
