import {
  close as closeCallback,
  closeSync,
  fstat as fstatCallback,
  fstatSync,
  open as openCallback,
  openSync,
  read as readCallback,
  readSync,
} from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { AlteredError } from "../../model/altered-error.ts";
import { type Coding, fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
import { checkListed, READ_FLAGS } from "./listed-file.ts";
import type { Source } from "./release-store.ts";
import { StoredBytes } from "./stored-bytes.ts";

/** Releases of a published folder. The link is resolved once per release, so all files are of the same one. */
export function folderSource(dist: string): Source {
  return {
    name: dist,
    async open(_look, knownVersion) {
      const version = await versionOf(join(dist, fileOf(MANIFEST_PATH)));
      if (version === knownVersion) return undefined;
      const folder = await realpath(dist);
      const listed =
        <B>(read: (file: string, bytes: number) => B | Promise<B>) =>
        (path: string, coding: Coding | undefined, { bytes }: { readonly bytes: number }) =>
          unlessAbsent(() => read(join(folder, fileOf(path, coding)), bytes));
      return {
        version,
        manifest: await readWhole(join(folder, fileOf(MANIFEST_PATH))),
        read: listed(readWhole),
        readNow: listed(readWholeNow),
        find: listed((file, bytes) => StoredBytes.open(file, bytes)),
      };
    },
  };
}

/** Undefined if there is no such file: a release may lack codings. */
async function unlessAbsent<B>(read: () => B | Promise<B>): Promise<B | undefined> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Names the file that a path leads to and its last change: another file or a rewritten one has another version. */
async function versionOf(file: string): Promise<string> {
  const { dev, ino, size, ctimeNs } = await stat(file, { bigint: true });
  return `${dev}-${ino}-${size}-${ctimeNs}`;
}

const [open, fstat, read, close] = [
  promisify(openCallback),
  promisify(fstatCallback),
  promisify(readCallback),
  promisify(closeCallback),
];

/** Reads a regular file, of the listed length if there is one. */
async function readWhole(file: string, listedBytes?: number): Promise<Buffer> {
  const descriptor = await open(file, READ_FLAGS);
  try {
    const found = await fstat(descriptor);
    const bytes = listedBytes ?? found.size;
    checkListed(found, file, bytes);
    const buffer = Buffer.allocUnsafeSlow(bytes);
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await read(descriptor, buffer, at, bytes - at, at);
      if (bytesRead === 0) throw truncated(file);
      at += bytesRead;
    }
    return buffer;
  } finally {
    await close(descriptor);
  }
}

/** The same at once. */
function readWholeNow(file: string, bytes: number): Buffer {
  const descriptor = openSync(file, READ_FLAGS);
  try {
    checkListed(fstatSync(descriptor), file, bytes);
    const buffer = Buffer.allocUnsafeSlow(bytes);
    for (let at = 0; at < bytes;) {
      const bytesRead = readSync(descriptor, buffer, at, bytes - at, at);
      if (bytesRead === 0) throw truncated(file);
      at += bytesRead;
    }
    return buffer;
  } finally {
    closeSync(descriptor);
  }
}

const truncated = (file: string): AlteredError => new AlteredError(`${file} was truncated while it was read`);
