import { urlOf } from "../../../model/base-url.ts";
import { MCP_PATH, MCP_SERVER, SESSION_REVISIONS, STATELESS_REVISION } from "../../../model/mcp.ts";
import type { Site } from "../feed-entry.ts";
import { JSON_TYPE, type RenderedFile, renderReadableJson } from "../rendered-file.ts";

/** Agents look for a server here before they connect: the reserved path first, then the older one. */
const CARD_PATHS = [`${MCP_PATH}/server-card`, "/.well-known/mcp/server-card.json"] as const;
const CARD_LIST_PATH = "/.well-known/ai-catalog.json";
const CARD_TYPE = "application/mcp-server-card+json";
const CARD_LIST_TYPE = "application/ai-catalog+json";

/** Media types that hosts cannot derive from the file name. */
export const CARD_TYPES: readonly (readonly [path: string, mediaType: string])[] = [
  ...CARD_PATHS.map((path) => [path, CARD_TYPE] as const),
  [CARD_LIST_PATH, CARD_LIST_TYPE],
];

const MAX_DESCRIPTION = 100;

/** Renders the server card, the list of cards, and server.json for the MCP registry. */
export function mcpCards(site: Site): RenderedFile[] {
  const { baseUrl } = site;
  const card = renderReadableJson(serverCard(site));
  const cardList = {
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${hostOf(baseUrl)}:mcp:${MCP_SERVER.name}`,
        displayName: MCP_SERVER.title,
        type: CARD_TYPE,
        url: urlOf(baseUrl, CARD_PATHS[0]),
        representativeQueries: [
          `What do customers say about ${site.business.name}?`,
          `Which reviews of ${site.business.name} speak of the price?`,
          `Did the reviews of ${site.business.name} get better or worse this year?`,
        ],
      },
    ],
  };
  return [
    ...CARD_PATHS.map((path) => ({ path, mediaType: CARD_TYPE, body: card })),
    { path: CARD_LIST_PATH, mediaType: CARD_LIST_TYPE, body: renderReadableJson(cardList) },
    { path: "/server.json", mediaType: JSON_TYPE, body: renderReadableJson(registryEntry(site)) },
  ];
}

function serverCard(site: Site): object {
  const { remotes, ...server } = describeServer(site);
  const supportedProtocolVersions = [STATELESS_REVISION, ...SESSION_REVISIONS];
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    ...server,
    remotes: remotes.map((remote) => ({ ...remote, supportedProtocolVersions })),
  };
}

function registryEntry(site: Site): object {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    ...describeServer(site),
  };
}

function describeServer({ baseUrl, business }: Site) {
  const description = `Reviews of ${business.name}, read-only`;
  return {
    name: `${hostOf(baseUrl).split(".").toReversed().join(".")}/${MCP_SERVER.name}`,
    title: MCP_SERVER.title,
    description: Array.from(description).slice(0, MAX_DESCRIPTION).join(""),
    version: MCP_SERVER.version,
    websiteUrl: urlOf(baseUrl, "/"),
    remotes: [{ type: "streamable-http", url: urlOf(baseUrl, MCP_PATH) }],
  };
}

/** Reduces the host to what server names allow: letters, digits, dots and hyphens. */
const hostOf = (baseUrl: string): string =>
  new URL(baseUrl).hostname.replaceAll(/[^A-Za-z0-9.-]/g, "") || "localhost";
