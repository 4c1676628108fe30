import { open, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
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

/** Reads a file of known length in one call, where readFile makes hundreds. Undefined for any other length. */
async function readWhole(file: string, bytes: number): Promise<Buffer | undefined> {
  const handle = await open(file);
  try {
    if ((await handle.stat()).size !== bytes) return undefined;
    const buffer = Buffer.allocUnsafeSlow(bytes);
    let at = 0;
    while (at < bytes) {
      const { bytesRead } = await handle.read(buffer, at, bytes - at);
      if (bytesRead === 0) return undefined;
      at += bytesRead;
    }
    return buffer;
  } finally {
    await handle.close();
  }
}
