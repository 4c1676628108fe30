import { urlOf } from "../../../model/base-url.ts";
import { type AggregateRating, ratedCount } from "../../../model/business.ts";
import type { FaqInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import { publisherClaim, type Site } from "../feed-entry.ts";

const businessId = ({ baseUrl }: Site): string => urlOf(baseUrl, "/#business");

/** Describes the business, with its rating once it has one. */
export function businessNode(site: Site, rating: AggregateRating): object {
  const { business, baseUrl } = site;
  const { address, geo } = business;
  return {
    "@type": business.type,
    "@id": businessId(site),
    name: business.name,
    legalName: business.legal_name,
    description: business.description,
    url: business.url,
    mainEntityOfPage: urlOf(baseUrl, "/"),
    telephone: business.telephone,
    email: business.email,
    address: address && {
      "@type": "PostalAddress",
      streetAddress: address.street_address,
      addressLocality: address.locality,
      addressRegion: address.region,
      postalCode: address.postal_code,
      addressCountry: address.country,
    },
    geo: geo && { "@type": "GeoCoordinates", ...geo },
    openingHours: business.opening_hours,
    priceRange: business.price_range,
    sameAs: business.same_as,
    logo: business.logo_url,
    publishingPrinciples: site.policy.url,
    aggregateRating: rating.rating_value === null || !marksReviews(site) ? undefined : aggregateNode(rating),
  };
}

/** Google shows no stars for reviews that a business marks up about itself, and asks that third parties' are not. */
const marksReviews = ({ publishing }: Site): boolean => publishing.review_markup !== false;

function aggregateNode(rating: AggregateRating): object {
  return {
    "@type": "AggregateRating",
    ratingValue: rating.rating_value,
    reviewCount: rating.review_count,
    ratingCount: ratedCount(rating),
    bestRating: 5,
    worstRating: 1,
  };
}

/** Describes a review of the business. Search engines refuse incentivised ones. */
export function reviewNodes(site: Site, review: Review): object[] {
  return marksReviews(site) && review.incentive === null ? [reviewNode(site, review)] : [];
}

function reviewNode(site: Site, review: Review): object {
  return {
    "@type": "Review",
    "@id": review.url,
    url: review.url,
    itemReviewed: { "@type": site.business.type, "@id": businessId(site), name: site.business.name },
    author: { "@type": "Person", name: review.author },
    reviewRating: { "@type": "Rating", ratingValue: review.rating, bestRating: 5, worstRating: 1 },
    datePublished: review.date,
    reviewBody: review.text ?? undefined,
    publisher: { "@type": "Organization", name: review.source },
    publishingPrinciples: site.policy.url,
  };
}

/** Describes the published files for dataset search engines. */
export function datasetNode({ business, publishing, policy, baseUrl }: Site, newest?: string): object {
  const download = (path: string, name: string, encodingFormat: string): object => ({
    "@type": "DataDownload",
    name,
    encodingFormat,
    contentUrl: urlOf(baseUrl, path),
  });
  return {
    "@type": "Dataset",
    "@id": urlOf(baseUrl, "/#dataset"),
    name: publishing.title,
    description: `The published reviews of ${business.name}, each with its rating, date, text, verification and the owner's reply, and the figures counted from them. ${publisherClaim(policy)}`,
    url: urlOf(baseUrl, "/developers/"),
    license: publishing.license_url,
    isAccessibleForFree: true,
    publishingPrinciples: policy.url,
    dateModified: newest,
    creator: { "@type": "Organization", name: business.name, url: business.url },
    distribution: [
      download("/reviews.json", "Reviews", "application/json"),
      download("/insights.json", "Insights", "application/json"),
      download("/api/feed.json", "JSON Feed", "application/feed+json"),
      download("/feed.xml", "Atom feed", "application/atom+xml"),
    ],
  };
}

export function websiteNode({ business, publishing, policy, baseUrl }: Site): object {
  return {
    "@type": "WebSite",
    "@id": urlOf(baseUrl, "/#website"),
    name: publishing.title,
    url: urlOf(baseUrl, "/"),
    inLanguage: business.language,
    publishingPrinciples: policy.url,
    publisher: { "@type": "Organization", name: policy.publisher.name },
  };
}

export function breadcrumbs(
  { baseUrl }: Site,
  trail: readonly (readonly [name: string, path: string])[],
): object {
  const steps = [["Home", "/"] as const, ...trail];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: urlOf(baseUrl, path),
    })),
  };
}

/** Answers of the business name it as their author. */
export function faqNode({ business }: Site, faq: readonly FaqInsight[]): object {
  const author = { "@type": "Organization", name: business.name };
  return {
    "@type": "FAQPage",
    mainEntity: faq.map(({ question, answer, basis }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer, author: basis === "editorial" ? author : undefined },
    })),
  };
}
