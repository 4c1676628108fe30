import { aggregateOf, type RatingCounts, ratingCounts } from "../../../model/business.ts";
import type { CalendarDate } from "../../../model/calendar-date.ts";
import { ENTITY_KINDS, type Entities, type EntityKind, type EntityName } from "../../../model/entities.ts";
import type { EntityInsight, InsightsDocument, PolarityCounts } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { sumOfLists } from "../statistics/sums.ts";
import { personSentence } from "./grammar.ts";
import { type CriticalVote, criticalVotesIn, type PersonRules, votesById } from "./person-rules.ts";
import { type PolarityNumbers, polarityNumbers } from "./polarity-numbers.ts";

const MAX_EXAMPLES = 3;

/** The reviews of a month that mention something. */
export interface MentionCounts {
  readonly id: string;
  readonly ratings: RatingCounts;
  /** Dates of the oldest and the newest. */
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  /** Ids of the newest. */
  readonly examples: readonly string[];
}

/** The entities that the reviews of a month mention. */
export interface EntityCounts {
  readonly mentions: Readonly<Record<EntityKind, readonly MentionCounts[]>>;
  readonly problems: readonly MentionCounts[];
  /** Votes on technicians, before criticism without support is taken back. */
  readonly votes: readonly (readonly [id: string, votes: PolarityNumbers])[];
  /** The reviews that criticise technicians. */
  readonly criticalVotes: readonly CriticalVote[];
}

/** Counts what each review mentions, by id. Reviews come newest first. */
export function countMentions(
  all: Iterable<readonly [review: Review, ids: readonly string[]]>,
): MentionCounts[] {
  const byId = new Map<string, [Review, ...Review[]]>();
  for (const [review, ids] of all)
    for (const id of ids) {
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [review]);
      else known.push(review);
    }
  return [...byId].map(([id, reviews]) => ({
    id,
    ratings: ratingCounts(reviews),
    first: (reviews.at(-1) ?? reviews[0]).date,
    last: reviews[0].date,
    examples: reviews.slice(0, MAX_EXAMPLES).map((review) => review.id),
  }));
}

/** Adds up the counts of months by id. The newest month comes first. */
export function mentionsById(months: readonly (readonly MentionCounts[])[]): Map<string, MentionCounts> {
  const byId = new Map<string, MentionCounts>();
  for (const month of months)
    for (const older of month) {
      const { id } = older;
      const newer = byId.get(id) ?? { ...older, ratings: [], examples: [] };
      byId.set(id, {
        id,
        ratings: sumOfLists([older.ratings, newer.ratings]),
        first: older.first,
        last: newer.last,
        examples: [...newer.examples, ...older.examples].slice(0, MAX_EXAMPLES),
      });
    }
  return byId;
}

export function countEntities(reviews: readonly Review[], verdicts: readonly ReviewVerdict[]): EntityCounts {
  const mentionsOf = (kind: EntityKind): MentionCounts[] =>
    countMentions(reviews.map((review) => [review, review.mentions[kind]]));
  const [technicians, services, service_areas] = ENTITY_KINDS.map(mentionsOf) as [
    MentionCounts[],
    MentionCounts[],
    MentionCounts[],
  ];
  const votes = Map.groupBy(
    verdicts.flatMap((verdict) => verdict.technicians),
    ({ id }) => id,
  );
  return {
    mentions: { technicians, services, service_areas },
    problems: countMentions(verdicts.map(({ review, problems }) => [review, problems])),
    votes: [...votes].map(([id, list]) => [id, polarityNumbers(list.map(({ polarity }) => polarity))]),
    criticalVotes: verdicts.flatMap(criticalVotesIn),
  };
}

interface MonthOfEntities {
  readonly entities: EntityCounts;
}

/** One row per entity, in the order of entities.json, also without mentions. The newest month comes first. */
export function entityInsights(
  entities: Entities,
  months: readonly MonthOfEntities[],
  rules: PersonRules,
): InsightsDocument["entities"] {
  const counts = months.map((month) => month.entities);
  const rowsOf = (kind: EntityKind): EntityInsight[] => {
    const mentions = counts.map((one) => one.mentions[kind]);
    return entityRows(entities[kind], mentions);
  };
  const problems = counts.map((one) => one.problems);
  const votes = votesById(months);
  const technicians = rowsOf("technicians").map((row) => {
    const found = rules.published.includes(row.id) ? votes.get(row.id) : undefined;
    if (found === undefined) return row;
    const sentiment = rules.criticised.includes(row.id) ? found : withoutCritics(found);
    return { ...row, sentiment, sentence: personSentence(sentiment) };
  });
  return {
    technicians,
    services: rowsOf("services"),
    problems: entityRows(entities.problems ?? [], problems),
    service_areas: rowsOf("service_areas"),
  };
}

/** The counts of votes after `withSupportedCriticism` took the criticism back. */
const withoutCritics = (counts: PolarityCounts): PolarityCounts => ({
  positive_count: counts.positive_count + counts.mixed_count,
  neutral_count: counts.neutral_count + counts.negative_count,
  negative_count: 0,
  mixed_count: 0,
});

function entityRows(
  entities: readonly EntityName[],
  months: readonly (readonly MentionCounts[])[],
): EntityInsight[] {
  const byId = mentionsById(months);
  return entities.map(({ id, name }) => {
    const found = byId.get(id);
    const { rating_value, review_count, incentivised_count, distribution } = aggregateOf(
      found?.ratings ?? [],
    );
    return {
      id,
      name,
      mention_count: review_count,
      rating_value,
      incentivised_count,
      distribution,
      first_mention: found?.first ?? null,
      last_mention: found?.last ?? null,
      example_review_ids: found?.examples ?? [],
    };
  });
}
