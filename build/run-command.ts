import { inspect, parseArgs } from "node:util";
import { explainFault, faultAt, isBrokenPipe } from "../model/fault.ts";

const USAGE_STATUS = 2;
/** Exit status of a command that could not do its work although its input was right. */
const FAULT_STATUS = 3;

/**
 * Runs a command line and sets the exit status that `main` returns. A fault becomes one line on stderr and status 3;
 * with `--debug` its stack is printed too. A closed pipe, as after `| head`, ends the output and is not a fault. With a
 * usage, `--help` prints it and does nothing else, and unknown options are rejected with it.
 */
export async function runCommand(
  main: (args: readonly string[]) => number | Promise<number>,
  usage?: string,
): Promise<void> {
  const args = process.argv.slice(2);
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      if (!isBrokenPipe(error)) throw faultAt("standard output", error);
    });
  if (usage !== undefined && args.includes("--help")) {
    process.stdout.write(usage);
    return;
  }
  // Errors of servers, sockets and threads, which no call returns.
  process.on("uncaughtException", (error) => process.exit(reportFault(error, usage)));
  try {
    process.exitCode = await main(args.filter((arg) => arg !== "--debug"));
  } catch (error) {
    process.exitCode = reportFault(error, usage);
  }
}

/** For a command that has none: refuses arguments as `runCommand` explains. */
export function refuseArguments(args: readonly string[]): void {
  parseArgs({ args: [...args], options: {} });
}

/** Prints a fault, or the usage if the arguments are wrong, and returns the exit status. */
function reportFault(error: unknown, usage: string | undefined): number {
  const isUsage = usage !== undefined && isUnknownOption(error);
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `${explainFault(error)}\n`);
  if (process.argv.includes("--debug")) process.stderr.write(`${inspect(error)}\n`);
  return isUsage ? USAGE_STATUS : FAULT_STATUS;
}

/** True for an error of `parseArgs`. */
const isUnknownOption = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
