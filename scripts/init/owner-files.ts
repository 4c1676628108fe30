import { readFileSync } from "node:fs";
import { join } from "node:path";
import { POLICY_FILE } from "../../build/load/policy.ts";
import { ERASED_FILE } from "../../build/load/reviews.ts";
import { ERASED_HEADER } from "../import/erase.ts";

/** The files around the content of an owner, by path. */
export function ownerFiles(name: string, dependency: string): Record<string, string> {
  const read = (file: string): string =>
    readFileSync(join(import.meta.dirname, "files", file), "utf8").replaceAll("{{name}}", name);
  const commands = ["build", "start", "dev"];
  return {
    "package.json": json({
      private: true,
      scripts: Object.fromEntries(commands.map((command) => [command, `verified-reviews ${command}`])),
      dependencies: { "verified-reviews": dependency },
    }),
    "README.md": read("README.md"),
    ".gitignore": read("gitignore"),
    ".github/workflows/publish.yml": read("publish.yml"),
  };
}

/** The smallest content that builds. */
export const contentFiles = (business: object, policy: object): Record<string, string> => ({
  "content/business.json": json(business),
  [`content/${POLICY_FILE}`]: json(policy),
  "content/entities.json": json({
    $schema: schemaPath("entities"),
    technicians: [],
    services: [],
    service_areas: [],
  }),
  "content/faq.json": json({ $schema: schemaPath("faq"), faq: [] }),
  // Version control keeps no empty folder.
  [`content/reviews/${ERASED_FILE}`]: `${ERASED_HEADER}\n`,
});

/** The path of a schema for editors, below the package that `npm install` adds. */
export const schemaPath = (name: string): string =>
  `../node_modules/verified-reviews/lib/model/schemas/json/${name}.schema.json`;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
