import { exactObject, LINE, listOf, SCHEMA_LINK, SLUG, TEXT, type SchemaType } from "./schema-pieces.ts";

const ALIASES = { type: "array", items: LINE, uniqueItems: true } as const;

/** `ambiguous` words are also everyday words or names (Will, Orange): they need a capital letter and a cue next to them. */
const ENTITY_PROPERTIES = {
  id: SLUG,
  name: LINE,
  aliases: { ...ALIASES, description: "other ways customers write the name" },
  ambiguous: { ...ALIASES, description: "names and aliases that are also everyday words" },
  not_in: { ...ALIASES, description: "phrases in which an alias means something else" },
} as const;

const placeOrServiceSchema = exactObject(ENTITY_PROPERTIES, ["aliases", "ambiguous", "not_in"]);

const technicianSchema = exactObject(
  {
    ...ENTITY_PROPERTIES,
    publish_sentiment: { type: "boolean", description: "false keeps this person's sentiment private" },
  },
  ["aliases", "ambiguous", "not_in", "publish_sentiment"],
);

const problemEntitySchema = exactObject({
  id: SLUG,
  name: LINE,
  phrases: {
    type: "array",
    items: LINE,
    minItems: 1,
    uniqueItems: true,
    description: "how customers put it; * stands for one word, # for a number, my/our for either",
  },
});

export const contentEntitiesSchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    technicians: { type: "array", items: technicianSchema },
    services: { type: "array", items: placeOrServiceSchema },
    service_areas: { type: "array", items: placeOrServiceSchema },
    problems: { type: "array", items: problemEntitySchema },
  },
  ["$schema", "problems"],
);

/** `content/entities.json`: the names that reviews may mention, and the problems that customers call about. */
export type Entities = Omit<SchemaType<typeof contentEntitiesSchema>, "$schema">;

/** A technician, service or service area. Its id is its name on the wire; only technicians have `publish_sentiment`. */
export type Entity = Entities["technicians"][number];

/** A problem that customers call about, in the words they use for it. */
export type Problem = NonNullable<Entities["problems"]>[number];

/** Named as on the wire. */
export const ENTITY_KINDS = ["technicians", "services", "service_areas"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** An entity in the published documents. */
export const entityNameSchema = exactObject({ id: SLUG, name: TEXT });

export type EntityName = SchemaType<typeof entityNameSchema>;

const entityAliasesSchema = exactObject({ id: SLUG, name: TEXT, aliases: listOf(TEXT) });

/** An entity with every way to name it in a search: its aliases, and its first name if no other entity shares it. */
export type EntityAliases = SchemaType<typeof entityAliasesSchema>;

export const ENTITIES_PATH = "/api/entities.json";

/** `/api/entities.json`: the names that searches and completions accept. */
export const entitiesDocumentSchema = exactObject({
  technicians: listOf(entityAliasesSchema),
  services: listOf(entityAliasesSchema),
  service_areas: listOf(entityAliasesSchema),
});

export type EntitiesDocument = SchemaType<typeof entitiesDocumentSchema>;

/** Forms of address, in lower case. */
export const PERSON_TITLES = ["dr", "doctor", "prof", "professor", "mr", "mister", "mrs", "ms", "miss"];
const LEADING_TITLES = new RegExp(`^(?:(?:${PERSON_TITLES.join("|")})\\.?\\s+)+(?=\\S)`, "i");

/** "Anna Chen" of "Dr. Anna Chen". */
export const withoutTitle = (name: string): string => name.replace(LEADING_TITLES, "");

export const firstNameOf = (full: string): string => withoutTitle(full).split(/\s+/)[0] ?? "";

/** The first word of a name after its title, if no other technician's name begins with it. */
export function ownFirstName({ id, name }: EntityName, all: readonly EntityName[]): string | undefined {
  const first = firstNameOf(name);
  const isShared = all.some(
    (other) => other.id !== id && firstNameOf(other.name).toLowerCase() === first.toLowerCase(),
  );
  return isShared || first === name ? undefined : first;
}
