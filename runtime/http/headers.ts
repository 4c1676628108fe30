import { CONTENT_SECURITY_POLICY, REFERRER_POLICY } from "../../model/served-headers.ts";

/** Header names and values in one flat list, as node:http takes them. */
export type HeaderList = readonly string[];

export const JSON_TYPE = "application/json; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";

export const NO_STORE: HeaderList = ["Cache-Control", "no-store"];
export const NO_SNIFF: HeaderList = ["X-Content-Type-Options", "nosniff"];

/** Everything here is public and read-only, so any page may read it, errors and 304 included. */
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
];

export const PAGE_HEADERS: HeaderList = [
  "Content-Security-Policy",
  CONTENT_SECURITY_POLICY,
  "Referrer-Policy",
  REFERRER_POLICY,
];
