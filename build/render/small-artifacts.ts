import type { Content } from "../../model/content.ts";
import { ENTITIES_PATH } from "../../model/entities.ts";
import type { Review } from "../../model/review.ts";
import { atomFeed } from "./atom-feed.ts";
import { entitiesDocument } from "./entities.ts";
import type { Site } from "./feed-entry.ts";
import { hostFiles } from "./hosting/host-files.ts";
import { jsonFeed } from "./json-feed.ts";
import { renderJson, renderReadableJson } from "./json.ts";
import { mcpCards } from "./hosting/mcp-cards.ts";
import { openApi } from "./openapi/openapi.ts";
import { ATOM_TYPE, JSON_TYPE, type Rendered } from "./rendered.ts";
import { schemaFiles } from "./schemas.ts";
import { serverExamples } from "./hosting/server-examples.ts";
import { platformFiles } from "./hosting/platform-files.ts";

/** The documents, feeds and host files whose size does not grow with the reviews. */
export function smallArtifacts(site: Site, content: Content, reviews: readonly Review[]): Rendered[] {
  return [
    { path: "/api/feed.json", mediaType: JSON_TYPE, body: renderJson(jsonFeed(site, reviews)) },
    { path: "/feed.xml", mediaType: ATOM_TYPE, body: atomFeed(site, reviews) },
    { path: "/openapi.json", mediaType: JSON_TYPE, body: renderReadableJson(openApi(site)) },
    { path: ENTITIES_PATH, mediaType: JSON_TYPE, body: renderJson(entitiesDocument(content.entities)) },
    ...schemaFiles(site.baseUrl),
    ...mcpCards(site),
    ...hostFiles(site),
    ...platformFiles(site),
    ...serverExamples(site.baseUrl),
  ];
}
