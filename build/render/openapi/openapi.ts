import type { Site } from "../feed-entry.ts";
import { COMPONENTS, openApiPaths } from "./paths.ts";

/** Spec section 9: the version of the service description. */
const VERSION = "1.0.0";

const TAGS = [
  { name: "Datasets", description: "Whole documents, rebuilt when reviews change." },
  { name: "Reviews", description: "Parts of the reviews: searched, or since a date." },
  { name: "Agents and hubs", description: "The MCP endpoint and the WebSub hub." },
];

/** OpenAPI 3.1 of the whole service, made from the schemas that also check requests and documents. */
export function openApi({ business, publishing, baseUrl }: Site): object {
  return {
    openapi: "3.1.0",
    info: {
      title: publishing.title,
      version: VERSION,
      summary: `Verified customer reviews of ${business.name}`,
      description:
        "Public and read-only: no account, key or token; an Authorization header is ignored. Every dataset has a strong ETag a coding and honours If-None-Match and If-Modified-Since.",
      contact: { name: business.name, url: business.url },
      license: { name: "Licence of the published data", url: publishing.license_url ?? `${baseUrl}/` },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: TAGS,
    paths: openApiPaths(),
    components: {
      schemas: Object.fromEntries(
        Object.entries(COMPONENTS).map(([name, schema]) => [name, referring(schema, schema)]),
      ),
    },
  };
}

/** A schema in which every other component, found by identity, is a reference. */
function referring(node: unknown, root: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  const named = Object.entries(COMPONENTS).find(([, schema]) => schema === node && schema !== root);
  if (named) return { $ref: `#/components/schemas/${named[0]}` };
  if (Array.isArray(node)) return node.map((item: unknown) => referring(item, root));
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referring(value, root)]));
}
