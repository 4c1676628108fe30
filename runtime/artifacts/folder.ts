import {
  close as closeCallback,
  closeSync,
  open as openCallback,
  openSync,
  read as readCallback,
  readSync,
} from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
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
      return {
        version,
        manifest: await readFile(join(folder, fileOf(MANIFEST_PATH))),
        read: (path, coding, { bytes }) =>
          readWhole(join(folder, fileOf(path, coding)), bytes).catch(() => undefined),
        readNow: async (path, coding, { bytes }) => readWholeNow(join(folder, fileOf(path, coding)), bytes),
        find: async (path, coding, { bytes }) => StoredBytes.open(join(folder, fileOf(path, coding)), bytes),
      };
    },
  };
}

/** Names the file that a path leads to and its last change: another file or a rewritten one has another version. */
async function versionOf(file: string): Promise<string> {
  const { dev, ino, size, ctimeNs } = await stat(file, { bigint: true });
  return `${dev}-${ino}-${size}-${ctimeNs}`;
}

const [open, read, close] = [promisify(openCallback), promisify(readCallback), promisify(closeCallback)];

/** Reads a file of known length; undefined for any other. */
async function readWhole(file: string, bytes: number): Promise<Buffer | undefined> {
  const descriptor = await open(file, "r");
  try {
    // One byte more tells a longer file.
    const buffer = Buffer.allocUnsafeSlow(bytes + 1);
    let at = 0;
    while (at < bytes) {
      const { bytesRead } = await read(descriptor, buffer, at, bytes + 1 - at, at);
      if (bytesRead === 0) return undefined;
      at += bytesRead;
    }
    return at === bytes ? buffer.subarray(0, bytes) : undefined;
  } finally {
    await close(descriptor);
  }
}

/** The same at once. */
function readWholeNow(file: string, bytes: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const buffer = Buffer.allocUnsafeSlow(bytes + 1);
    let [at, bytesRead] = [0, 0];
    do {
      bytesRead = readSync(descriptor, buffer, at, bytes + 1 - at, at);
      at += bytesRead;
    } while (bytesRead > 0 && at < bytes);
    return at === bytes ? buffer.subarray(0, bytes) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
