import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../model/content.ts";
import type { InsightsDocument } from "../model/insights.ts";
import { fileOf } from "../model/manifest.ts";
import type { BuildConfig } from "./config.ts";
import { type ReleasedReviews, shrinkProblem } from "./review-changes.ts";

/** Refuses to replace a release by one without reviews or aspects, or with far fewer reviews. */
export async function lossProblem(
  { outFolder }: Pick<BuildConfig, "outFolder">,
  link: string,
  before: ReleasedReviews,
  content: Content,
): Promise<string | undefined> {
  const ids = content.reviews.map(({ id }) => id);
  return shrinkProblem(outFolder, [...before.keys()], ids) ?? (await aspectLoss(link, content));
}

/** Refuses to replace a release that judges aspects by one without any: a type with a typo has no pack. */
async function aspectLoss(
  link: string,
  { aspects, business }: Pick<Content, "aspects" | "business">,
): Promise<string | undefined> {
  if (aspects.length > 0) return undefined;
  const before = await publishedAspects(link);
  if (before === 0) return undefined;
  return `business.json: type: "${business.type}" has no aspects, and the published release has ${before}; correct the type, write aspects.json, or run the command again with --allow-shrink`;
}

/** None without a release, and of a file that is damaged. */
async function publishedAspects(link: string): Promise<number> {
  try {
    const written = await readFile(join(link, fileOf("/insights.json")), "utf8");
    return (JSON.parse(written) as Pick<InsightsDocument, "aspects">).aspects.length;
  } catch {
    return 0;
  }
}
