export type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One JSON object a line; JSON escapes control characters, so nothing from outside can forge a line. */
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}

export function jsonLog(write: (line: string) => void, clock: () => Date): Log {
  const at =
    (level: string) =>
    (event: string, fields: Fields = {}): void => {
      write(`${JSON.stringify({ at: clock().toISOString(), level, event, ...fields })}\n`);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}
