import { urlOf } from "../../model/base-url.ts";
import {
  ENTITIES_PATH,
  type Entities,
  type EntitiesDocument,
  type Entity,
  type EntityAliases,
  ownFirstName,
} from "../../model/entities.ts";
import type { Content } from "../../model/content.ts";
import type { Review } from "../../model/review.ts";
import { PUBLISHED_SCHEMAS } from "../../model/documents.ts";
import { atomFeed } from "./atom-feed.ts";
import type { Site } from "./feed-entry.ts";
import { hostFiles } from "./hosting/host-files.ts";
import { mcpCards } from "./hosting/mcp-cards.ts";
import { jsonFeed } from "./json-feed.ts";
import { policyFiles } from "./policy.ts";
import { openApi } from "./openapi/openapi.ts";
import { ATOM_TYPE, JSON_TYPE, type RenderedFile, renderJson, renderReadableJson } from "./rendered-file.ts";

/** Renders the documents, feeds and host files whose size does not grow with the number of reviews. */
export function smallArtifacts(
  site: Site,
  { entities, withheld }: Content,
  reviews: readonly Review[],
): RenderedFile[] {
  return [
    { path: "/api/feed.json", mediaType: JSON_TYPE, body: renderJson(jsonFeed(site, reviews)) },
    { path: "/feed.xml", mediaType: ATOM_TYPE, body: atomFeed(site, reviews) },
    { path: "/openapi.json", mediaType: JSON_TYPE, body: renderReadableJson(openApi(site)) },
    { path: ENTITIES_PATH, mediaType: JSON_TYPE, body: renderJson(entitiesDocument(entities)) },
    ...policyFiles(site.policy, withheld),
    ...schemaFiles(site.baseUrl),
    ...mcpCards(site),
    ...hostFiles(site),
  ];
}

/** Lists every name by which search finds an entity. */
function entitiesDocument({ technicians, services, service_areas }: Entities): EntitiesDocument {
  return {
    technicians: technicians.map((technician) =>
      withAliases(technician, ownFirstName(technician, technicians)),
    ),
    services: services.map((service) => withAliases(service)),
    service_areas: service_areas.map((area) => withAliases(area)),
  };
}

function withAliases({ id, name, aliases = [] }: Entity, firstName?: string): EntityAliases {
  const all = firstName === undefined ? aliases : [firstName, ...aliases];
  return { id, name, aliases: [...new Set(all)].filter((alias) => alias !== name) };
}

/** Renders each published document's self-contained JSON Schema (2020-12) as `/schemas/NAME.json`. */
function schemaFiles(baseUrl: string): RenderedFile[] {
  return Object.entries(PUBLISHED_SCHEMAS).map(([name, schema]) => {
    const path = `/schemas/${name}.json`;
    const head = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: urlOf(baseUrl, path) };
    const body = renderReadableJson({ ...head, title: name, ...schema });
    return { path, mediaType: "application/schema+json", body };
  });
}
