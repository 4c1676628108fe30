import { MCP_PATH } from "../../../model/mcp.ts";
import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";
import { HUB_PATH, TOPICS } from "../../../model/topics.ts";
import { openApi } from "../openapi/openapi.ts";
import type { Rendered } from "../rendered.ts";
import { fieldRows, type Schema, typeOf } from "./field-rows.ts";
import { breadcrumbs, datasetNode } from "./json-ld.ts";
import { laidOut } from "./layout.ts";
import type { Publication } from "./publication.ts";

export const DEVELOPERS_FOLDER = "/developers/";

const PAGES = [
  ["", "Quick start", "All reviews and what they say, as JSON over plain HTTP: no account, key or token."],
  ["reference/", "Reference", "Every operation with its parameters and answers."],
  ["data-model/", "Data model", "Every field of every published document."],
  ["websub/", "WebSub", "How to be told within seconds when reviews change."],
  ["mcp/", "MCP", "The reviews as read-only tools for agents."],
  ["feeds/", "Feeds and caching", "JSON Feed, Atom, conditional requests and incremental reading."],
  ["changelog/", "Changelog", "What changed in what is published."],
] as const;

/** The pages for programmers; reference and data model are made from the schemas that also check. */
export function* developerPages(publication: Publication): Generator<Rendered> {
  const { site, templates, reviews } = publication;
  const { baseUrl } = site;
  const values: object = {
    baseUrl,
    mcpUrl: baseUrl + MCP_PATH,
    hubUrl: baseUrl + HUB_PATH,
    topics: TOPICS.map(({ path }) => baseUrl + path),
    since: reviews[Math.min(9, reviews.length - 1)]?.date ?? "2026-01-01",
    reviewId: reviews[0]?.id ?? "01JD7Z8Q5H3V9W2X4Y6Z8A0B1C",
    publishing: site.publishing,
    operations: operations(openApi(site) as OpenApi),
    documents: Object.entries(PUBLISHED_SCHEMAS).map(([name, schema]) => ({
      name,
      rows: fieldRows(schema as Schema),
    })),
  };
  for (const [folder, name, description] of PAGES) {
    const path = DEVELOPERS_FOLDER + folder;
    const template = `developers${folder === "" ? "" : `-${folder.slice(0, -1)}`}.eta`;
    const body = templates.fill(template, values);
    const main = templates.fill("developers-layout.eta", { menu: menuOf(folder), name, description, body });
    const trail = [
      ["Developers", DEVELOPERS_FOLDER] as const,
      ...(folder === "" ? [] : [[name, path] as const]),
    ];
    const graph = [breadcrumbs(site, trail), ...(folder === "" ? [datasetNode(site, reviews[0]?.date)] : [])];
    yield laidOut(publication, {
      path,
      title: folder === "" ? "Developers" : name,
      description,
      main,
      graph,
    });
  }
}

const menuOf = (current: string): object[] =>
  PAGES.map(([folder, name]) => ({
    path: DEVELOPERS_FOLDER + folder,
    name,
    isCurrent: folder === current,
  }));

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

function operations({ paths }: OpenApi): object[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
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
