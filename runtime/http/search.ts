import type { IncomingMessage, ServerResponse } from "node:http";
import { etagOf, sha256Hex } from "../../model/manifest.ts";
import { OverloadError } from "../loop/time-slices.ts";
import { parseSearchParams } from "../search/params.ts";
import type { ReviewTable } from "../search/review-table.ts";
import { renderSearchPage, search } from "../search/search.ts";
import { JSON_TYPE } from "./headers.ts";
import { queryOf } from "./request.ts";
import { prepare, sendRepresentation } from "./resource.ts";
import { refuse } from "./respond.ts";
import type { Route } from "./routes.ts";

/** In a second: all searches that wait take some seconds at most. */
const RETRY_SOON = ["Retry-After", "1"];
const HEADERS = ["Cache-Control", "public, max-age=30"];

/** The reviews of a release, and the second in which they last changed. */
export interface SearchableReviews {
  readonly table: ReviewTable;
  readonly lastModifiedAt: number;
}

/** `GET /api/reviews/search`: spec section 4.1, with a cursor in addition. */
export function searchRoute(reviews: () => SearchableReviews | undefined, now: () => number): Route {
  return {
    path: "/api/reviews/search",
    methods: { GET: (request, response) => answer(request, response, reviews(), now()) },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  reviews: SearchableReviews | undefined,
  now: number,
): Promise<void> {
  if (reviews === undefined) return refuse(response, "unavailable");
  const { table, lastModifiedAt } = reviews;
  const filter = parseSearchParams(queryOf(request));
  if (!filter.ok) return refuse(response, "invalidParameters", { issues: filter.error });
  const page = await search(table, filter.value, () => request.socket.writable).catch(refusalOf);
  if (page === "overloaded") return refuse(response, page, { headers: RETRY_SOON });
  if (!page.ok) return refuse(response, "invalidParameters", { issues: page.error });
  const body = renderSearchPage(table, page.value);
  const representation = prepare(
    { coding: "identity", etag: etagOf(sha256Hex(body)), parts: [body] },
    { mediaType: JSON_TYPE, lastModifiedAt, headers: HEADERS },
  );
  sendRepresentation(request, response, representation, now);
}

function refusalOf(error: unknown): "overloaded" {
  if (error instanceof OverloadError) return "overloaded";
  throw error;
}
