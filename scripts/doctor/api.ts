import { urlOf } from "../../model/base-url.ts";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import { etagOf, sha256Hex } from "../../model/manifest.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { type SendRequest, decoded, jsonOf, type HttpResponse } from "./request.ts";
import { OUR_TAG } from "./artifacts.ts";
import type { Findings } from "./findings.ts";

interface PublishedReviews {
  readonly reviews: readonly { readonly id: string; readonly date: CalendarDate }[];
}

/** Reads /reviews.json; undefined when it cannot be read. */
export async function readPublished(send: SendRequest): Promise<PublishedReviews | undefined> {
  const value = jsonOf(await send("/reviews.json", { headers: { "accept-encoding": "gzip" } }));
  return isPublished(value) ? value : undefined;
}

const isPublished = (value: unknown): value is PublishedReviews =>
  typeof value === "object" && value !== null && "reviews" in value && Array.isArray(value.reviews);

/** Requests paths that do not exist. */
export async function examineErrors(send: SendRequest, findings: Findings): Promise<void> {
  for (const path of ["/doctor-looks-for-nothing", "/doctor/looks/for.json"]) {
    const { status, headers } = await send(path);
    if (status !== 404) findings.add("softError", `${path} (${status})`);
    else if (headers["access-control-allow-origin"] !== "*") findings.add("noCors", `${path} (404)`);
  }
}

/** Robots read robots.txt at the root of a host only, whatever the path of the publication. */
export async function examineRobots(send: SendRequest, baseUrl: string, findings: Findings): Promise<void> {
  const { status, body } = await send("/robots.txt");
  const sitemap = urlOf(baseUrl, "/sitemap.xml");
  if (status !== 200 || !body.toString("utf8").includes(sitemap))
    findings.add("robots", `Sitemap: ${sitemap}`);
}

/** The newest date is served from a file, the day before the oldest review by the sidecar: both must be right. */
export async function examineSince(
  send: SendRequest,
  { reviews }: PublishedReviews,
  findings: Findings,
): Promise<void> {
  const [newest, oldest] = [reviews[0]?.date, reviews.at(-1)?.date];
  const dates = newest === undefined || oldest === undefined ? [] : [newest, oldest, addDays(oldest, -1)];
  for (const date of new Set(dates)) {
    const expected = reviews.filter((review) => review.date >= date).map(({ id }) => id);
    for (const coding of ["identity", "gzip"]) await examineDate(send, { date, expected, coding }, findings);
  }
  for (const bad of ["2026-02-30", "yesterday"]) {
    const { status } = await send(SINCE_PATH + bad);
    if (status !== 400) findings.add("sinceRefusal", `${SINCE_PATH}${bad} (${status})`);
  }
}

interface SinceCase {
  readonly date: string;
  readonly expected: readonly string[];
  readonly coding: string;
}

async function examineDate(
  send: SendRequest,
  { date, expected, coding }: SinceCase,
  findings: Findings,
): Promise<void> {
  const path = `${SINCE_PATH}${date}`;
  const headers = { "accept-encoding": coding };
  const response = await send(path, { headers });
  const tag = response.headers["etag"];
  if (response.status !== 200 || !isSince(response, date, expected))
    return findings.add("since", `${path} (${response.status})`);
  if (!(response.headers["content-type"] ?? "").startsWith("application/json")) findings.add("type", path);
  if (tag === undefined) return findings.add("noTag", path);
  if (OUR_TAG.test(tag) && tag !== etagOf(sha256Hex(response.body)))
    findings.addForeignTag(`${path} (${coding})`);
  const again = await send(path, { headers: { ...headers, "if-none-match": tag } });
  if (again.status !== 304) findings.add("no304", path);
}

function isSince(response: HttpResponse, date: string, ids: readonly string[]): boolean {
  if (decoded(response) === undefined) return false;
  const value = jsonOf(response) as { since?: unknown; count?: unknown; reviews?: unknown } | undefined;
  if (value?.since !== date || value.count !== ids.length || !Array.isArray(value.reviews)) return false;
  return value.reviews.every((review: { id?: unknown }, at) => review.id === ids[at]);
}

const SEARCH = "/api/reviews/search";

/** Sends one search, and searches that must be refused. */
export async function examineSearch(
  send: SendRequest,
  { reviews }: PublishedReviews,
  findings: Findings,
): Promise<void> {
  const response = await send(`${SEARCH}?limit=1`);
  const found = jsonOf(response) as { matched?: unknown; reviews?: unknown } | undefined;
  if (response.status !== 200 || !Array.isArray(found?.reviews)) {
    findings.add("search", `${SEARCH}?limit=1 (${response.status})`);
  } else {
    if (found.matched !== reviews.length)
      findings.add("searchCount", `${String(found.matched)} instead of ${reviews.length}`);
    if (response.headers["access-control-allow-origin"] !== "*") findings.add("noCors", SEARCH);
  }
  for (const query of ["doctor=1", "limit=0", "since=2026-02-30"]) {
    const refused = await send(`${SEARCH}?${query}`);
    const issues = (jsonOf(refused) as { issues?: unknown } | undefined)?.issues;
    if (refused.status !== 400 || !Array.isArray(issues))
      findings.add("searchRefusal", `?${query} (${refused.status})`);
    else if (refused.headers["access-control-allow-origin"] !== "*")
      findings.add("noCors", `${SEARCH} (400)`);
  }
}
