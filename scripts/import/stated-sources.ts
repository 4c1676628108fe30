import { join } from "node:path";
import { POLICY_FILE } from "../../build/load/policy.ts";
import { VERIFICATION_METHODS } from "../../model/policy.ts";
import { readOptional } from "./source-totals.ts";
import { isObject } from "./whole-document.ts";

/** The sources of which policy.json says how they are verified. An unfinished policy is no problem here: builds name its gaps. */
export function statedSources(contentFolder: string): ReadonlySet<string> {
  const policy = parsed(readOptional(join(contentFolder, POLICY_FILE)) ?? "{}");
  const sources = isObject(policy) && isObject(policy["sources"]) ? policy["sources"] : {};
  return new Set(Object.keys(sources).filter((source) => isStated(sources[source])));
}

const isStated = (statement: unknown): boolean =>
  isObject(statement) && VERIFICATION_METHODS.some((method) => method === statement["verification"]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
