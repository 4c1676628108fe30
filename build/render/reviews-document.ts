import { aggregate, type Business, BUSINESS_PROPERTIES } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import type { ReviewsDocument } from "../../model/documents.ts";
import type { Entity, EntityName } from "../../model/entities.ts";
import type { Review } from "../../model/review.ts";

/** Business fields in the order of the schema, whatever their order in the file: same content, same bytes. */
export function reviewsDocument(
  { business, entities }: Content,
  reviews: readonly Review[],
): ReviewsDocument {
  const keys = Object.keys(BUSINESS_PROPERTIES) as (keyof Business)[];
  const fields = keys.filter((key) => business[key] !== undefined).map((key) => [key, business[key]]);
  return {
    business: {
      ...(Object.fromEntries(fields) as Business),
      technicians: entities.technicians.map(toName),
      services: entities.services.map(toName),
      service_areas: entities.service_areas.map(toName),
    },
    aggregate_rating: aggregate(reviews),
    reviews,
  };
}

const toName = ({ id, name }: Entity): EntityName => ({ id, name });
