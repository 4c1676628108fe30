import type { AggregateRating } from "../../../model/business.ts";
import type { FaqInsight } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { Site } from "../feed-entry.ts";

const businessId = ({ baseUrl }: Site): string => `${baseUrl}/#business`;

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
    mainEntityOfPage: `${baseUrl}/`,
    telephone: business.telephone,
    email: business.email,
    address: {
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
    aggregateRating: rating.rating_value === null ? undefined : aggregateNode(rating),
  };
}

function aggregateNode({ rating_value, review_count }: AggregateRating): object {
  return {
    "@type": "AggregateRating",
    ratingValue: rating_value,
    reviewCount: review_count,
    ratingCount: review_count,
    bestRating: 5,
    worstRating: 1,
  };
}

/** Describes a review of the business. */
export function reviewNode(site: Site, review: Review): object {
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
  };
}

/** Describes the published files for dataset search engines. */
export function datasetNode({ business, publishing, baseUrl }: Site, newest: string | undefined): object {
  const download = (path: string, name: string, encodingFormat: string): object => ({
    "@type": "DataDownload",
    name,
    encodingFormat,
    contentUrl: baseUrl + path,
  });
  return {
    "@type": "Dataset",
    "@id": `${baseUrl}/#dataset`,
    name: publishing.title,
    description: `Every verified customer review of ${business.name}, with its rating, date, text and the owner's reply, and the figures counted from them.`,
    url: `${baseUrl}/developers/`,
    license: publishing.license_url,
    isAccessibleForFree: true,
    dateModified: newest,
    creator: { "@type": "Organization", name: business.name, url: business.url },
    distribution: [
      download("/reviews.json", "All reviews", "application/json"),
      download("/insights.json", "Insights", "application/json"),
      download("/api/feed.json", "JSON Feed", "application/feed+json"),
      download("/feed.xml", "Atom feed", "application/atom+xml"),
    ],
  };
}

export function websiteNode({ business, publishing, baseUrl }: Site): object {
  return {
    "@type": "WebSite",
    "@id": `${baseUrl}/#website`,
    name: publishing.title,
    url: `${baseUrl}/`,
    inLanguage: business.language,
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
      item: baseUrl + path,
    })),
  };
}

export function faqNode(faq: readonly FaqInsight[]): object {
  return {
    "@type": "FAQPage",
    mainEntity: faq.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
