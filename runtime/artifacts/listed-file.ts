import { constants } from "node:fs";
import { AlteredError } from "../../model/altered-error.ts";

/** The opening of a pipe does not wait for its writer. */
export const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

interface FileAttributes {
  readonly size: number | bigint;
  isFile(): boolean;
}

/** Throws unless this is a regular file of the listed length. */
export function checkListed(found: FileAttributes, name: string, bytes: number): void {
  if (!found.isFile()) throw new AlteredError(`${name} is not a regular file`);
  if (Number(found.size) !== bytes)
    throw new AlteredError(`${name} has ${found.size} bytes instead of ${bytes}`);
}
