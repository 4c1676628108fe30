import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../model/content.ts";
import type { InsightsDocument } from "../model/insights.ts";
import { fileOf } from "../model/manifest.ts";

/** Refuses to replace a release that judges aspects by one without any: a type with a typo has no pack. */
export async function aspectLoss(
  link: string,
  { aspects, business }: Pick<Content, "aspects" | "business">,
): Promise<string | undefined> {
  if (aspects.length > 0) return undefined;
  const file = join(link, fileOf("/insights.json"));
  const written = await readFile(file, "utf8").catch(() => '{"aspects":[]}');
  const before = (JSON.parse(written) as Pick<InsightsDocument, "aspects">).aspects.length;
  if (before === 0) return undefined;
  return `business.json: type: "${business.type}" has no aspects, and the published release has ${before}; correct the type, write aspects.json, or run the command again with --allow-shrink`;
}
