import { aggregate } from "../../../model/business.ts";
import type { Entities, Entity, EntityKind, EntityName } from "../../../model/entities.ts";
import type { EntityInsight, InsightsDocument, TechnicianInsight } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import type { Review } from "../../../model/review.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { countsOf } from "./aspect-insights.ts";

const MAX_EXAMPLES = 3;
/** With fewer reviews readers could guess whose opinions these are. */
const MIN_TECHNICIAN_REVIEWS = 5;

/** One row per entity, in the order of entities.json, also without mentions. Reviews come newest first. */
export function entityInsights(
  entities: Entities,
  reviews: readonly Review[],
  verdicts: readonly ReviewVerdict[],
): InsightsDocument["entities"] {
  const rowsOf = (kind: EntityKind): EntityInsight[] =>
    entityRows(entities[kind], reviews, {
      reviewOf: (review) => review,
      idsIn: ({ mentions }) => mentions[kind],
    });
  return {
    technicians: technicianRows(entities.technicians, rowsOf("technicians"), verdicts),
    services: rowsOf("services"),
    problems: entityRows(entities.problems ?? [], verdicts, {
      reviewOf: ({ review }) => review,
      idsIn: ({ problems }) => problems,
    }),
    service_areas: rowsOf("service_areas"),
  };
}

interface Mentioning<T> {
  readonly reviewOf: (item: T) => Review;
  /** The ids of the entities that it mentions. */
  readonly idsIn: (item: T) => readonly string[];
}

function entityRows<T>(
  entities: readonly EntityName[],
  items: readonly T[],
  { reviewOf, idsIn }: Mentioning<T>,
): EntityInsight[] {
  const mentioning = new Map(entities.map(({ id }): [string, Review[]] => [id, []]));
  for (const item of items) for (const id of idsIn(item)) mentioning.get(id)?.push(reviewOf(item));
  return entities.map((entity) => entityRow(entity, mentioning.get(entity.id) ?? []));
}

function technicianRows(
  technicians: readonly Entity[],
  rows: readonly EntityInsight[],
  verdicts: readonly ReviewVerdict[],
): TechnicianInsight[] {
  const published = publishedTechnicians(technicians, verdicts);
  const votes = technicianVotes(verdicts);
  return rows.map((row) =>
    published.has(row.id) ? { ...row, sentiment: countsOf(votes.get(row.id) ?? []) } : row,
  );
}

/** Technicians whose sentiment is published: not private, and in enough reviews. */
export function publishedTechnicians(
  technicians: readonly Entity[],
  verdicts: readonly ReviewVerdict[],
): Set<string> {
  const votes = technicianVotes(verdicts);
  const published = technicians.filter(
    ({ id, publish_sentiment }) =>
      publish_sentiment !== false && (votes.get(id)?.length ?? 0) >= MIN_TECHNICIAN_REVIEWS,
  );
  return new Set(published.map(({ id }) => id));
}

/** The votes of all reviews by technician. */
function technicianVotes(verdicts: readonly ReviewVerdict[]): ReadonlyMap<string, readonly Polarity[]> {
  const votes = new Map<string, Polarity[]>();
  for (const { technicians } of verdicts)
    for (const { id, polarity } of technicians) {
      const known = votes.get(id);
      if (known === undefined) votes.set(id, [polarity]);
      else known.push(polarity);
    }
  return votes;
}

function entityRow({ id, name }: EntityName, reviews: readonly Review[]): EntityInsight {
  const { rating_value, review_count, distribution } = aggregate(reviews);
  return {
    id,
    name,
    mention_count: review_count,
    rating_value,
    distribution,
    first_mention: reviews.at(-1)?.date ?? null,
    last_mention: reviews[0]?.date ?? null,
    example_review_ids: reviews.slice(0, MAX_EXAMPLES).map((review) => review.id),
  };
}
