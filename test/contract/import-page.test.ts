import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIELDS, KNOWN_NAMES } from "../../scripts/import/fields.ts";
import { USAGE } from "../../scripts/import/options.ts";
import { PLACEHOLDERS } from "../../scripts/import/prose.ts";
import { NOTED, SKIPPED } from "../../scripts/import/reasons.ts";
import { ROOT } from "../support/content.ts";

// Tables are padded by the formatter.
const page = readFileSync(join(ROOT, "docs", "import.md"), "utf8").replaceAll(/ {2,}/g, " ");

test.for([...USAGE.matchAll(/--[a-z-]+/g)].map(([option]) => option))("describes %s", (option) => {
  expect(page).toContain(`\`${option}`);
});

test.for([...Object.values(SKIPPED), ...Object.values(NOTED)])("explains: %s", (reason) => {
  expect(page).toContain(`| ${reason} |`);
});

test.for(FIELDS)("lists the known names of %s in their order", (field) => {
  expect(page).toContain(`| \`${field}\` | ${KNOWN_NAMES[field].map((name) => `\`${name}\``).join(" ")} |`);
});

test.for(PLACEHOLDERS)("lists the placeholder %s", (text) => {
  expect(page).toContain(`\`${text}\``);
});
