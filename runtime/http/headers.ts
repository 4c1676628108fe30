import { CONTENT_SECURITY_POLICY, REFERRER_POLICY } from "../../model/served-headers.ts";

/** Header names and values as node:http takes them in one flat list. */
export type HeaderList = readonly string[];

/** A request's header as one value: RFC 9110 section 5.3 joins repeated lines by commas. */
export const single = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value;

/** Everything here is public and read-only: any page may read it, errors and 304 included. */
export const CORS: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id",
];

export const PREFLIGHT: HeaderList = [
  ...CORS,
  "Access-Control-Allow-Methods",
  "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers",
  "Accept, Authorization, Content-Type, If-Modified-Since, If-None-Match, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id",
  "Access-Control-Max-Age",
  "86400",
  "Content-Length",
  "0",
];

export const PAGE_HEADERS: HeaderList = [
  "Content-Security-Policy",
  CONTENT_SECURITY_POLICY,
  "Referrer-Policy",
  REFERRER_POLICY,
];
