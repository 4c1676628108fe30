import { explainFault, isBrokenPipe } from "../model/fault.ts";

const USAGE_STATUS = 2;
/** Exit status of a command that could not do its work although its input was right. */
const FAULT_STATUS = 3;

/**
 * Runs a command line and sets the exit status that `main` returns. A fault becomes one line on stderr and status 3;
 * with `--debug` its stack is printed too. A closed pipe, as after `| head`, ends the output and is no fault. With a
 * usage, `--help` prints it before anything is done, and unknown options are refused with it.
 */
export async function runCommand(
  main: (args: readonly string[]) => number | Promise<number>,
  usage?: string,
): Promise<void> {
  const args = process.argv.slice(2);
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      if (!isBrokenPipe(error)) throw error;
    });
  if (usage !== undefined && args.includes("--help")) {
    process.stdout.write(usage);
    return;
  }
  try {
    process.exitCode = await main(args.filter((arg) => arg !== "--debug"));
  } catch (error) {
    const isUsage = usage !== undefined && isUnknownOption(error);
    process.exitCode = isUsage ? USAGE_STATUS : FAULT_STATUS;
    process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `${explainFault(error)}\n`);
    if (args.includes("--debug")) process.stderr.write(`${error instanceof Error ? error.stack : ""}\n`);
  }
}

/** True for an error of `parseArgs`. */
const isUnknownOption = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
