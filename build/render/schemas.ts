import { PUBLISHED_SCHEMAS } from "../../model/documents.ts";
import { renderReadableJson } from "./json.ts";
import type { Rendered } from "./rendered.ts";

const SCHEMA_TYPE = "application/schema+json";

/** `/schemas/NAME.json`: each published document's JSON Schema (2020-12), complete in itself. */
export function schemaFiles(baseUrl: string): Rendered[] {
  return Object.entries(PUBLISHED_SCHEMAS).map(([name, schema]) => {
    const path = `/schemas/${name}.json`;
    const head = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: baseUrl + path };
    return { path, mediaType: SCHEMA_TYPE, body: renderReadableJson({ ...head, title: name, ...schema }) };
  });
}
