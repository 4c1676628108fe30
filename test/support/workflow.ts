import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./content.ts";

const read = (name: string): string => readFileSync(join(ROOT, ".github", "workflows", name), "utf8");

export const WORKFLOW = read("publish.yml");
export const SYNC_WORKFLOW = read("sync.yml");

/** Returns the script of the step with this name. */
export function scriptOf(name: string): string {
  const step = WORKFLOW.slice(WORKFLOW.indexOf(`- name: ${name}`));
  const block = /\n( +)run: \|\n([\s\S]*?)(?=\n\1?\S|\n {0,8}\S|\n {6}- |$)/.exec(step);
  return (block?.[2] ?? "").replaceAll(/^ {10}/gm, "");
}
