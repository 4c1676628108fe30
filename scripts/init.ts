/** `npm run init`: creates the folder of an owner. Described in docs/tool.md. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { contentBusinessSchema } from "../model/business.ts";
import { calendarDateOf } from "../model/calendar-date.ts";
import { packFor } from "../build/load/aspects.ts";
import { check, type Issue, showValue } from "../model/check.ts";
import { PACK_NAMES } from "../model/content.ts";
import { contentPolicySchema } from "../model/policy.ts";
import { SCHEMA_VERSION } from "../model/schema-version.ts";
import { policySkeleton } from "./policy/skeleton.ts";
import { contentFiles, ownerFiles, schemaPath } from "./init/owner-files.ts";
import { dependencyFor } from "./tool/package.ts";
import { type Answers, ask, DEFAULTS, QUESTIONS } from "./init/questions.ts";

const USAGE = `usage: npm run init -- FOLDER [options]

Creates FOLDER with content for a business that has no reviews yet, a package.json with this tool, a workflow for GitHub
and a README. Asks for every value that no option gives.

  --name NAME       name of the business
  --type TYPE       its schema.org type, such as Bakery (LocalBusiness)
  --url URL         its website
  --language TAG    language of its reviews, such as en (en)
  --base-url URL    where the reviews will be published, such as https://reviews.example.org
  --report ADDRESS  e-mail address or URL for readers who report a review
  --tool SPEC       the tool as a dependency, such as ^1.0.0 (from where this one comes; sources are packed)
  --help            print this

exit: 0 done, 1 refused, 2 usage, 3 fault (--debug prints the stack)
`;

/** The option that sets the field that an issue is about. */
const OPTION_OF: Readonly<Record<string, keyof Answers>> = {
  name: "name",
  type: "type",
  url: "url",
  language: "language",
  "publishing.base_url": "base-url",
  "report.email": "report",
  "report.url": "report",
};

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: text,
      type: text,
      url: text,
      language: text,
      "base-url": text,
      report: text,
      tool: text,
    },
  });
  const { tool, ...given } = values;
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    process.stderr.write(`name one folder\n\n${USAGE}`);
    return 2;
  }
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== ".git")) {
    process.stderr.write(`${folder}: is not empty; name a new folder\n`);
    return 1;
  }
  const answers = process.stdin.isTTY ? await ask(given, process) : { ...DEFAULTS, ...given };
  if (answers === undefined) {
    process.stderr.write("\nnothing was created\n");
    return 1;
  }
  if (!isComplete(answers)) {
    const missing = Object.keys(QUESTIONS).filter((name) => !(name in answers));
    process.stderr.write(`missing: ${missing.map((name) => `--${name}`).join(", ")}\n\n${USAGE}`);
    return 2;
  }
  const business = businessOf(answers);
  const policy = policyOf(answers);
  const problems = [
    ...problemsOf(check(contentBusinessSchema)(business)),
    ...problemsOf(check(contentPolicySchema)(policy)),
  ];
  if (problems.length > 0) {
    process.stderr.write(`${problems.join("\n")}\n`);
    return 2;
  }
  mkdirSync(folder, { recursive: true });
  const note =
    packFor(answers.type) === undefined
      ? `\nNo aspects come with the tool for ${answers.type}: once there are reviews, name the nearest trade in content/aspects.json,\n{"pack": ${PACK_NAMES.map((name) => `"${name}"`).join(" | ")}}.\n`
      : "";
  const dependency = tool ?? dependencyFor(folder);
  write(folder, { ...ownerFiles(answers.name, dependency), ...contentFiles(business, policy) });
  process.stdout.write(
    `created ${folder}. Next:\n\n  cd ${folder}\n  npm install\n  npx verified-reviews start\n\n${folder}/README.md explains the next steps.\n${note}`,
  );
  return 0;
}

function isComplete(answers: Partial<Answers>): answers is Answers {
  return Object.keys(QUESTIONS).every((name) => name in answers);
}

/** Holds only what the owner said: a default would be a claim that nobody made. */
function businessOf(answers: Answers): object {
  return {
    $schema: schemaPath("business"),
    schema_version: SCHEMA_VERSION,
    name: answers.name,
    type: answers.type,
    url: answers.url,
    opening_hours: [],
    same_as: [],
    language: answers.language,
    publishing: { base_url: answers["base-url"].replace(/\/$/, ""), title: `Reviews of ${answers.name}` },
  };
}

function policyOf({ name, report }: Answers): object {
  const address = report.includes("@") && !URL.canParse(report) ? { email: report } : { url: report };
  return {
    $schema: schemaPath("policy"),
    ...policySkeleton([]),
    publisher: { name, is_the_business: true },
    report: address,
    reviewed_at: calendarDateOf(Date.now()),
  };
}

function problemsOf(
  checked: { readonly ok: true } | { readonly ok: false; readonly error: Issue[] },
): string[] {
  if (checked.ok) return [];
  return checked.error.map(
    ({ path, message, value }) => `--${OPTION_OF[path] ?? path}: ${message} (got ${showValue(value)})`,
  );
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
