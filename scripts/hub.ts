/** `npm run hub`: shows and changes single subscriptions. Described in docs/operations.md. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { faultAt } from "../model/fault.ts";
import { openPostgres } from "../runtime/hub/store/postgres.ts";
import { OperatorStore } from "../runtime/hub/store/operator-store.ts";
import { openSqlite } from "../runtime/hub/store/sqlite.ts";
import { CommandError } from "./import/reasons.ts";
import { COMMANDS, type CommandInput, type CommandOutcome, isCommandName } from "./hub/commands.ts";

const USAGE = `usage: npm run hub -- COMMAND [TARGET] [options]

Shows and changes subscriptions in the hub's database (HUB_DATABASE, data/hub.sqlite by default), also while sidecars run.

  list [HOST]    subscriptions, and those that ended in the last 30 days
  show TARGET    one callback: why it gets nothing, and its last ten attempts
  pause TARGET   deliver nothing until it is resumed; the subscription stays
  resume TARGET  end the pause and send the current content
  replay TARGET  send the current content again
  test TARGET    send the current content and wait up to 30 s for the result
  remove TARGET  end the subscription without notice to the subscriber
  export         all subscriptions with their secrets as JSON; needs --reveal
  import FILE    add the subscriptions of an export; each gets the current content

TARGET is an id from list, or a callback's URL (all of its topics); show also takes a host.

  --reveal   print callbacks in full: a subscription is safe only while its callback is secret
  --json     print one JSON object
  --limit N  rows of list (1000)
  --help     print this help

exit: 0 done, 1 nothing found or not done, 2 usage, 3 fault (--debug prints the stack)
`;

await runCommand(main);

async function main(args: readonly string[]): Promise<number> {
  const parsed = parse(args);
  if (parsed === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  if (typeof parsed === "string") {
    process.stderr.write(`${parsed}\n\n${USAGE}`);
    return 2;
  }
  const database = process.env["HUB_DATABASE"] ?? "data/hub.sqlite";
  if (!isPostgres(database) && !existsSync(database)) {
    process.stderr.write(`${database}: does not exist; name the hub's database in HUB_DATABASE\n`);
    return 1;
  }
  try {
    const { text, document, isDone } = await run(database, parsed);
    process.stdout.write(parsed.isJson ? `${JSON.stringify(document)}\n` : text);
    return isDone ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CommandError)) throw faultAt("HUB_DATABASE", error);
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function run(database: string, input: ParsedInput): Promise<CommandOutcome> {
  const store = new OperatorStore(
    await (isPostgres(database) ? openPostgres(database) : openSqlite(database)),
  );
  try {
    return await COMMANDS[input.command].run(store, { ...input, clock: () => Date.now(), sleep });
  } finally {
    await store.close();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}

interface ParsedInput extends Omit<CommandInput, "clock" | "sleep"> {
  readonly command: keyof typeof COMMANDS;
  readonly isJson: boolean;
}

function parse(args: readonly string[]): ParsedInput | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reveal: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        limit: { type: "string", default: "1000" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    const [command = "", target, ...more] = positionals;
    if (!isCommandName(command))
      return `name a command: ${Object.keys(COMMANDS).join(", ")} (got "${command}")`;
    const limit = Number(values.limit);
    if (!Number.isSafeInteger(limit) || limit < 1)
      return `--limit must be a number of rows (got "${values.limit}")`;
    if (more.length > 0) return `too many arguments: ${more.join(" ")}`;
    const isRevealed = values.reveal;
    const problem = COMMANDS[command].problem(target, isRevealed);
    return problem ?? { command, target: target ?? "", limit, isRevealed, isJson: values.json };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
