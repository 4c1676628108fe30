/** A technician, service or service area of `content/entities.json`. */
export interface Entity {
  /** Lower-case slug: the wire name of the entity. */
  readonly id: string;
  readonly name: string;
  /** Other ways customers write it. The name itself always counts. */
  readonly aliases?: readonly string[];
  /** Aliases that are also everyday words or names (Will, Orange): they need a capital and a cue around them. */
  readonly ambiguous?: readonly string[];
  /** Phrases in which an alias does not mean this entity. */
  readonly not_in?: readonly string[];
  /** False keeps a technician's sentiment out of insights. */
  readonly publish_sentiment?: boolean;
}

export interface Entities {
  readonly technicians: readonly Entity[];
  readonly services: readonly Entity[];
  readonly service_areas: readonly Entity[];
  /** Troubles that customers call about: counted in insights, not part of a review's mentions. */
  readonly problems?: readonly Problem[];
}

/** A trouble that customers call about, in the words they use for it. */
export interface Problem extends EntityName {
  readonly phrases: readonly string[];
}

/** The three kinds, named as on the wire. */
export const ENTITY_KINDS = ["technicians", "services", "service_areas"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** What the public documents say of an entity. */
export interface EntityName {
  readonly id: string;
  readonly name: string;
}

/** An entity with every way to name it in a search: its aliases, and a first name that is its alone. */
export interface EntityAliases extends EntityName {
  readonly aliases: readonly string[];
}

export const ENTITIES_PATH = "/api/entities.json";

/** `api/entities.json`: the vocabulary of searches and completions. */
export interface EntitiesDocument {
  readonly technicians: readonly EntityAliases[];
  readonly services: readonly EntityAliases[];
  readonly service_areas: readonly EntityAliases[];
}

const firstOf = (full: string): string => full.split(/\s+/)[0] ?? "";

/** The first word of a name if no other technician's name begins with it. */
export function ownFirstName({ id, name }: EntityName, all: readonly EntityName[]): string | undefined {
  const first = firstOf(name);
  const isShared = all.some(
    (other) => other.id !== id && firstOf(other.name).toLowerCase() === first.toLowerCase(),
  );
  return isShared || first === name ? undefined : first;
}
