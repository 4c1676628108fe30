import { open, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
import type { Pinned, Source } from "./release-store.ts";

/** Releases of a published folder: the link is resolved once, so that a set of files is of one release. */
export function folderSource(dist: string): Source {
  return {
    name: dist,
    async pin(): Promise<Pinned> {
      const folder = await realpath(dist);
      return {
        manifest: await readFile(join(folder, fileOf(MANIFEST_PATH))),
        readForm: async (path, coding, artifact) => {
          const bytes = coding === undefined ? artifact.bytes : (artifact.encodings[coding]?.bytes ?? 0);
          return readWhole(join(folder, fileOf(path, coding)), bytes).catch(() => undefined);
        },
      };
    },
  };
}

/** One read of a known length, where readFile would make hundreds; a file of another length is not ours. */
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
