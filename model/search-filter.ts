import { foldText } from "./fold.ts";
import type { CalendarDate } from "./calendar-date.ts";
import type { EntityAliases } from "./entities.ts";
import type { Review } from "./review.ts";

/** The parsed search parameters; all that are present must hold. */
export interface SearchFilter {
  readonly rating?: number;
  readonly min_rating?: number;
  readonly since?: CalendarDate;
  readonly until?: CalendarDate;
  /** Text that the review contains. */
  readonly query?: string;
  readonly mentions_technician?: string;
  readonly mentions_service?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export const DEFAULT_LIMIT = 20;

/** The entities that a name means: by id, name or alias, whatever its letter case. Nobody for an unknown name. */
export function idsNamed(name: string, entities: readonly EntityAliases[]): string[] {
  const wanted = foldText(name.trim());
  return entities
    .filter(({ id, name: own, aliases }) => [id, own, ...aliases].some((known) => foldText(known) === wanted))
    .map(({ id }) => id);
}

interface Vocabulary {
  readonly technicians: readonly EntityAliases[];
  readonly services: readonly EntityAliases[];
}

/** The definition of a match, one review at a time: what every faster way must agree with. */
export function matches(review: Review, filter: SearchFilter, vocabulary: Vocabulary): boolean {
  const { rating, min_rating, since, until, query, mentions_technician, mentions_service } = filter;
  if (rating !== undefined && review.rating !== rating) return false;
  if (min_rating !== undefined && review.rating < min_rating) return false;
  if (since !== undefined && review.date < since) return false;
  if (until !== undefined && review.date > until) return false;
  if (query !== undefined && !(review.text !== null && foldText(review.text).includes(foldText(query))))
    return false;
  const { technicians, services } = review.mentions;
  return (
    mentionsAny(mentions_technician, vocabulary.technicians, technicians) &&
    mentionsAny(mentions_service, vocabulary.services, services)
  );
}

function mentionsAny(
  name: string | undefined,
  known: readonly EntityAliases[],
  ids: readonly string[],
): boolean {
  return name === undefined || idsNamed(name, known).some((id) => ids.includes(id));
}
