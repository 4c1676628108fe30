import { join } from "node:path";
import {
  type Business,
  contentBusinessSchema,
  type Publishing,
  type WrittenBusiness,
} from "../../model/business.ts";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import { AUDIT_FILE, contentAuditSchema, verdictKey, type WrittenAudit } from "../../model/audit.ts";
import { check } from "../../model/check.ts";
import { type Content, contentFaqSchema } from "../../model/content.ts";
import { contentEntitiesSchema, ENTITY_KINDS } from "../../model/entities.ts";
import { contentLearnedSchema } from "../../model/learned.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { cleanText } from "../../model/text.ts";
import { loadAspects } from "./aspects.ts";
import { OPTIONAL, readJson, readText } from "./files.ts";
import { loadPolicy, policyWarnings } from "./policy.ts";
import { type CheckedTexts, Problems } from "./problems.ts";
import { loadReviews } from "./reviews.ts";
import { schemaVersionProblem } from "./schema-version.ts";
import { loadTemplates } from "./templates.ts";

const { since_window_days, since_budget_mb } = contentBusinessSchema.properties.publishing.properties;

const checkBusiness = check(contentBusinessSchema);
const checkEntities = check(contentEntitiesSchema);
const checkFaq = check(contentFaqSchema);
const checkAudit = check(contentAuditSchema);
const checkLearned = check(contentLearnedSchema);

/** Reads, checks and cleans all content. The error lists every problem of every file, one line each. */
export async function load(
  folder: string,
  today: CalendarDate,
  checked?: CheckedTexts,
): Promise<Result<Content, readonly string[]>> {
  const problems = new Problems(checked);
  const outdated = await schemaVersionProblem(join(folder, "business.json"));
  if (outdated !== undefined) return err([outdated]);
  const business = await readJson(join(folder, "business.json"), checkBusiness, problems);
  const entities = await readJson(join(folder, "entities.json"), checkEntities, problems);
  const { aspects, evaluation } = await loadAspects(folder, business?.type ?? "", problems);
  const faq = await readJson(join(folder, "faq.json"), checkFaq, problems);
  const learned = await readJson(join(folder, "learned.json"), checkLearned, problems, OPTIONAL);
  const audit = await loadAudit(folder, problems);
  const summary = await readText(join(folder, "summary.md"), problems, OPTIONAL);
  const templates = await loadTemplates(join(folder, "templates"), problems);
  const latestDate = addDays(today, 1);
  const policy = await loadPolicy(folder, latestDate, problems);
  const { reviews, withheld } = await loadReviews(folder, { latestDate, policy }, problems);
  if (entities)
    for (const kind of ENTITY_KINDS)
      problems.checkUniqueIds(join(folder, "entities.json"), kind, entities[kind]);
  if (faq) problems.checkUniqueIds(join(folder, "faq.json"), "faq", faq.faq);
  if (!business || !entities || !faq || !policy || problems.lines.length > 0) return err(problems.lines);
  return ok({
    ...splitBusiness(business),
    reviews,
    withheld,
    policy,
    entities: withoutSchemaLink(entities),
    aspects,
    evaluation,
    faq: faq.faq,
    learned,
    audit,
    summary: summary === undefined || summary.trim() === "" ? null : cleanText(summary),
    templates,
    warnings: [...policyWarnings(policy, business, reviews[0]?.date), ...problems.warnings],
  });
}

/** The answers of `npm run audit`, if there are any. Answers about reviews that are gone are no problem. */
export async function loadAudit(folder: string, problems: Problems): Promise<WrittenAudit | undefined> {
  const file = join(folder, AUDIT_FILE);
  const audit = await readJson(file, checkAudit, problems, OPTIONAL);
  const first = new Map<string, number>();
  for (const [index, answer] of (audit?.answers ?? []).entries()) {
    const key = verdictKey(answer);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    else
      problems.add(file, `answers[${index}]`, `answers the same question as answers[${earlier}]; remove one`);
  }
  return audit;
}

function splitBusiness(file: WrittenBusiness): { business: Business; publishing: Publishing } {
  const { publishing, schema_version: _, ...business } = withoutSchemaLink(file);
  return {
    business,
    publishing: {
      ...publishing,
      since_window_days: publishing.since_window_days ?? since_window_days.default,
      since_budget_mb: publishing.since_budget_mb ?? since_budget_mb.default,
    },
  };
}

function withoutSchemaLink<T extends { readonly $schema?: string }>(value: T): Omit<T, "$schema"> {
  const { $schema: _, ...rest } = value;
  return rest;
}
