import { parseArgs } from "node:util";
import { err, ok, type Result } from "../../model/result.ts";
import type { RowRules } from "./candidate.ts";
import type { Defaults } from "./carried.ts";
import { type ColumnChoice, type Field, FIELDS } from "./fields.ts";
import { FORMAT_NAMES, type FormatName, formatOf } from "./formats.ts";
import { PLACEHOLDERS, plainPlaceholder } from "./prose.ts";
import { AUTHOR_STYLES, oneLine } from "./redact.ts";

import { VERIFICATION_METHODS, type VerificationMethod } from "../../model/policy.ts";
import { DATE_FORMATS } from "./written-date.ts";

export interface ImportOptions {
  readonly format: FormatName;
  readonly files: readonly string[];
  readonly encoding: string;
  readonly columns: ColumnChoice;
  readonly rules: Omit<RowRules, "today">;
  readonly content: string;
  /** The method that verified all rows; absent when policy.json names it for their source. */
  readonly method?: VerificationMethod;
  /** True when the export has all reviews of its source. */
  readonly isComplete: boolean;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
}

export const USAGE = `usage: npm run import -- FORMAT FILE... [options]

FILE may be a folder or a ZIP archive. Reviews go to content/reviews/YYYY-MM.json. FORMAT is one of

${FORMAT_NAMES.map((name) => `  ${name.padEnd(23)}${formatOf(name).about}`).join("\n")}

  --map FIELD=COLUMN     read FIELD from this CSV column or JSON path; an empty COLUMN ignores it; repeatable
                         FIELD: ${FIELDS.slice(0, 7).join(" ")}
                                ${FIELDS.slice(7).join(" ")}
  --only COLUMN=VALUE    import only rows where COLUMN is VALUE; where COLUMN is a status, such as published,
                         the others are withheld; repeatable
  --ignore COLUMN        COLUMN is not a status, despite its name; repeatable
  --complete             the export has all reviews of its source: withhold those that it no longer has
  --source NAME          source of rows that name none, such as google
  --author-default NAME  author of rows that name none (Anonymous)
  --verified-by METHOD   how all rows were verified, if policy.json does not say it for their source:
                         ${VERIFICATION_METHODS.join(", ")}
  --date-format FORMAT   order in dates such as 03/04/2026: dmy or mdy; iso reads unambiguous dates only (iso)
  --authors STYLE        full, initials (K. D.) or first (Kim) (full)
  --redact               remove e-mail addresses and telephone numbers from texts and replies
  --placeholder TEXT     a text that means "no text", in addition to the built-in ones; repeatable
  --no-placeholders      ignore the built-in ones
  --delimiter CHARACTER  CSV delimiter, or tab (detected)
  --encoding NAME        text encoding, such as windows-1252 (utf-8)
  --content DIR          the content (content)
  --dry-run              report only, write nothing
  --json                 print the report as one JSON object
  --help                 print this help

exit: 0 done, even if rows were skipped; 1 stopped, or no row could be imported as verified; 2 usage; 3 fault
`;

