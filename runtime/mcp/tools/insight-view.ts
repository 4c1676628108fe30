import { bounded, type Loose, listIn, looseOf, pick } from "../publication.ts";

/** What can be asked of insights.json; counts of single reviews are reached through the reviews. */
export const SECTIONS = [
  "overall_sentiment",
  "aspects",
  "entities",
  "topics",
  "temporal",
  "faq",
  "summary",
  "pull_quote",
  "method",
] as const;

const MONTHS = 12;

/** Fields of an aspect that fit in a list; get_aspect_sentiment has the rest. */
const ASPECT_BRIEF = ["id", "label", "mention_count", "positive_pct", "score", "sufficient"];
const ENTITY_BRIEF = ["id", "name", "label", "mention_count", "rating_value", "score", "positive_pct"];
const TOPIC_BRIEF = ["id", "label", "name", "mention_count", "review_count", "score", "share"];

/** The sections asked for, lists cut to `limit`; sections that this release does not have are named. */
export function viewInsights(insights: Loose, sections: readonly string[], limit: number): Loose {
  const always = pick(insights, ["model", "review_count", "date_range"]);
  const present = sections.filter((name) => name in insights);
  const absent = sections.filter((name) => !(name in insights));
  return {
    ...always,
    ...Object.fromEntries(present.map((name) => [name, sectionOf(name, insights[name], limit)])),
    ...(absent.length > 0 ? { absent } : {}),
  };
}

function sectionOf(name: string, value: unknown, limit: number): unknown {
  switch (name) {
    case "aspects":
      return briefly(value, ASPECT_BRIEF, limit);
    case "topics":
      return briefly(value, TOPIC_BRIEF, limit);
    case "entities":
      return Object.fromEntries(
        Object.entries(looseOf(value)).map(([kind, list]) => [
          kind,
          briefly(byMentions(list), ENTITY_BRIEF, limit),
        ]),
      );
    case "faq":
      return listIn(value).slice(0, limit);
    case "temporal":
      return temporalOf(looseOf(value));
    default:
      return bounded(value);
  }
}

const briefly = (value: unknown, names: readonly string[], limit: number): Loose[] =>
  listIn(value)
    .slice(0, limit)
    .map((one) => pick(one, names));

/** Most mentioned first. */
const byMentions = (list: unknown): Loose[] =>
  listIn(list).toSorted((a, b) => Number(b["mention_count"] ?? 0) - Number(a["mention_count"] ?? 0));

function temporalOf({ monthly, ...rest }: Loose): Loose {
  const months = listIn(monthly).toSorted((a, b) => (String(a["month"]) < String(b["month"]) ? 1 : -1));
  return { ...looseOf(bounded(rest)), monthly: months.slice(0, MONTHS) };
}
