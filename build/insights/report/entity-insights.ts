import { aggregate } from "../../../model/business.ts";
import type { CalendarDate } from "../../../model/calendar-date.ts";
import type { Entities, Entity, EntityName } from "../../../model/entities.ts";
import type { EntityInsight, InsightsDocument, TechnicianInsight } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import type { Review } from "../../../model/review.ts";
import { countsOf } from "./aspect-insights.ts";
import type { Judged } from "../sentiment/judge.ts";

const EXAMPLES = 3;
/** Fewer voices would point at the customers behind them. */
const MIN_VOICES = 5;

/** Rows in the order of the vocabulary, those that nobody mentioned included. Reviews come newest first. */
export function entityInsights(
  entities: Entities,
  reviews: readonly Review[],
  judged: readonly Judged[],
): InsightsDocument["entities"] {
  const problems = judged.flatMap(({ review, problems: found }) => found.map((id) => [id, review] as const));
  const named = (kind: "technicians" | "services" | "service_areas"): (readonly [string, Review])[] =>
    reviews.flatMap((review) => review.mentions[kind].map((id) => [id, review] as const));
  const voices = voicesOf(judged);
  return {
    technicians: rows(entities.technicians, named("technicians")).map((row) =>
      withSentiment(row, entities.technicians, voices.get(row.id)),
    ),
    services: rows(entities.services, named("services")),
    problems: rows(entities.problems ?? [], problems),
    service_areas: rows(entities.service_areas, named("service_areas")),
  };
}

/** Technicians whose sentiment may be seen: enough voices, and not kept private. */
export function publishedPeople(technicians: readonly Entity[], judged: readonly Judged[]): Set<string> {
  const voices = voicesOf(judged);
  const open = technicians.filter(
    ({ id, publish_sentiment }) => publish_sentiment !== false && (voices.get(id)?.length ?? 0) >= MIN_VOICES,
  );
  return new Set(open.map(({ id }) => id));
}

function voicesOf(judged: readonly Judged[]): Map<string, Polarity[]> {
  const voices = new Map<string, Polarity[]>();
  for (const { people } of judged) {
    for (const { id, polarity } of people) {
      const list = voices.get(id);
      if (list) list.push(polarity);
      else voices.set(id, [polarity]);
    }
  }
  return voices;
}

function withSentiment(
  row: EntityInsight,
  technicians: readonly Entity[],
  polarities: readonly Polarity[] = [],
): TechnicianInsight {
  const isPrivate = technicians.find(({ id }) => id === row.id)?.publish_sentiment === false;
  if (isPrivate || polarities.length < MIN_VOICES) return row;
  return { ...row, sentiment: countsOf(polarities) };
}

function rows(
  entities: readonly EntityName[],
  mentions: readonly (readonly [id: string, review: Review])[],
): EntityInsight[] {
  const mentioning = new Map<string, Review[]>(entities.map(({ id }) => [id, []]));
  for (const [id, review] of mentions) mentioning.get(id)?.push(review);
  return entities.map(({ id, name }) => {
    const found = mentioning.get(id) ?? [];
    const { rating_value, review_count, distribution } = aggregate(found);
    return {
      id,
      name,
      mention_count: review_count,
      rating_value,
      distribution,
      first_mention: dateOf(found.at(-1)),
      last_mention: dateOf(found[0]),
      example_review_ids: found.slice(0, EXAMPLES).map((review) => review.id),
    };
  });
}

const dateOf = (review: Review | undefined): CalendarDate | null => review?.date ?? null;