const OPTIONS = {
  map: { type: "string", multiple: true },
  only: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  complete: { type: "boolean", default: false },
  source: { type: "string" },
  "author-default": { type: "string", default: "Anonymous" },
  "verified-by": { type: "string" },
  "date-format": { type: "string" },
  authors: { type: "string", default: "full" },
  redact: { type: "boolean", default: false },
  placeholder: { type: "string", multiple: true },
  "no-placeholders": { type: "boolean", default: false },
  delimiter: { type: "string" },
  encoding: { type: "string", default: "utf-8" },
  content: { type: "string", default: "content" },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Parses the command line. The error lists everything that is wrong with it. */
export function parseOptions(args: readonly string[]): Result<ImportOptions | "help", string[]> {
  const parsed = parse(args);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help) return ok("help");
  const problems: string[] = [];
  const [name = "", ...files] = positionals;
  if (files.length === 0) problems.push("name a FORMAT and at least one FILE");
  const delimiter = parseDelimiter(values.delimiter, problems);
  const format = name === "" ? "csv" : oneOf("FORMAT", name, FORMAT_NAMES, problems);
  const known = FORMAT_NAMES.includes(format) ? formatOf(format) : undefined;
  const source = values.source ?? known?.source;
  const usual = Object.entries(known?.map ?? {}) as [Field, readonly string[]][];
  const method = values["verified-by"];
  if (values.complete && known?.isPartial)
    problems.push(
      `--complete does not fit ${format}: it never holds all reviews, and the others would be withheld`,
    );
  const options: ImportOptions = {
    format,
    files,
    encoding: parseEncoding(values.encoding, problems),
    columns: {
      map: new Map([...usual, ...parseMap(values.map ?? [], problems)]),
      only: [...(known?.only ?? []), ...(values.only ?? []).map((pair) => parseOnly(pair, problems))],
      ignored: values.ignore ?? [],
      needed: source === undefined ? ["rating", "date", "source"] : ["rating", "date"],
      ...(delimiter !== undefined && { delimiter }),
    },
    rules: {
      defaults: parseDefaults(values["author-default"], source, problems),
      dateFormat: oneOf(
        "--date-format",
        values["date-format"] ?? known?.dateFormat ?? "iso",
        DATE_FORMATS,
        problems,
      ),
      placeholders: new Set(
        [...(values["no-placeholders"] ? [] : PLACEHOLDERS), ...(values.placeholder ?? [])].map(
          plainPlaceholder,
        ),
      ),
      authors: oneOf("--authors", values.authors, AUTHOR_STYLES, problems),
      redact: values.redact,
      keepsIds: known?.keepsIds ?? false,
    },
    content: values.content,
    ...(method !== undefined && { method: oneOf("--verified-by", method, VERIFICATION_METHODS, problems) }),
    isComplete: values.complete,
    isDryRun: values["dry-run"],
    isJson: values.json,
  };
  return problems.length > 0 ? err(problems) : ok(options);
}

const parseStrictly = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });

function parse(args: readonly string[]): Result<ReturnType<typeof parseStrictly>, string[]> {
  try {
    return ok(parseStrictly(args));
  } catch (error) {
    // The first sentence of Node's message says what is wrong; the rest is about `--`.
    return err([(error instanceof Error ? error.message : String(error)).split(/\.\s|\n/, 1)[0] ?? ""]);
  }
}

function oneOf<T extends string>(name: string, raw: string, allowed: readonly T[], problems: string[]): T {
  const value = allowed.find((item) => item === raw);
  if (value === undefined) problems.push(`${name} must be one of ${allowed.join(", ")} (got "${raw}")`);
  return value ?? (raw as T);
}

function parseMap(pairs: readonly string[], problems: string[]): Map<Field, readonly string[]> {
  const map = new Map<Field, readonly string[]>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at === -1) problems.push(`--map needs FIELD=COLUMN (got "${pair}")`);
    if (at === -1) continue;
    const field = oneOf("the FIELD of --map", pair.slice(0, at), FIELDS, problems);
    if (map.has(field)) problems.push(`--map ${field}= is given twice`);
    const column = pair.slice(at + 1).trim();
    map.set(field, column === "" ? [] : [column]);
  }
  return map;
}

function parseOnly(pair: string, problems: string[]): { column: string; value: string } {
  const at = pair.indexOf("=");
  if (at < 1) problems.push(`--only needs COLUMN=VALUE (got "${pair}")`);
  return { column: pair.slice(0, at), value: pair.slice(at + 1) };
}

function parseDefaults(authorDefault: string, rawSource: string | undefined, problems: string[]): Defaults {
  const author = oneLine(authorDefault);
  const source = rawSource === undefined ? undefined : oneLine(rawSource);
  for (const [name, line] of [["--author-default", author] as const, ["--source", source] as const])
    if (line === "" || (line?.length ?? 0) > 200) problems.push(`${name} must have 1 to 200 characters`);
  return { author, ...(source !== undefined && { source }) };
}

function parseDelimiter(raw: string | undefined, problems: string[]): string | undefined {
  const delimiter = raw === "tab" || raw === "\\t" ? "\t" : raw;
  if (delimiter !== undefined && !/^[^"\r\n]$/.test(delimiter))
    problems.push(`--delimiter must be one character or tab (got "${delimiter}")`);
  return delimiter;
}

function parseEncoding(raw: string, problems: string[]): string {
  try {
    return new TextDecoder(raw).encoding;
  } catch {
    problems.push(`--encoding does not know "${raw}"; try utf-8, utf-16le or windows-1252`);
    return raw;
  }
}
