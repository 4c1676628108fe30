import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { POLICY_FILE } from "../../build/load/policy.ts";
import { sha256Hex } from "../../model/manifest.ts";
import { SCHEMA_VERSION } from "../../model/schema-version.ts";
import { readReviews } from "../import/erase.ts";
import { policySkeleton } from "../policy/skeleton.ts";

/** The first 16 digits of the SHA-256 of each template that the sample had while templates were part of the content. */
const SAMPLE_TEMPLATES = new Set(
  `
    022dbc439cc0bfd9 08bd763453c91995 09bea6bfcab78e94 0c0a65ffe36aecc2
    12593543880c4768 150bd281c3d692b0 15c0d1ee2dc8c4ca 19bd9d8437243a63
    2322c1dde2fc456d 23a873e63a70ee0d 2ccf4306a907820f 2db8b1f472f463d9
    39a5e635587332d7 3ee8c923af978b8f 40be6c63cd3683b5 42bfb563483a0071
    50e7f5f706c3b76f 520a3cfb86d4a1ce 666dbdfb873c4fd0 67da25e65fbf9953
    7294874ce29e3003 813ed94cb812f43a 85fe76b7d1b57c32 8a77de11f6d561d2
    8d938178c41877a0 910dec62132ab7b2 9a986b264a359af2 9b9fb22c6d3eed39
    9f9b6fd9cb49d0ad a0714190c475751f a9ff905ed96f399b b174cbe0c98d2276
    bf99edd78599946d c078043d3557fedf c70676eaab3e4c88 c73bb0300330e0f7
    cdcd50b902e0ea3a d073963a7c294bf8 d076501cfb1b49ed d298fada21bb2dac
    d797f90aacfc3f72 db7df73c196be300 e4f2873ed66d3ad9 f8a84fe6c1c9b2b2
    fb3b030285845941 fb3fa729eb1ff1c2 ffc3defe644060ea
  `
    .trim()
    .split(/\s+/),
);

/** Steps from each version to the next. Each returns a line per change, and may run twice. */
const MIGRATIONS: readonly ((content: string) => string[])[] = [
  (content) => [...removeSampleTemplates(join(content, "templates")), ...writePolicy(content)],
];

/** Migrates content to this version and returns what was done. The version is written last. */
export function migrate(content: string, version: number): string[] {
  if (version === SCHEMA_VERSION) return [];
  const done = MIGRATIONS.slice(version).flatMap((step) => step(content));
  writeVersion(join(content, "business.json"));
  return [`${content}: migrated from version ${version} to ${SCHEMA_VERSION}`, ...done];
}

/** Keeps the author's formatting: only the one field changes. */
function writeVersion(file: string): void {
  const text = readFileSync(file, "utf8");
  const field = `"schema_version": ${SCHEMA_VERSION}`;
  const written = /"schema_version"\s*:\s*\d+/;
  writeFileSync(
    file,
    written.test(text) ? text.replace(written, field) : text.replace("{", `{\n  ${field},`),
  );
}

/** Unchanged copies would keep the pages of an old version. */
function removeSampleTemplates(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) =>
    SAMPLE_TEMPLATES.has(sha256Hex(readFileSync(join(folder, name))).slice(0, 16)),
  );
  for (const name of names) rmSync(join(folder, name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
  return names.length === 0
    ? []
    : [`${folder}: removed ${names.length} templates that were never changed; they come with the tool now`];
}

function writePolicy(content: string): string[] {
  const file = join(content, POLICY_FILE);
  if (existsSync(file)) return [];
  const policy = policySkeleton(readReviews(join(content, "reviews")));
  writeFileSync(file, `${JSON.stringify(policy, null, 2)}\n`);
  return [`${file}: was written; state in it how the reviews are verified: the build names each gap`];
}
