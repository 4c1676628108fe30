import { aggregate, type AggregateRating } from "../../../model/business.ts";
import type { Content } from "../../../model/content.ts";
import { ENTITY_KINDS, type EntityKind, type EntityName } from "../../../model/entities.ts";
import type { InsightsDocument } from "../../../model/insights.ts";
import type { Review } from "../../../model/review.ts";
import type { Site } from "../feed-entry.ts";
import type { Templates } from "./templates.ts";

/** What the insights say, without the moment: pages move only when what they show moves. */
export type Insights = Omit<InsightsDocument, "generated_at">;

/** Everything that pages are made from. */
export interface Publication {
  readonly site: Site;
  readonly content: Content;
  readonly reviews: readonly Review[];
  readonly insights: Insights;
  readonly templates: Templates;
  readonly rating: AggregateRating;
  /** Names and places of entities, by kind and id. */
  readonly entities: Readonly<Record<EntityKind, ReadonlyMap<string, EntityName>>>;
}

/** What a page is made from besides what it shows. */
export type Surroundings = Pick<Publication, "site" | "templates" | "rating" | "entities">;

export const ENTITY_FOLDERS: Readonly<Record<EntityKind, string>> = {
  technicians: "/technicians/",
  services: "/services/",
  service_areas: "/areas/",
};

export function surroundingsOf(content: Content, site: Site, templates: Templates): Surroundings {
  const named = (kind: EntityKind): ReadonlyMap<string, EntityName> =>
    new Map(content.entities[kind].map(({ id, name }) => [id, { id, name }]));
  const [technicians, services, service_areas] = ENTITY_KINDS.map(named) as [
    ReadonlyMap<string, EntityName>,
    ReadonlyMap<string, EntityName>,
    ReadonlyMap<string, EntityName>,
  ];
  return {
    site,
    templates,
    rating: aggregate(content.reviews),
    entities: { technicians, services, service_areas },
  };
}

export interface Linked {
  readonly name: string;
  readonly path: string;
}

/** The entities that a review names, with their pages. */
export function linkedMentions({ entities }: Surroundings, { mentions }: Review): Linked[] {
  return ENTITY_KINDS.flatMap((kind) =>
    mentions[kind].flatMap((id) => {
      const entity = entities[kind].get(id);
      return entity ? [{ name: entity.name, path: `${ENTITY_FOLDERS[kind]}${id}/` }] : [];
    }),
  );
}
