import { evaluate } from "../../model/conditional.ts";
import { formatHttpDate } from "../../model/http-date.ts";
import { etagOf, sha256Hex } from "../../model/manifest.ts";
import { parseSearchParams } from "../search/params.ts";

import type { ReviewTable } from "../search/review-table.ts";
import { renderSearchPage, search } from "../search/search.ts";
import { refusal, type Route, toBody, toPairs } from "./app.ts";
import { CORS } from "./headers.ts";

const CACHE_CONTROL = "public, max-age=30";

/** `GET /api/reviews/search`: spec section 4.1, and a cursor beyond it. */
export function searchRoutes(searchable: () => Searchable | undefined, now: () => number): Route[] {
  return [{ path: "/api/reviews/search", methods: { GET: ({ req }) => answer(req, searchable(), now()) } }];
}

/** The reviews of the release, and when they last moved. */
export interface Searchable {
  readonly table: ReviewTable;
  readonly lastModifiedAt: number;
}

function answer(request: Request, searchable: Searchable | undefined, now: number): Response {
  if (searchable === undefined) return refusal("unavailable");
  const { table, lastModifiedAt } = searchable;
  const filter = parseSearchParams(new URL(request.url).searchParams);
  if (!filter.ok) return refusal("invalidParameters", { issues: filter.error });
  const found = search(table, filter.value);
  if (!found.ok) return refusal("invalidParameters", { issues: found.error });
  const body = renderSearchPage(table, found.value);
  const etag = etagOf(sha256Hex(body));
  const headers = [
    "ETag",
    etag,
    "Last-Modified",
    formatHttpDate(lastModifiedAt),
    "Cache-Control",
    CACHE_CONTROL,
    ...CORS,
  ];
  const field = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  const conditions = {
    ifMatch: field("if-match"),
    ifUnmodifiedSince: field("if-unmodified-since"),
    ifNoneMatch: field("if-none-match"),
    ifModifiedSince: field("if-modified-since"),
  };
  const evaluation = evaluate(conditions, { etag, lastModifiedAt }, now);
  if (evaluation === "precondition-failed") return refusal("preconditionFailed");
  if (evaluation === "not-modified") return new Response(null, { status: 304, headers: toPairs(headers) });
  const described = [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
  ];
  const content = request.method === "HEAD" ? null : toBody(body);
  return new Response(content, {
    headers: toPairs([...described, "X-Content-Type-Options", "nosniff", ...headers]),
  });
}
