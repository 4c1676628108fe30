import type { Content } from "../../model/content.ts";
import type { InsightsDocument } from "../../model/documents.ts";
import type { Review } from "../../model/review.ts";
import { entityCounts, monthly } from "./rating-counts.ts";

const VERSION = 1;
const METHOD = "counts";
const METHOD_VERSION = "1.0.0";

/** Everything in insights.json but the moment it was made. Fields that are not derived yet are absent. */
export function analyze(
  content: Content,
  reviews: readonly Review[],
): Omit<InsightsDocument, "generated_at"> {
  const { entities, faq, summary } = content;
  return {
    version: VERSION,
    model: `${METHOD}/${METHOD_VERSION}`,
    review_count: reviews.length,
    date_range: { earliest: reviews.at(-1)?.date ?? null, latest: reviews[0]?.date ?? null },
    entities: {
      technicians: entityCounts("technicians", entities.technicians, reviews),
      services: entityCounts("services", entities.services, reviews),
      service_areas: entityCounts("service_areas", entities.service_areas, reviews),
    },
    temporal: { monthly: monthly(reviews) },
    faq: faq.map(({ id, question, answer }) => ({ id, question, answer, basis: "editorial" })),
    ...(summary === null ? {} : { summary: { kind: "editorial", text: summary, basis: "editorial" } }),
    method: {
      name: METHOD,
      version: METHOD_VERSION,
      description:
        "Counts star ratings of all verified reviews, by month and by the technicians, services and areas that a review's text names.",
      limitations: [
        "A mention says that a review names somebody, not what it thinks of them.",
        "Names written in ways that the business did not list are missed.",
      ],
    },
  };
}
