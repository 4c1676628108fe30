import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadAudit } from "../../build/load/load.ts";
import { Problems } from "../../build/load/problems.ts";
import { AUDIT_FILE, type WrittenAudit } from "../../model/audit.ts";
import { err, ok, type Result } from "../../model/result.ts";

/** The answers so far; undefined before the first one. */
export async function readAudit(
  content: string,
): Promise<Result<WrittenAudit | undefined, readonly string[]>> {
  const problems = new Problems();
  const audit = await loadAudit(content, problems);
  return problems.lines.length > 0 ? err(problems.lines) : ok(audit);
}

/** Replaces the file in one step: a reader, or a kill at any moment, finds the old answers or the new ones. */
export function writeAudit(content: string, audit: WrittenAudit): void {
  const file = join(content, AUDIT_FILE);
  const temporary = join(content, `.${AUDIT_FILE}.${process.pid}.tmp`);
  writeFileSync(temporary, `${JSON.stringify(audit, null, 2)}\n`, { flush: true });
  renameSync(temporary, file);
}

/** Removes the answers about erased reviews. A file that is no audit stays: the search for traces finds them there. */
export async function eraseAnswers(content: string, ids: readonly string[]): Promise<void> {
  const audit = await readAudit(content);
  if (!audit.ok || audit.value === undefined) return;
  const answers = audit.value.answers.filter(({ review }) => !ids.includes(review));
  if (answers.length < audit.value.answers.length) writeAudit(content, { ...audit.value, answers });
}
