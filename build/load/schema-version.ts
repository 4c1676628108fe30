import { readFile } from "node:fs/promises";
import { SCHEMA_VERSION } from "../../model/schema-version.ts";

/** Compares the version of content with the one that this tool reads. Other faults are left to the checks. */
export async function schemaVersionProblem(businessFile: string): Promise<string | undefined> {
  const version = schemaVersionOf(await readFile(businessFile, "utf8").catch(() => ""));
  if (version === undefined || version === SCHEMA_VERSION) return undefined;
  const place = `${businessFile}: schema_version: the content is of version ${version}`;
  return version < SCHEMA_VERSION
    ? `${place}, and this tool reads version ${SCHEMA_VERSION}; npm run upgrade migrates it`
    : `${place}, and this tool reads only up to ${SCHEMA_VERSION}; update the tool`;
}

/** The version that a business.json names: 0 without one, undefined if the text is not such a file. */
export function schemaVersionOf(text: string): number | undefined {
  try {
    const { schema_version: version = 0 } = JSON.parse(text) as { schema_version?: unknown };
    return Number.isSafeInteger(version) ? Number(version) : undefined;
  } catch {
    return undefined;
  }
}
