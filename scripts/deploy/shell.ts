import { spawn } from "node:child_process";
import { once } from "node:events";
import { Fault } from "../../model/fault.ts";

interface ShellInput {
  readonly input?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Names the work in the message of a failure. */
  readonly place: string;
}

/** Runs a program without a shell and returns its output. Throws a Fault with its last lines if it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input, env = {}, place }: ShellInput,
): Promise<Buffer> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "pipe" });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => void output.push(part));
  child.stderr.on("data", (part: Buffer) => void errors.push(part));
  // A program that ends early closes its input; its exit status says why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [status] = await closed(child, program);
  if (status === 0) return Buffer.concat(output);
  const lines = Buffer.concat(errors).toString("utf8").trim().split("\n").slice(-3).join("; ");
  throw new Fault(`${place}: ${program} failed (${String(status)}): ${lines}`);
}

async function closed(child: ReturnType<typeof spawn>, program: string): Promise<unknown[]> {
  try {
    return await once(child, "close");
  } catch (error) {
    throw new Fault(`${program} cannot be started; install it, and check that it is on the PATH`, {
      cause: error,
    });
  }
}

/** Quotes a word for a POSIX shell. */
export const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
