import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { nearest } from "../../model/nearest.ts";
import { readText } from "./files.ts";
import type { Problems } from "./problems.ts";

/** The templates that come with the tool, and files that are published unchanged. */
export const BUILT_IN_TEMPLATES = join(import.meta.dirname, "..", "render", "templates");

/** Reads the built-in templates. A file in `folder` replaces the built-in one of its name. */
export async function loadTemplates(folder: string, problems: Problems): Promise<Record<string, string>> {
  const builtIn = await readdir(BUILT_IN_TEMPLATES);
  const own = new Set(existsSync(folder) ? await readdir(folder) : []);
  const isUnknown = (name: string): boolean => !name.startsWith(".") && !builtIn.includes(name);
  for (const name of [...own].filter(isUnknown)) {
    const near = nearest(name, builtIn);
    const fix = near === undefined ? "remove it" : `did you mean ${near}?`;
    problems.add(join(folder, name), "", `replaces no template; ${fix}`);
  }
  const templates: Record<string, string> = {};
  for (const name of builtIn) {
    const text = await readText(join(own.has(name) ? folder : BUILT_IN_TEMPLATES, name), problems);
    if (text !== undefined) templates[name] = text;
  }
  return templates;
}
