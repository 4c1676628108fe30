import { explainFault, isBrokenPipe } from "../model/fault.ts";

/** Exit status of a command that could not do its work although its input was right. */
const FAULT_STATUS = 3;

/**
 * Runs a command line and sets the exit status that `main` returns. A fault becomes one line on stderr and status 3;
 * with `--debug` its stack is printed too. A closed pipe, as after `| head`, ends the output and is no fault.
 */
export async function runCommand(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  const args = process.argv.slice(2);
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      if (!isBrokenPipe(error)) throw error;
    });
  try {
    process.exitCode = await main(args.filter((arg) => arg !== "--debug"));
  } catch (error) {
    process.exitCode = FAULT_STATUS;
    process.stderr.write(`${explainFault(error)}\n`);
    if (args.includes("--debug")) process.stderr.write(`${error instanceof Error ? error.stack : ""}\n`);
  }
}
