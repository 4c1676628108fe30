import { type Issue, showValue } from "../../model/check.ts";

/** Says what earlier builds checked: whole files by their text, and batches of lines by their digest. */
export interface CheckedTexts {
  /** The indexes of a batch's lines that are not valid as they are written: they have to be cleaned, or are blank. */
  readonly get: (key: string) => readonly number[] | undefined;
  readonly set: (key: string, unclean: readonly number[]) => unknown;
}

/** Collects the problems of the content, one line each: `file: path: message (got value)`. */
export class Problems {
  readonly checked: CheckedTexts;
  readonly lines: string[] = [];
  /** Faults that do not stop a build. */
  readonly warnings: string[] = [];

  constructor(checked: CheckedTexts = new Map<string, readonly number[]>()) {
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
