import { urlOf } from "../../model/base-url.ts";
import XmlBuilder from "fast-xml-builder";
import { type CalendarDate, dateTimeOf } from "../../model/calendar-date.ts";
import { POLICY_PAGE } from "../../model/policy.ts";
import type { Review } from "../../model/review.ts";
import { HUB_PATH } from "../../model/topics.ts";
import { methodWords } from "./method-words.ts";
import { describe, FEED_SIZE, lastChange, type Site, titleOf } from "./feed-entry.ts";

const ATOM = "http://www.w3.org/2005/Atom";
/** RFC 4287 section 4.1.1 requires `updated`, even before the first review. */
const EARLIEST_DATE = "1970-01-01" as CalendarDate;

const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressEmptyNode: true,
});

/** Renders Atom 1.0 (RFC 4287) with the 50 newest reviews. Every text construct is type="text", never markup. */
export function atomFeed(site: Site, reviews: readonly Review[]): Buffer {
  const { business, publishing, baseUrl } = site;
  const newest = reviews.slice(0, FEED_SIZE);
  const self = urlOf(baseUrl, "/feed.xml");
  const links = [
    link("self", self, "application/atom+xml"),
    link("hub", urlOf(baseUrl, HUB_PATH)),
    link("alternate", urlOf(baseUrl, "/"), "text/html"),
    ...(publishing.license_url ? [link("license", publishing.license_url)] : []),
  ];
  const feed = {
    "@xmlns": ATOM,
    "@xml:lang": business.language,
    id: self,
    title: publishing.title,
    subtitle: describe(site),
    updated: dateTimeOf(newest.map(lastChange).reduce(later, EARLIEST_DATE)),
    link: links,
    author: { name: business.name, uri: business.url },
    ...(business.logo_url ? { logo: business.logo_url } : {}),
    entry: newest.map((review) => entry(review, baseUrl)),
  };
  const document: string = builder.build({ feed });
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${document}\n`);
}

const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

function link(rel: string, href: string, type?: string): object {
  return { "@rel": rel, "@href": href, ...(type === undefined ? {} : { "@type": type }) };
}

/** A category with a scheme (RFC 4287 section 4.2.2): readers that ignore schemes show its label. */
function verificationCategory({ verification, source }: Review, baseUrl: string): object {
  const { method } = verification;
  return {
    "@term": method,
    "@scheme": urlOf(baseUrl, `${POLICY_PAGE}#verification`),
    "@label": methodWords(method, source),
  };
}

function entry(review: Review, baseUrl: string): object {
  const title = titleOf(review);
  const { technicians, services, service_areas } = review.mentions;
  const terms = [`${review.rating}-star`, ...technicians, ...services, ...service_areas];
  return {
    id: review.url,
    title: { "@type": "text", "#text": title },
    published: dateTimeOf(review.date),
    updated: dateTimeOf(lastChange(review)),
    link: [
      link("alternate", review.url, "text/html"),
      ...(review.source_url === null ? [] : [link("via", review.source_url)]),
    ],
    author: { name: review.author },
    category: [...terms.map((term) => ({ "@term": term })), verificationCategory(review, baseUrl)],
    content: { "@type": "text", "#text": review.text ?? `${title}, without a text.` },
  };
}
