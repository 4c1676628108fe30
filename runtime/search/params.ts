import { check, type Issue } from "../../model/check.ts";
import { nearest } from "../../model/nearest.ts";
import { err, type Result } from "../../model/result.ts";
import { searchFilterSchema } from "../../model/search-filter.ts";
import type { SearchFilter } from "../../model/search-filter.ts";

const MAX_PARAMETERS = 16;

type ParameterName = keyof typeof searchFilterSchema.properties;

const NAMES = Object.keys(searchFilterSchema.properties) as ParameterName[];

const isName = (name: string): name is ParameterName => NAMES.some((known) => known === name);

const checkFilter = check(searchFilterSchema);

/** Parses the query string to a filter, or returns every issue with it. Numbers are strict: 5, not 5.0e0 or " 5". */
export function parseSearchParams(params: URLSearchParams): Result<SearchFilter, Issue[]> {
  const names = [...new Set(params.keys())];
  if (params.size > MAX_PARAMETERS) {
    return err([
      { path: "", code: "maxParameters", message: `there may be at most ${MAX_PARAMETERS} parameters` },
    ]);
  }
  const issues: Issue[] = [];
  const filter: Record<string, unknown> = {};
  for (const name of names) {
    const values = params.getAll(name);
    if (!isName(name))
      issues.push({
        path: name.slice(0, 64),
        code: "unknown",
        message: `is not a parameter${suggestion(name)}`,
      });
    else if (values.length > 1)
      issues.push({ path: name, code: "repeated", message: "may be given only once" });
    else filter[name] = coerce(name, values[0] ?? "", issues);
  }
  const checked = checkFilter(filter);
  if (!checked.ok) return err([...issues, ...checked.error]);
  return issues.length > 0 ? err(issues) : checked;
}

function coerce(name: ParameterName, raw: string, issues: Issue[]): unknown {
  const { type } = searchFilterSchema.properties[name];
  if (raw === "") {
    issues.push({ path: name, code: "empty", message: "must not be empty" });
    return undefined;
  }
  if (type === "string") return raw;
  const isNumber = type === "integer" ? /^-?\d{1,9}$/.test(raw) : /^-?\d{1,9}(\.\d{1,9})?$/.test(raw);
  if (!isNumber) {
    issues.push({
      path: name,
      code: "type",
      message: `must be ${type === "integer" ? "a whole number" : "a number"}`,
    });
    return undefined;
  }
  return Number(raw);
}

function suggestion(name: string): string {
  const near = nearest(name, NAMES);
  return near === undefined ? `; there are ${NAMES.join(", ")}` : `; did you mean ${near}?`;
}
