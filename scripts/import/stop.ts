/** Ends an import from inside a stream of rows, where no Result can be returned. Caught once, in import.ts. */
export class Stop extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "Stop";
    this.problems = problems;
  }
}

/** The code of a system error, such as ENOENT. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
