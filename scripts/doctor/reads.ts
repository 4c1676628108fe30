import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import { etagOf, sha256Hex } from "../../model/manifest.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { type Ask, decoded, jsonOf, type Reply } from "./ask.ts";
import { OUR_TAG } from "./artifacts.ts";
import type { Findings } from "./findings.ts";

interface Published {
  readonly reviews: readonly { readonly id: string; readonly date: CalendarDate }[];
}

/** What is published, as far as the checks below need it; undefined when it cannot be read. */
export async function readPublished(ask: Ask): Promise<Published | undefined> {
  const value = jsonOf(await ask("/reviews.json", { headers: { "accept-encoding": "gzip" } }));
  return isPublished(value) ? value : undefined;
}

const isPublished = (value: unknown): value is Published =>
  typeof value === "object" && value !== null && "reviews" in value && Array.isArray(value.reviews);

export async function examineErrors(ask: Ask, findings: Findings): Promise<void> {
  for (const path of ["/doctor-looks-for-nothing", "/doctor/looks/for.json"]) {
    const { status, headers } = await ask(path);
    if (status !== 404) findings.add("softError", `${path} (${status})`);
    else if (headers["access-control-allow-origin"] !== "*") findings.add("noCors", `${path} (404)`);
  }
}

/** The newest date has a file, the day before the oldest review has none: both must hold the same kind of bytes. */
export async function examineSince(ask: Ask, { reviews }: Published, findings: Findings): Promise<void> {
  const [newest, oldest] = [reviews[0]?.date, reviews.at(-1)?.date];
  const dates = newest === undefined || oldest === undefined ? [] : [newest, oldest, addDays(oldest, -1)];
  for (const date of new Set(dates)) {
    const wanted = reviews.filter((review) => review.date >= date).map(({ id }) => id);
    for (const coding of ["identity", "gzip"]) await examineDate(ask, { date, wanted, coding }, findings);
  }
  for (const bad of ["2026-02-30", "yesterday"]) {
    const { status } = await ask(SINCE_PATH + bad);
    if (status !== 400) findings.add("sinceRefusal", `${SINCE_PATH}${bad} (${status})`);
  }
}

interface Since {
  readonly date: string;
  readonly wanted: readonly string[];
  readonly coding: string;
}

async function examineDate(ask: Ask, { date, wanted, coding }: Since, findings: Findings): Promise<void> {
  const path = `${SINCE_PATH}${date}`;
  const headers = { "accept-encoding": coding };
  const reply = await ask(path, { headers });
  const tag = reply.headers["etag"];
  if (reply.status !== 200 || !isSince(reply, date, wanted))
    return findings.add("since", `${path} (${reply.status})`);
  if (!(reply.headers["content-type"] ?? "").startsWith("application/json")) findings.add("type", path);
  if (tag === undefined) return findings.add("noTag", path);
  if (OUR_TAG.test(tag) && tag !== etagOf(sha256Hex(reply.body))) findings.foreignTag(`${path} (${coding})`);
  const again = await ask(path, { headers: { ...headers, "if-none-match": tag } });
  if (again.status !== 304) findings.add("no304", path);
}

function isSince(reply: Reply, date: string, ids: readonly string[]): boolean {
  if (decoded(reply) === undefined) return false;
  const value = jsonOf(reply) as { since?: unknown; count?: unknown; reviews?: unknown } | undefined;
  if (value?.since !== date || value.count !== ids.length || !Array.isArray(value.reviews)) return false;
  return value.reviews.every((review: { id?: unknown }, at) => review.id === ids[at]);
}

const SEARCH = "/api/reviews/search";

export async function examineSearch(ask: Ask, { reviews }: Published, findings: Findings): Promise<void> {
  const reply = await ask(`${SEARCH}?limit=1`);
  const found = jsonOf(reply) as { matched?: unknown; reviews?: unknown } | undefined;
  if (reply.status !== 200 || !Array.isArray(found?.reviews)) {
    findings.add("search", `${SEARCH}?limit=1 (${reply.status})`);
  } else {
    if (found.matched !== reviews.length)
      findings.add("searchCount", `${String(found.matched)} instead of ${reviews.length}`);
    if (reply.headers["access-control-allow-origin"] !== "*") findings.add("noCors", SEARCH);
  }
  for (const query of ["doctor=1", "limit=0", "since=2026-02-30"]) {
    const refused = await ask(`${SEARCH}?${query}`);
    const issues = (jsonOf(refused) as { issues?: unknown } | undefined)?.issues;
    if (refused.status !== 400 || !Array.isArray(issues))
      findings.add("searchRefusal", `?${query} (${refused.status})`);
    else if (refused.headers["access-control-allow-origin"] !== "*")
      findings.add("noCors", `${SEARCH} (400)`);
  }
}
