import { aggregate } from "../../../model/business.ts";
import type { Entities, Entity, EntityKind, EntityName } from "../../../model/entities.ts";
import type { EntityInsight, InsightsDocument, TechnicianInsight } from "../../../model/insights.ts";
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
    entityRows(entities[kind], reviews, (review) => review.mentions[kind]);
  const problemsOf = new Map(verdicts.map(({ review, problems }) => [review.id, problems]));
  return {
    technicians: technicianRows(entities.technicians, rowsOf("technicians"), verdicts),
    services: rowsOf("services"),
    problems: entityRows(entities.problems ?? [], reviews, ({ id }) => problemsOf.get(id) ?? []),
    service_areas: rowsOf("service_areas"),
  };
}

function entityRows(
  entities: readonly EntityName[],
  reviews: readonly Review[],
  mentionedIn: (review: Review) => readonly string[],
): EntityInsight[] {
  const mentioning = Map.groupBy(
    reviews.flatMap((review) => mentionedIn(review).map((id) => ({ id, review }))),
    ({ id }) => id,
  );
  return entities.map((entity) => {
    const mentions = mentioning.get(entity.id) ?? [];
    return entityRow(
      entity,
      mentions.map(({ review }) => review),
    );
  });
}

function technicianRows(
  technicians: readonly Entity[],
  rows: readonly EntityInsight[],
  verdicts: readonly ReviewVerdict[],
): TechnicianInsight[] {
  const published = publishedTechnicians(technicians, verdicts);
  return rows.map((row) => {
    if (!published.has(row.id)) return row;
    const votes = verdicts.flatMap((verdict) => verdict.technicians.filter(({ id }) => id === row.id));
    return { ...row, sentiment: countsOf(votes.map(({ polarity }) => polarity)) };
  });
}

/** Technicians whose sentiment is published: not private, and in enough reviews. */
export function publishedTechnicians(
  technicians: readonly Entity[],
  verdicts: readonly ReviewVerdict[],
): Set<string> {
  const votes = verdicts.flatMap((verdict) => verdict.technicians);
  const published = technicians.filter(
    ({ id, publish_sentiment }) =>
      publish_sentiment !== false && votes.filter((vote) => vote.id === id).length >= MIN_TECHNICIAN_REVIEWS,
  );
  return new Set(published.map(({ id }) => id));
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
