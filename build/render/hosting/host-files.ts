import { MCP_PATH } from "../../../model/mcp.ts";
import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";
import { CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY } from "../../../model/served-headers.ts";
import { SINCE_PATH } from "../../../model/since.ts";
import { HUB_PATH, topicLinks, TOPICS } from "../../../model/topics.ts";
import type { Site } from "../feed-entry.ts";
import { CARD_TYPES } from "./mcp-cards.ts";
import { type Rendered, TEXT_TYPE } from "../rendered.ts";

/** What only the sidecar can answer. */
export const SIDECAR_PATHS = ["/api/reviews/search", `${SINCE_PATH}*`, MCP_PATH, HUB_PATH] as const;

export type HeaderRule = readonly [pattern: string, headers: readonly string[]];

/** `_headers` and `_redirects`, as Netlify and Cloudflare Pages read them. No ETag: both hosts make their own. */
export function hostFiles(site: Site): Rendered[] {
  return [
    { path: "/_headers", mediaType: TEXT_TYPE, body: Buffer.from(headersFile(site.baseUrl)) },
    {
      path: "/_redirects",
      mediaType: TEXT_TYPE,
      body: Buffer.from(redirectsFile(site.publishing.sidecar_url)),
    },
  ];
}

function headersFile(baseUrl: string): string {
  return headerRules(baseUrl)
    .map(([pattern, headers]) => [pattern, ...headers.map((header) => `  ${header}`)].join("\n"))
    .join("\n\n")
    .concat("\n");
}

const typed = (type: string): string => `Content-Type: ${type}`;

export function headerRules(baseUrl: string): HeaderRule[] {
  return [
    [
      "/*",
      [
        `Cache-Control: ${CACHE_CONTROL}`,
        "Access-Control-Allow-Origin: *",
        "Access-Control-Expose-Headers: ETag, Last-Modified, Link, Retry-After",
        "X-Content-Type-Options: nosniff",
        `Referrer-Policy: ${REFERRER_POLICY}`,
        `Content-Security-Policy: ${CONTENT_SECURITY_POLICY}`,
      ],
    ],
    ...TOPICS.map(({ path, mediaType }): HeaderRule => [
      path,
      [typed(mediaType), `Link: ${topicLinks(baseUrl, path)}`],
    ]),
    [`${SINCE_PATH}*`, [typed("application/json; charset=utf-8")]],
    ...CARD_TYPES.map(([path, mediaType]): HeaderRule => [path, [typed(mediaType)]]),
    ...Object.keys(PUBLISHED_SCHEMAS).map((name): HeaderRule => [
      `/schemas/${name}.json`,
      [typed("application/schema+json")],
    ]),
  ];
}

/** Well-known other names of the feeds. */
export const OTHER_NAMES: readonly (readonly [from: string, to: string])[] = [
  ["/rss", "/feed.xml"],
  ["/atom.xml", "/feed.xml"],
  ["/feed.json", "/api/feed.json"],
];

/** Proxies to the sidecar if there is one, then well-known other names of the feeds. */
function redirectsFile(sidecarUrl: string | undefined): string {
  const proxied = SIDECAR_PATHS.map((path) => `${path} ${sidecarUrl}${path.replace("*", ":splat")} 200`);
  const lines = OTHER_NAMES.map(([from, to]) => `${from} ${to} 301`);
  return `${[...(sidecarUrl === undefined ? [] : proxied), ...lines].join("\n")}\n`;
}
