import { urlOf } from "../../../model/base-url.ts";
import { MCP_PATH } from "../../../model/mcp.ts";
import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";
import { HUB_PATH, TOPICS } from "../../../model/topics.ts";
import { openApiPaths } from "../openapi/paths.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { fieldRows, type JsonSchema, typeOf } from "./field-rows.ts";
import { breadcrumbs, datasetNode } from "./json-ld.ts";
import { layOut } from "./layout.ts";
import { type RenderInput, searchExamples } from "./render-input.ts";

const DEVELOPERS_FOLDER = "/developers/";

const PAGES = [
  ["", "Quick start", "The reviews and what they say, as JSON over plain HTTP: no account, key or token."],
  ["reference/", "Reference", "Every operation with its parameters and responses."],
  ["data-model/", "Data model", "Every field of every published document."],
  ["websub/", "WebSub", "Receive every change of the reviews within seconds."],
  ["mcp/", "MCP", "The reviews as read-only tools for agents."],
  ["feeds/", "Feeds and caching", "JSON Feed, Atom, conditional requests and incremental reading."],
  ["changelog/", "Changelog", "What changed in what is published."],
] as const;

/** Renders the pages for developers. Reference and data model derive from the schemas that validate. */
export function* developerPages(input: RenderInput): Generator<RenderedFile> {
  const { site, templates, reviews } = input;
  const { baseUrl } = site;
  const values: object = {
    baseUrl,
    mcpUrl: urlOf(baseUrl, MCP_PATH),
    hubUrl: urlOf(baseUrl, HUB_PATH),
    topics: TOPICS.map(({ path }) => urlOf(baseUrl, path)),
    example: encodeURIComponent(searchExamples(input.insights)[0] ?? "good"),
    // Examples that most additions leave as they are.
    since: `${reviews[0]?.date.slice(0, 7) ?? "2026-01"}-01`,
    reviewId: reviews.at(-1)?.id ?? "01JD7Z8Q5H3V9W2X4Y6Z8A0B1C",
    publishing: site.publishing,
    operations: operations(),
    documents: Object.entries(PUBLISHED_SCHEMAS).map(([name, schema]) => ({
      name,
      rows: fieldRows(schema as JsonSchema),
    })),
  };
  for (const [folder, name, description] of PAGES) {
    const path = DEVELOPERS_FOLDER + folder;
    const isStart = folder === "";
    const body = templates.fill(`developers${isStart ? "" : `-${folder.slice(0, -1)}`}.eta`, values);
    const main = templates.fill("developers-layout.eta", { menu: menuOf(folder), name, description, body });
    const start = ["Developers", DEVELOPERS_FOLDER] as const;
    const graph = isStart
      ? [breadcrumbs(site, [start]), datasetNode(site)]
      : [breadcrumbs(site, [start, [name, path]])];
    yield layOut(input, { path, title: isStart ? "Developers" : name, description, main, graph });
  }
}

const menuOf = (current: string): object[] =>
  PAGES.map(([folder, name]) => ({
    path: DEVELOPERS_FOLDER + folder,
    name,
    isCurrent: folder === current,
  }));

function operations(): object[] {
  return Object.entries(openApiPaths()).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      description: operation.description.replace(`${operation.summary}. `, ""),
      parameters: (operation.parameters ?? []).map((one) => ({ ...one, type: typeOf(one.schema) })),
      bodies: Object.entries(operation.requestBody?.content ?? {}).map(([mediaType, { schema }]) => ({
        mediaType,
        rows: fieldRows(schema),
      })),
      responses: Object.entries(operation.responses).map(([status, { description }]) => ({
        status,
        description,
      })),
    })),
  );
}
