import { VERIFICATION_METHODS } from "./policy.ts";
import { exactObject, LINE, listOf, SCHEMA_LINK, type SchemaType } from "./schema-pieces.ts";

const NAMES = { type: "object", additionalProperties: { type: "string" } } as const;
const LINES = listOf(LINE);

const importSourceSchema = exactObject(
  {
    name: { ...LINE, description: "name of this source in reports" },
    format: { ...LINE, description: "a FORMAT of npm run import" },
    from: {
      ...LINE,
      description:
        "a file, folder or ZIP archive, relative to the folder that holds content/, or an https URL",
    },
    headers: {
      ...NAMES,
      description:
        "headers of the request for the URL: each names the environment variable that holds its value",
    },
    map: { ...NAMES, description: "COLUMN by FIELD, as --map" },
    only: { ...NAMES, description: "VALUE by COLUMN, as --only" },
    ignore: { ...LINES, description: "columns, as --ignore" },
    complete: { type: "boolean", description: "the export has all reviews of its source, as --complete" },
    source: LINE,
    author_default: LINE,
    verified_by: { enum: VERIFICATION_METHODS },
    date_format: LINE,
    authors: LINE,
    redact: { type: "boolean" },
    placeholders: LINES,
    delimiter: LINE,
    encoding: LINE,
  },
  [
    "headers",
    "map",
    "only",
    "ignore",
    "complete",
    "source",
    "author_default",
    "verified_by",
    "date_format",
    "authors",
    "redact",
    "placeholders",
    "delimiter",
    "encoding",
  ],
);

/** `content/sources.json`: the imports that `npm run sync` runs, in order. */
export const contentSourcesSchema = exactObject(
  { $schema: SCHEMA_LINK, sources: { ...listOf(importSourceSchema), minItems: 1 } },
  ["$schema"],
);

export type ImportSource = SchemaType<typeof importSourceSchema>;
