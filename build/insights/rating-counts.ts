import { aggregate } from "../../model/business.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { EntityInsight, MonthInsight } from "../../model/documents.ts";
import type { Entity, EntityKind } from "../../model/entities.ts";
import type { Review } from "../../model/review.ts";

const EXAMPLES = 3;

/** Every month from the first review to the last, those without reviews included. Reviews come newest first. */
export function monthly(reviews: readonly Review[]): MonthInsight[] {
  const ratings = new Map<string, { rating: number }[]>();
  for (const { date, rating } of reviews) {
    const month = date.slice(0, 7);
    const list = ratings.get(month);
    if (list) list.push({ rating });
    else ratings.set(month, [{ rating }]);
  }
  return months(reviews).map((month) => {
    const { rating_value, review_count, distribution } = aggregate(ratings.get(month) ?? []);
    return { month, review_count, rating_value, distribution };
  });
}

function months(reviews: readonly Review[]): string[] {
  const all: string[] = [];
  let month = reviews.at(-1)?.date.slice(0, 7) ?? "";
  const last = reviews[0]?.date.slice(0, 7) ?? "";
  while (month !== "" && month <= last) {
    all.push(month);
    month = monthAfter(month);
  }
  return all;
}

function monthAfter(month: string): string {
  const number = Number(month.slice(5));
  return number === 12
    ? `${String(Number(month.slice(0, 4)) + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, "0")}`;
}

/** One row an entity, in the order of the vocabulary, those that nobody mentioned included. */
export function entityCounts(
  kind: EntityKind,
  entities: readonly Entity[],
  reviews: readonly Review[],
): EntityInsight[] {
  const mentioning = new Map<string, Review[]>(entities.map(({ id }) => [id, []]));
  for (const review of reviews) {
    for (const id of review.mentions[kind]) mentioning.get(id)?.push(review);
  }
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
