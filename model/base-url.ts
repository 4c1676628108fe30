/**
 * The base URL of a publication: an origin, or a folder of one such as `https://example.org/reviews`, without a trailing
 * slash. Published paths such as `/reviews.json` are below it, in the manifest and everywhere in the code; the functions
 * here are the only ones that turn a published path into a URL or a link, or back.
 */

/** Names, addresses and ports only: an origin is written into configurations of servers, where `;` or `'` would end a value. */
const ORIGIN = String.raw`https?:\/\/(?:[\p{L}\p{N}._\-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?`;

/** Unreserved characters only, for the same reason, and no dot segments. */
const PATH = String.raw`(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~\-]+)*`;

const ORIGIN_PATTERN = new RegExp(`^${ORIGIN}$`, "u");
const BASE_URL_PATTERN = new RegExp(`^${ORIGIN}${PATH}$`, "u");

export const BASE_URL_EXAMPLES = "https://reviews.example.org or https://example.org/reviews";

/** A base URL as people write it, with or without a trailing slash; undefined if it is none. */
export const parseBaseUrl = (raw: string): string | undefined => parseBy(BASE_URL_PATTERN, raw);

/** An origin, with or without a trailing slash; undefined if it is none. */
export const parseOrigin = (raw: string): string | undefined => parseBy(ORIGIN_PATTERN, raw);

function parseBy(pattern: RegExp, raw: string): string | undefined {
  const url = raw.replace(/\/$/, "");
  return pattern.test(url) && URL.canParse(url) ? url : undefined;
}

export const ORIGIN_SCHEMA = {
  type: "string",
  format: "uri",
  pattern: ORIGIN_PATTERN.source,
  description: "a public origin such as https://reviews.example.org, without a path or a trailing slash",
} as const;

export const BASE_URL_SCHEMA = {
  type: "string",
  format: "uri",
  pattern: BASE_URL_PATTERN.source,
  description: `a URL such as ${BASE_URL_EXAMPLES}, without a trailing slash`,
} as const;

/** The URL of a published path. */
export const urlOf = (baseUrl: string, path: string): string => baseUrl + path;

/** The link to a published path from any page of the same host. */
export const hrefOf = (baseUrl: string, path: string): string => basePathOf(baseUrl) + path;

/** The path of the base URL: `/reviews`, or nothing for an origin. */
export const basePathOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\/[^/]+/, "");

/** `https://example.org`, where `robots.txt` and `/.well-known/` are, whatever the path. */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** The base URL at another origin, if there is one, such as that of the sidecar or of this machine; its path stays. */
export const atOrigin = (baseUrl: string, origin: string | undefined): string =>
  origin === undefined ? baseUrl : origin + basePathOf(baseUrl);

/** The published path that a request's target names, with its query; undefined outside of the base path. */
export function publishedPathOf(basePath: string, target: string): string | undefined {
  if (basePath === "") return target;
  return target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : undefined;
}
