import { urlOf } from "../../../model/base-url.ts";
import { VERSION } from "../../../model/version.ts";
import { publisherClaim, type Site } from "../feed-entry.ts";
import { COMPONENTS, openApiPaths } from "./paths.ts";

const TAGS = [
  { name: "Datasets", description: "Whole documents, rebuilt when reviews change." },
  { name: "Reviews", description: "Parts of the reviews: searched, or since a date." },
  { name: "Agents and hubs", description: "The MCP endpoint and the WebSub hub." },
];

const ACCESS =
  "Public and read-only: no account, key or token; an Authorization header is ignored. Every dataset has a strong ETag per content coding and honors If-None-Match and If-Modified-Since.";

/** Describes the whole service in OpenAPI 3.1, from the schemas that validate requests and documents. */
export function openApi({ business, publishing, policy, baseUrl }: Site) {
  return {
    openapi: "3.1.0",
    info: {
      title: publishing.title,
      version: VERSION,
      summary: `Reviews of ${business.name}`,
      description: `${publisherClaim(policy)} ${ACCESS}`,
      contact: { name: business.name, url: business.url },
      license: { name: "License of the published data", url: publishing.license_url ?? urlOf(baseUrl, "/") },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: TAGS,
    paths: openApiPaths(),
    components: {
      schemas: Object.fromEntries(
        Object.entries(COMPONENTS).map(([name, schema]) => [name, withReferences(schema, schema)]),
      ),
    },
  };
}

/** Replaces every other component inside a schema, recognized by object identity, with a reference. */
function withReferences(node: unknown, root: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  const component = Object.entries(COMPONENTS).find(([, schema]) => schema === node && schema !== root);
  if (component) return { $ref: `#/components/schemas/${component[0]}` };
  if (Array.isArray(node)) return node.map((item: unknown) => withReferences(item, root));
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withReferences(value, root)]));
}
