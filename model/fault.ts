/** An expected fault of the machine or of files. Its message is printed to the user. */
export class Fault extends Error {
  override readonly name = "Fault";
}

interface SystemError extends Error {
  readonly code: string;
  readonly path?: string;
  /** Of a socket. */
  readonly port?: number;
}

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free space, then run the command again",
  EDQUOT: "the disk quota is used up; free space, then run the command again",
  EACCES: "permission denied; make it writable for this user, or name another folder",
  EPERM: "permission denied; make it writable for this user, or name another folder",
  EROFS: "the file system is read-only; name another folder",
  ENOTDIR: "a part of the path is a file, not a folder; name another folder",
  ENOENT: "a file or folder disappeared while the command ran; run it again when nothing else changes them",
  EMFILE: "too many open files; raise the limit (ulimit -n), then run the command again",
  EISDIR: "is a folder; name a file",
  EEXIST: "exists already; move it away, or name another",
  EADDRINUSE: "the port is in use; stop the process that listens on it, or choose another port",
  ECONNREFUSED: "nothing listens there; start it, or name another address",
  EIO: "the disk reported an error; check it before you run the command again",
};

/** One line for a fault: what, where and how to fix it. The stack is for `--debug` only. */
export function explainFault(error: unknown): string {
  if (error instanceof Fault) return error.message;
  // A host with several addresses fails once for each.
  if (error instanceof AggregateError && error.errors.length > 0) return explainFault(error.errors[0]);
  if (isSystemError(error)) {
    const remedy = REMEDIES[error.code] ?? `failed with ${error.code}`;
    const place = error.path ?? (error.port === undefined ? undefined : `port ${error.port}`);
    return place === undefined ? remedy : `${place}: ${remedy}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `internal fault: ${message}; run the command again with --debug and report what it prints`;
}

/** Adds the place to an error that does not name one: a full disk, or the message of a database. */
export function faultAt(place: string, error: unknown): unknown {
  if (isSystemError(error) && error.path === undefined && error.port === undefined)
    return new Fault(`${place}: ${explainFault(error)}`, { cause: error });
  if (isDatabaseError(error)) return new Fault(`${place}: ${error.message}`, { cause: error });
  return error;
}

/** True when the reader of our output has closed it, as `| head` does. */
export const isBrokenPipe = (error: unknown): boolean => isSystemError(error) && error.code === "EPIPE";

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;

/** Errors of SQLite, and of PostgreSQL, which have a severity. */
const isDatabaseError = (error: unknown): error is Error =>
  error instanceof Error && (("code" in error && error.code === "ERR_SQLITE_ERROR") || "severity" in error);
