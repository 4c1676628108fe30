/** `npm run backup`: copies the hub's SQLite file while the sidecar runs. docs/operations.md describes the restore. */
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { explainFault, Fault, faultAt } from "../model/fault.ts";

const USAGE = `usage: npm run backup -- FILE

Copies the hub's subscriptions (HUB_DATABASE, data/hub.sqlite by default) into a new FILE and checks the copy.

exit: 0 done, 1 refused, 2 usage, 3 fault (--debug prints the stack)
`;

await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  const [target, ...more] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
  if (target === undefined || more.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const database = process.env["HUB_DATABASE"] ?? "data/hub.sqlite";
  const problem = problemWith(database, target);
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    return 1;
  }
  try {
    process.stdout.write(`${copy(database, target)} subscriptions in ${target}\n`);
    return 0;
  } catch (error) {
    rmSync(`${target}.tmp`, { force: true });
    throw new Fault(`${database}: no copy was made: ${explainFault(faultAt(target, error))}`, {
      cause: error,
    });
  }
}

function problemWith(database: string, target: string): string | undefined {
  if (/^postgres(ql)?:/.test(database))
    return "HUB_DATABASE is a PostgreSQL URL: use pg_dump, as docs/operations.md describes";
  if (!existsSync(database)) return `${database}: does not exist; name the hub's file in HUB_DATABASE`;
  return existsSync(target) ? `${target}: exists already; name a new file` : undefined;
}

/** Returns the number of subscriptions in the copy. It holds secrets, so only its owner may read it. */
function copy(database: string, target: string): number {
  const pending = `${target}.tmp`;
  rmSync(pending, { force: true });
  closeSync(openSync(pending, "wx", 0o600));
  const from = new DatabaseSync(database, { readOnly: true, timeout: 5000 });
  try {
    from.prepare("vacuum into ?").run(pending);
  } finally {
    from.close();
  }
  chmodSync(pending, 0o600);
  const made = new DatabaseSync(pending, { readOnly: true });
  try {
    const checked = made.prepare("pragma integrity_check").get()?.["integrity_check"];
    if (checked !== "ok") throw new Fault(`the copy is damaged: ${String(checked)}`);
    const count = Number(made.prepare("select count(*) as n from subscription").get()?.["n"]);
    renameSync(pending, target);
    return count;
  } finally {
    made.close();
  }
}
