import type { Entities } from "../../../model/entities.ts";
import type { PolarityCounts } from "../../../model/insights.ts";
import type { ReviewVerdict } from "../sentiment/judge.ts";
import { isCritical } from "../sentiment/persons.ts";
import { sumOfLists } from "../statistics/sums.ts";
import { countsOf, mentionsIn, type PolarityNumbers } from "./polarity-numbers.ts";

/** With fewer reviews readers could guess whose opinions these are. */
const MIN_TECHNICIAN_REVIEWS = 5;

/** A review criticises a technician: its author, and how its text begins. */
export type CriticalVote = readonly [id: string, author: string, beginning: string];

/** Letters and digits of a text that tell it from others. */
const BEGINNING_LENGTH = 60;

/** The votes of a month on technicians. */
interface MonthOfVotes {
  readonly entities: {
    readonly votes: readonly (readonly [id: string, votes: PolarityNumbers])[];
    readonly criticalVotes: readonly CriticalVote[];
  };
}

export const criticalVotesIn = ({ review: { author }, text, technicians }: ReviewVerdict): CriticalVote[] =>
  technicians
    .filter(({ polarity }) => isCritical(polarity))
    .map(({ id }) => [id, lettersOf(author), lettersOf(text).slice(0, BEGINNING_LENGTH)]);

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Says which votes on persons are published: rules that need the votes of all reviews. */
export interface PersonRules {
  /** Technicians whom enough reviews criticise. */
  readonly criticised: readonly string[];
  /** Technicians whose sentiment is published: not private, and in enough reviews. */
  readonly published: readonly string[];
}

export function personRules(
  technicians: Entities["technicians"],
  months: readonly MonthOfVotes[],
): PersonRules {
  const votes = votesById(months);
  const critics = Map.groupBy(
    months.flatMap(({ entities }) => entities.criticalVotes),
    ([id]) => id,
  );
  const idsWhere = (isMeant: (technician: Technician) => boolean): string[] =>
    technicians.filter(isMeant).map(({ id }) => id);
  return {
    criticised: idsWhere(({ id }) => areTwo(critics.get(id) ?? [])),
    published: idsWhere(({ id, publish_sentiment }) => {
      const counts = votes.get(id);
      return (
        publish_sentiment !== false && counts !== undefined && mentionsIn(counts) >= MIN_TECHNICIAN_REVIEWS
      );
    }),
  };
}

type Technician = Entities["technicians"][number];

/** One customer may write the same in two places, or two times. */
const areTwo = (critics: readonly CriticalVote[]): boolean =>
  critics.some(([, author, beginning]) =>
    critics.some(([, other, another]) => author !== other && beginning !== another),
  );

export function votesById(months: readonly MonthOfVotes[]): Map<string, PolarityCounts> {
  const votes = months.flatMap(({ entities }) => entities.votes);
  const byId = Map.groupBy(votes, ([id]) => id);
  return new Map(
    [...byId].map(([id, list]) => [id, countsOf(sumOfLists(list.map(([, numbers]) => numbers)))]),
  );
}
