import { aggregate, type AggregateRating } from "../../../model/business.ts";
import type { Content } from "../../../model/content.ts";
import { ENTITY_KINDS, type EntityKind, firstNameOf } from "../../../model/entities.ts";
import type { UndatedInsights } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import { reviewNoun } from "../claims.ts";
import { sourceLabels } from "../method-words.ts";
import { publisherClaim, type Site } from "../feed-entry.ts";
import { policyDocument } from "../policy.ts";
import type { Templates } from "./templates.ts";

/** The findings in each review, newest first. */
export interface ReviewFindings {
  /** Judged aspects, by their place among those of the insights. */
  readonly opinions: readonly (readonly (readonly [aspect: number, polarity: Polarity])[])[];
  /** Ids. */
  readonly topics: readonly (readonly string[])[];
}

/** Names of entities by kind and id. */
export type EntityNames = Readonly<Record<EntityKind, ReadonlyMap<string, string>>>;

/** The inputs that every page shares. */
export interface PageContext {
  readonly site: Site;
  readonly templates: Templates;
  readonly rating: AggregateRating;
  readonly entities: EntityNames;
  /** False until `npm run learn` has chosen some. */
  readonly hasTopics: boolean;
}

/** The inputs of all pages and documents. */
export interface RenderInput extends PageContext {
  readonly content: Content;
  readonly reviews: readonly Review[];
  readonly insights: UndatedInsights;
  readonly findings: ReviewFindings;
}

export const ENTITY_FOLDERS: Readonly<Record<EntityKind, string>> = {
  technicians: "/technicians/",
  services: "/services/",
  service_areas: "/areas/",
};

export const TOPICS_FOLDER = "/topics/";

export const ENTITY_TITLES: Readonly<Record<EntityKind, string>> = {
  technicians: "Team",
  services: "Services",
  service_areas: "Areas",
};

export function pageContextOf(content: Content, baseUrl: string, templates: Templates): PageContext {
  const { business, publishing } = content;
  const namesOf = (kind: EntityKind) => new Map(content.entities[kind].map(({ id, name }) => [id, name]));
  return {
    site: { business, publishing, policy: policyDocument(content, baseUrl), baseUrl },
    templates,
    rating: aggregate(content.reviews),
    entities: {
      technicians: namesOf("technicians"),
      services: namesOf("services"),
      service_areas: namesOf("service_areas"),
    },
    hasTopics: (content.learned?.topics.length ?? 0) > 0,
  };
}

/** Everything that the pages of reviews show besides what `ReviewList` and `ReviewDetails` hold. */
export function sharedContext({ site, templates, entities, hasTopics }: PageContext): unknown {
  const { policy, ...rest } = site;
  const { url, report } = policy;
  return [
    rest,
    { url, report, claim: publisherClaim(policy), noun: reviewNoun(policy), sources: sourceLabels(policy) },
    Object.entries(templates.sources).filter(([name]) => name.endsWith(".eta")),
    ENTITY_KINDS.map((kind) => [...entities[kind]]),
    hasTopics,
  ];
}

/** Words to search for, from what the reviews mention: a service, a topic and a technician. */
export function searchExamples({ entities, topics }: Pick<UndatedInsights, "entities" | "topics">): string[] {
  const [service, technician] = [entities.services, entities.technicians].map(mostMentioned);
  const topic = topics.find(({ label }) => label !== service?.name.toLowerCase());
  return [service?.name, topic?.label, technician && firstNameOf(technician.name)].flatMap(
    (word) => word ?? [],
  );
}

const mostMentioned = <T extends { readonly mention_count: number }>(list: readonly T[]): T | undefined =>
  list.filter((one) => one.mention_count > 0).toSorted((a, b) => b.mention_count - a.mention_count)[0];

/** Links the entities that a review names to their pages. */
export function linkedMentions(
  { entities }: PageContext,
  { mentions }: Review,
): { readonly name: string; readonly path: string }[] {
  return ENTITY_KINDS.flatMap((kind) =>
    mentions[kind].flatMap((id) => {
      const name = entities[kind].get(id);
      return name === undefined ? [] : [{ name, path: `${ENTITY_FOLDERS[kind]}${id}/` }];
    }),
  );
}
