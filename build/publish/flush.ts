import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A journaling file system commits concurrent flushes together. */
const MAX_CONCURRENT_FLUSHES = 32;

/**
 * Flushes every file and folder below a folder to disk. One syncfs(2) through coreutils `sync -f` is enough, however
 * many files there are; without that command each file is flushed with fsync(2).
 */
export async function flushTree(folder: string, command = "sync"): Promise<void> {
  if (!(await flushFileSystem(folder, command))) await flushEach(folder);
}

/**
 * Flushes one file or folder. A new name survives a power cut only once its folder is flushed; Windows opens no folder as
 * a file and journals names itself, and it flushes only files that are open for writing.
 */
export async function flush(path: string, platform: string = process.platform): Promise<void> {
  const isWindows = platform === "win32";
  if (isWindows && (await stat(path)).isDirectory()) return;
  const handle = await open(path, isWindows ? "r+" : "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flushFileSystem(folder: string, command: string): Promise<boolean> {
  const child = spawn(command, ["-f", folder], { stdio: "ignore" });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return code === 0;
  } catch {
    return false;
  }
}

async function flushEach(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  const queue = entries.map((name) => join(folder, name)).values();
  const flushFromQueue = async (): Promise<void> => {
    for (const path of queue) await flush(path);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_FLUSHES }, flushFromQueue));
  await flush(folder);
}
