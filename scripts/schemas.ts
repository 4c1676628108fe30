import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuseArguments, runCommand } from "../build/run-command.ts";
import { editorSchemas } from "../model/content.ts";

const USAGE = `usage: npm run schemas

Writes the schemas that editors use into model/schemas/json/, from those that the build checks with.
`;

await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  refuseArguments(args);
  const folder = join(import.meta.dirname, "..", "model", "schemas", "json");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(editorSchemas())) writeFileSync(join(folder, name), text);
  return 0;
}
