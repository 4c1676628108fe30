/** What a person edits for the insights: names, troubles and aspects, with the words that customers use. */
import { exactObject, LINE, SCHEMA_LINK, SLUG } from "./formats.ts";

const ALIASES = { type: "array", items: LINE, uniqueItems: true } as const;

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

const PHRASES = { type: "array", items: LINE, uniqueItems: true } as const;

const eventSchema = exactObject({
  phrase: {
    ...LINE,
    description: "words of a factual statement; * stands for one word, # for a number, his/her for either",
  },
  polarity: { enum: ["positive", "negative"] },
});

const aspectSchema = exactObject(
  {
    id: SLUG,
    label: LINE,
    question: { ...LINE, description: "what a customer would ask; the computed FAQ answers it" },
    words: { ...PHRASES, minItems: 1, description: "words and phrases that name the aspect" },
    weak: { ...PHRASES, description: "words that count only with an opinion beside them" },
    except: { ...PHRASES, description: "phrases in which those words mean something else" },
    events: { type: "array", items: eventSchema },
  },
  ["question", "weak", "except", "events"],
);

export const contentAspectsSchema = exactObject(
  { $schema: SCHEMA_LINK, aspects: { type: "array", items: aspectSchema } },
  ["$schema"],
);
