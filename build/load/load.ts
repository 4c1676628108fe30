import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Business,
  contentBusinessSchema,
  type Publishing,
  type WrittenBusiness,
} from "../../model/business.ts";
import { addDays, type CalendarDate } from "../../model/calendar-date.ts";
import { check } from "../../model/check.ts";
import { type Content, contentAspectsSchema, contentFaqSchema } from "../../model/content.ts";
import { contentEntitiesSchema, ENTITY_KINDS } from "../../model/entities.ts";
import { contentLearnedSchema } from "../../model/learned.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { cleanText } from "../../model/text.ts";
import { OPTIONAL, readJson, readText } from "./files.ts";
import { loadPolicy, policyWarnings } from "./policy.ts";
import { Problems } from "./problems.ts";
import { loadReviews } from "./reviews.ts";

const { since_window_days, since_budget_mb } = contentBusinessSchema.properties.publishing.properties;

/** Templates, and files that are published unchanged. */
const TEMPLATES = [
  "layout.eta",
  "index.eta",
  "404.eta",
  "review.eta",
  "review-card.eta",
  "list.eta",
  "entity.eta",
  "entities.eta",
  "summary.eta",
  "methodology.eta",
  "policy.eta",
  "developers-layout.eta",
  "developers.eta",
  "developers-reference.eta",
  "developers-data-model.eta",
  "developers-websub.eta",
  "developers-mcp.eta",
  "developers-feeds.eta",
  "developers-changelog.eta",
  "style.css",
  "search.js",
  "icon.svg",
] as const;

const checkBusiness = check(contentBusinessSchema);
const checkEntities = check(contentEntitiesSchema);
const checkAspects = check(contentAspectsSchema);
const checkFaq = check(contentFaqSchema);
const checkLearned = check(contentLearnedSchema);

/** Reads, checks and cleans all content. The error lists every problem of every file, one line each. */
export async function load(folder: string, today: CalendarDate): Promise<Result<Content, readonly string[]>> {
  const problems = new Problems();
  const business = await readJson(join(folder, "business.json"), checkBusiness, problems);
  const entities = await readJson(join(folder, "entities.json"), checkEntities, problems);
  const aspects = await readJson(join(folder, "aspects.json"), checkAspects, problems);
  const faq = await readJson(join(folder, "faq.json"), checkFaq, problems);
  const learned = await readJson(join(folder, "learned.json"), checkLearned, problems, OPTIONAL);
  const summary = await readText(join(folder, "summary.md"), problems, OPTIONAL);
  const templates = await readTemplates(join(folder, "templates"), problems);
  const latestDate = addDays(today, 1);
  const policy = await loadPolicy(folder, latestDate, problems);
  const { reviews, withheld } = await loadReviews(folder, { latestDate, policy }, problems);
  if (entities)
    for (const kind of ENTITY_KINDS)
      problems.checkUniqueIds(join(folder, "entities.json"), kind, entities[kind]);
  if (aspects) problems.checkUniqueIds(join(folder, "aspects.json"), "aspects", aspects.aspects);
  if (faq) problems.checkUniqueIds(join(folder, "faq.json"), "faq", faq.faq);
  if (!business || !entities || !aspects || !faq || !policy || problems.lines.length > 0)
    return err(problems.lines);
  return ok({
    ...splitBusiness(business),
    reviews,
    withheld,
    policy,
    entities: withoutSchemaLink(entities),
    aspects: aspects.aspects,
    faq: faq.faq,
    learned,
    summary: summary === undefined || summary.trim() === "" ? null : cleanText(summary),
    templates,
    warnings: [...policyWarnings(policy, reviews[0]?.date), ...problems.warnings],
  });
}

async function readTemplates(folder: string, problems: Problems): Promise<Record<string, string>> {
  const templates: Record<string, string> = {};
  if (!existsSync(folder)) {
    problems.add(
      folder,
      "",
      "is missing; copy it from the sample content, or name another folder with --content",
    );
    return templates;
  }
  for (const name of TEMPLATES) {
    const text = await readText(join(folder, name), problems);
    if (text !== undefined) templates[name] = text;
  }
  return templates;
}

function splitBusiness(file: WrittenBusiness): { business: Business; publishing: Publishing } {
  const { publishing, ...business } = withoutSchemaLink(file);
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
