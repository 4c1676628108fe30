import type { AspectInsight, EntityInsight, TopicInsight } from "../../../model/insights.ts";
import { type Insights, withShortLists } from "./release-documents.ts";

/** The sections of insights.json in brief, in the order of get_insights. */
const VIEWS = {
  overall_sentiment: ({ overall_sentiment }) => overall_sentiment,
  aspects: ({ aspects }, limit) => aspects.slice(0, limit).map(briefAspect),
  entities: ({ entities }, limit) => ({
    technicians: mostMentioned(entities.technicians, limit),
    services: mostMentioned(entities.services, limit),
    problems: mostMentioned(entities.problems, limit),
    service_areas: mostMentioned(entities.service_areas, limit),
  }),
  topics: ({ topics }, limit) => topics.slice(0, limit).map(briefTopic),
  temporal: ({ temporal: { monthly, trend } }) => ({
    trend,
    monthly: monthly.toSorted((a, b) => (a.month < b.month ? 1 : -1)).slice(0, MAX_MONTHS),
  }),
  faq: ({ faq }, limit) => faq.slice(0, limit),
  summary: ({ summary }) => withShortLists(summary),
  pull_quote: ({ pull_quote }) => pull_quote,
  method: ({ method }) => withShortLists(method),
} as const satisfies Record<string, (insights: Insights, limit: number) => unknown>;

type Section = keyof typeof VIEWS;

export const SECTIONS = Object.keys(VIEWS) as Section[];

const MAX_MONTHS = 12;

/** The given sections, their lists cut to `limit`; `absent` names those that the release does not have. */
export function viewInsights(insights: Insights | undefined, sections: readonly Section[], limit: number) {
  const present = sections.filter((name) => insights?.[name] !== undefined);
  const absent = sections.filter((name) => !present.includes(name));
  return {
    ...(insights && describe(insights)),
    ...(insights && Object.fromEntries(present.map((name) => [name, VIEWS[name](insights, limit)]))),
    ...(absent.length > 0 && { absent }),
  };
}

const describe = ({ model, review_count, date_range }: Insights) => ({ model, review_count, date_range });

/** get_aspect_sentiment has the other fields. */
export const briefAspect = ({
  id,
  label,
  mention_count,
  positive_pct,
  score,
  sufficient,
}: AspectInsight) => ({ id, label, mention_count, positive_pct, score, sufficient });

const briefTopic = ({ id, label, mention_count }: TopicInsight) => ({ id, label, mention_count });

const mostMentioned = (entities: readonly EntityInsight[], limit: number) =>
  entities
    .toSorted((a, b) => b.mention_count - a.mention_count)
    .slice(0, limit)
    .map(({ id, name, mention_count, rating_value }) => ({ id, name, mention_count, rating_value }));
