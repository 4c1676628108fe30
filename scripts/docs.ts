import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { refuseArguments, runCommand } from "../build/run-command.ts";
import { fieldRows, type FieldRow, type JsonSchema } from "../build/render/pages/field-rows.ts";
import { contentBusinessSchema } from "../model/business.ts";
import { PUBLISHED_SCHEMAS } from "../model/documents.ts";
import { contentPolicySchema } from "../model/policy.ts";
import { contentReviewSchema } from "../model/review.ts";
import { COMMANDS } from "./tool/commands.ts";

const USAGE = `usage: npm run docs

Writes the tables of fields in docs/ from the schemas.
`;

const DOCS_FOLDER = join(import.meta.dirname, "..", "docs");

/** Schemas that have a field table in the docs, by the name in the table's markers. */
const TABLES: Readonly<Record<string, JsonSchema>> = {
  "content review": contentReviewSchema,
  policy: contentPolicySchema,
  publishing: contentBusinessSchema.properties.publishing,
  review: PUBLISHED_SCHEMAS.review,
  "since index": PUBLISHED_SCHEMAS["since-index"],
  manifest: PUBLISHED_SCHEMAS.manifest,
};

export const DOCS_WITH_TABLES = ["content.md", "publication.md", "tool.md"].map((name) =>
  join(DOCS_FOLDER, name),
);

const MARKED_TABLE = /(<!-- (?:fields of (.+?)|commands): npm run docs -->\n\n)(?:\|.*\n)*/g;

/** Replaces the table after every marker with the fields of its schema, or the tool's commands. */
export function withFieldTables(text: string): string {
  return text.replaceAll(MARKED_TABLE, (_, marker: string, name: string | undefined) => {
    if (name === undefined) return marker + commandTable();
    const schema = TABLES[name];
    if (schema === undefined) throw new Error(`scripts/docs.ts has no schema "${name}"`);
    return marker + markdownTable(fieldRows(schema));
  });
}

function commandTable(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => [`\`${name}\``, summary]);
  return tableOf(["command", "what it does"], rows);
}

function markdownTable(rows: readonly FieldRow[]): string {
  const cells = rows.map(({ path, type, isOptional, defaultValue, description }) => {
    const optional = defaultValue === undefined ? "optional" : `default ${JSON.stringify(defaultValue)}`;
    return [`\`${path}\``, isOptional ? `${type}, ${optional}` : type, description];
  });
  return tableOf(["field", "type", "meaning"], cells);
}

/** A Markdown table. */
export function tableOf(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return [head, widths.map((width) => "-".repeat(width)), ...cells].map(line).join("");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  refuseArguments(args);
  for (const file of DOCS_WITH_TABLES) writeFileSync(file, withFieldTables(readFileSync(file, "utf8")));
  return 0;
}
