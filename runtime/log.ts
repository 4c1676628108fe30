export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one JSON object per line. JSON escapes control characters, so no input can forge a line. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export function jsonLog(write: (line: string) => void, clock: () => Date): Log {
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}): void => {
      write(`${JSON.stringify({ at: clock().toISOString(), level, event, ...fields })}\n`);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}
