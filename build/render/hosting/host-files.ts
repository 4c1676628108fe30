import { atOrigin, hrefOf, urlOf } from "../../../model/base-url.ts";
import { MCP_PATH } from "../../../model/mcp.ts";
import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";
import { CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY } from "../../../model/served-headers.ts";
import { SEARCH_TABLE_PATH } from "../../../model/search-table.ts";
import { SINCE_PATH } from "../../../model/since.ts";
import { HUB_PATH, topicLinks, TOPICS } from "../../../model/topics.ts";
import type { Site } from "../feed-entry.ts";
import { JSON_TYPE, type RenderedFile, renderReadableJson, TEXT_TYPE } from "../rendered-file.ts";
import { CARD_TYPES } from "./mcp-cards.ts";

/** Paths that only the sidecar answers. */
export const SIDECAR_PATHS = ["/api/reviews/search", `${SINCE_PATH}*`, MCP_PATH, HUB_PATH] as const;

export const COMMON_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["Cache-Control", CACHE_CONTROL],
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", "ETag, Last-Modified, Link, Retry-After"],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", REFERRER_POLICY],
  ["Content-Security-Policy", CONTENT_SECURITY_POLICY],
];

type PathTypes = readonly (readonly [path: string, mediaType: string])[];

const SCHEMA_TYPE = "application/schema+json";
const SCHEMA_TYPES: PathTypes = Object.keys(PUBLISHED_SCHEMAS).map((name) => [
  `/schemas/${name}.json`,
  SCHEMA_TYPE,
]);

const SEARCH_TABLE: PathTypes = [[SEARCH_TABLE_PATH, "application/octet-stream"]];

/** Media types that hosts cannot derive from the file name. */
export const TYPED_PATHS: PathTypes = [
  ...SEARCH_TABLE,
  ...TOPICS.map(({ path, mediaType }) => [path, mediaType] as const),
  ...CARD_TYPES,
  ...SCHEMA_TYPES,
];

/** Common other paths of the feeds. */
const REDIRECTS: readonly (readonly [from: string, to: string])[] = [
  ["/rss", "/feed.xml"],
  ["/atom.xml", "/feed.xml"],
  ["/feed.json", "/api/feed.json"],
];

/**
 * Renders the configuration that static hosts read at the root of a deployment; its paths are those of requests. ETags are
 * omitted: the hosts make their own.
 */
export function hostFiles({ baseUrl, publishing }: Site): RenderedFile[] {
  const sidecarUrl = publishing.sidecar_url;
  return [
    { path: "/_headers", mediaType: TEXT_TYPE, body: Buffer.from(headersFile(baseUrl)) },
    { path: "/_redirects", mediaType: TEXT_TYPE, body: Buffer.from(redirectsFile(baseUrl, sidecarUrl)) },
    { path: "/vercel.json", mediaType: JSON_TYPE, body: renderReadableJson(vercel(baseUrl, sidecarUrl)) },
    ...(sidecarUrl === undefined ? [] : cloudflareFiles(baseUrl, sidecarUrl)),
  ];
}

type HeaderRule = readonly [pattern: string, headers: readonly (readonly [name: string, value: string])[]];

function headerRules(baseUrl: string, schemaTypes: PathTypes): HeaderRule[] {
  const types = [[`${SINCE_PATH}*`, JSON_TYPE] as const, ...SEARCH_TABLE, ...CARD_TYPES, ...schemaTypes];
  return [
    [hrefOf(baseUrl, "/*"), COMMON_HEADERS],
    ...TOPICS.map(({ path, mediaType }): HeaderRule => [
      hrefOf(baseUrl, path),
      [
        ["Content-Type", mediaType],
        ["Link", topicLinks(baseUrl, path)],
      ],
    ]),
    ...types.map(([path, mediaType]): HeaderRule => [hrefOf(baseUrl, path), [["Content-Type", mediaType]]]),
  ];
}

type PathRule = readonly [from: string, to: string];

const redirectRules = (baseUrl: string): PathRule[] =>
  REDIRECTS.map(([from, to]) => [hrefOf(baseUrl, from), hrefOf(baseUrl, to)]);

/** The sidecar answers the same paths at its own origin. */
function proxyRules(baseUrl: string, sidecarUrl: string | undefined): PathRule[] {
  if (sidecarUrl === undefined) return [];
  return SIDECAR_PATHS.map((path) => [hrefOf(baseUrl, path), urlOf(atOrigin(baseUrl, sidecarUrl), path)]);
}

/** Renders `_headers` for Netlify and Cloudflare Pages. */
function headersFile(baseUrl: string): string {
  const blocks = headerRules(baseUrl, SCHEMA_TYPES).map(([pattern, headers]) =>
    [pattern, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join("\n"),
  );
  return `${blocks.join("\n\n")}\n`;
}

/** Renders `_redirects` for Netlify and Cloudflare Pages: proxy rules for the sidecar, then redirects. */
function redirectsFile(baseUrl: string, sidecarUrl: string | undefined): string {
  const proxied = proxyRules(baseUrl, sidecarUrl).map(
    ([from, to]) => `${from} ${to.replace("*", ":splat")} 200`,
  );
  const redirects = redirectRules(baseUrl).map(([from, to]) => `${from} ${to} 301`);
  const lines = [...proxied, ...redirects];
  return `${lines.join("\n")}\n`;
}

/** Vercel serves an existing file before a rewrite, so a date with a shard never reaches the sidecar. */
function vercel(baseUrl: string, sidecarUrl: string | undefined): object {
  return {
    $schema: "https://openapi.vercel.sh/vercel.json",
    headers: headerRules(baseUrl, [["/schemas/*", SCHEMA_TYPE]]).map(([pattern, headers]) => ({
      source: pattern.replace("*", "(.*)"),
      headers: headers.map(([key, value]) => ({ key, value })),
    })),
    redirects: redirectRules(baseUrl).map(([source, destination]) => ({
      source,
      destination,
      permanent: true,
    })),
    rewrites: proxyRules(baseUrl, sidecarUrl).map(([from, to]) => ({
      source: from.replace("*", ":date"),
      destination: to.replace("*", ":date"),
    })),
  };
}

/** Cloudflare Pages needs a worker: its `_redirects` cannot proxy to another server. */
function cloudflareFiles(baseUrl: string, sidecarUrl: string): RenderedFile[] {
  const routes = { version: 1, include: SIDECAR_PATHS.map((path) => hrefOf(baseUrl, path)), exclude: [] };
  return [
    { path: "/_routes.json", mediaType: JSON_TYPE, body: renderReadableJson(routes) },
    {
      path: "/_worker.js",
      mediaType: TEXT_TYPE,
      body: Buffer.from(workerScript(sidecarUrl, hrefOf(baseUrl, SINCE_PATH))),
    },
  ];
}

const workerScript = (
  sidecarUrl: string,
  sincePath: string,
): string => `// Cloudflare Pages: requests that no file answers go to the sidecar.
const SIDECAR = ${JSON.stringify(sidecarUrl)};

const worker = {
  async fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith(${JSON.stringify(sincePath)}) && ["GET", "HEAD"].includes(request.method)) {
      const file = await env.ASSETS.fetch(request);
      if (file.status !== 404) return file;
    }
    return fetch(new Request(SIDECAR + pathname + search, request), { redirect: "manual" });
  },
};

export { worker as default };
`;
