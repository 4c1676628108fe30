import { join } from "node:path";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import type { Business } from "../../model/business.ts";
import { check } from "../../model/check.ts";
import type { Policy } from "../../model/content.ts";
import { contentPolicySchema, contentSourceTotalsSchema } from "../../model/policy.ts";
import { cleanText } from "../../model/text.ts";
import { OPTIONAL, readJson, readText } from "./files.ts";
import type { Problems } from "./problems.ts";

export const POLICY_FILE = "policy.json";
export const SOURCE_TOTALS_FILE = "source-totals.json";

const MISSING =
  "is missing; it says who publishes these reviews and how each source is verified, and without it no page may call them verified; npm run policy writes a skeleton and lists the reviews that need it";

const checkPolicy = check(contentPolicySchema);
const checkTotals = check(contentSourceTotalsSchema);

/** Reads policy.json, the Markdown file that it names, and the totals that sources state. */
export async function loadPolicy(
  folder: string,
  latestDate: CalendarDate,
  problems: Problems,
): Promise<Policy | undefined> {
  const file = join(folder, POLICY_FILE);
  const written = await readJson(file, checkPolicy, problems, MISSING);
  const totals = await readJson(join(folder, SOURCE_TOTALS_FILE), checkTotals, problems, OPTIONAL);
  if (written === undefined) return undefined;
  if (written.reviewed_at > latestDate)
    problems.add(file, "reviewed_at", `lies in the future (got "${written.reviewed_at}")`);
  const { publisher, sources, report, response_days, reviewed_at } = written;
  const text = written.text && (await readText(join(folder, written.text), problems));
  return {
    publisher,
    sources,
    report,
    response_days,
    reviewed_at,
    text: text === undefined || text.trim() === "" ? null : cleanText(text),
    totals: totals?.sources ?? {},
  };
}

/** A policy that was reviewed this long before the newest review may not cover it. */
const MAX_AGE_DAYS = 365;

/**
 * Warnings for the owner: the policy is old, or seems to be of another business, or a total names an unknown source. Age
 * is measured at the newest review, not at the clock: a build is a function of its content, and without new reviews
 * nothing new is claimed.
 */
export function policyWarnings(
  { publisher, reviewed_at, sources, totals }: Policy,
  { name, legal_name }: Business,
  newest: CalendarDate | undefined,
): string[] {
  const warnings: string[] = [];
  if (newest !== undefined && addDays(reviewed_at, MAX_AGE_DAYS) < newest)
    warnings.push(
      `${POLICY_FILE} was last reviewed on ${reviewed_at}, more than a year before the newest review: read it again, and set reviewed_at`,
    );
  if (publisher.is_the_business && publisher.name !== name && publisher.name !== legal_name)
    warnings.push(
      `${POLICY_FILE} says that the business publishes its reviews, and calls it ${publisher.name}: set publisher.name to its name or legal_name`,
    );
  for (const source of Object.keys(totals))
    if (sources[source] === undefined)
      warnings.push(
        `${SOURCE_TOTALS_FILE} states a total of ${source}, which is not published: ${POLICY_FILE} has no such source`,
      );
  return warnings;
}
