import { type Issue, showValue } from "../../model/check.ts";

/** Texts of JSON that are valid by themselves, as they are written. */
export interface CheckedTexts {
  readonly has: (text: string) => boolean;
  readonly add: (text: string) => void;
}

const NONE: CheckedTexts = { has: () => false, add: () => undefined };

/** Collects the problems of the content, one line each: `file: path: message (got value)`. */
export class Problems {
  /** Texts without problems, which need not be checked again. */
  readonly checked: CheckedTexts;
  readonly lines: string[] = [];
  /** Faults that do not stop a build. */
  readonly warnings: string[] = [];

  constructor(checked = NONE) {
    this.checked = checked;
  }

  add(file: string, path: string, message: string): void {
    this.lines.push(path === "" ? `${file}: ${message}` : `${file}: ${path}: ${message}`);
  }

  checkUniqueIds(file: string, list: string, items: readonly { readonly id: string }[]): void {
    const seen = new Set<string>();
    for (const [index, { id }] of items.entries()) {
      if (seen.has(id)) this.add(file, `${list}[${index}].id`, `is used twice (got "${id}")`);
      seen.add(id);
    }
  }

  addIssues(file: string, where: string, issues: readonly Issue[]): void {
    for (const issue of issues) {
      const path = issue.path.startsWith("[") || where === "" ? where + issue.path : `${where}.${issue.path}`;
      const got = "value" in issue ? ` (got ${showValue(issue.value)})` : "";
      this.add(file, issue.path === "" ? where : path, issue.message + got);
    }
  }
}
