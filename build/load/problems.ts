import { type Issue, showValue } from "../../model/check.ts";

/** Everything that is wrong with content, one line each: `file: path: message (got value)`. */
export class Problems {
  readonly lines: string[] = [];

  add(file: string, path: string, message: string): void {
    this.lines.push(path === "" ? `${file}: ${message}` : `${file}: ${path}: ${message}`);
  }

  addIssues(file: string, where: string, issues: readonly Issue[]): void {
    for (const issue of issues) {
      const path = issue.path.startsWith("[") || where === "" ? where + issue.path : `${where}.${issue.path}`;
      const got = "value" in issue ? ` (got ${showValue(issue.value)})` : "";
      this.add(file, issue.path === "" ? where : path, issue.message + got);
    }
  }
}
