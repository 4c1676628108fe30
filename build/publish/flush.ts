import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Files flushed at once: file systems with a journal write all that wait in one go. */
const AT_ONCE = 32;

/**
 * Puts all bytes and names under a folder on disk. syncfs(2), through coreutils `sync -f`, does it in one call
 * however many files there are; where that command is missing, every file and folder is flushed by itself.
 */
export async function flushTree(folder: string, command = "sync"): Promise<void> {
  if (!(await flushFileSystem(folder, command))) await flushEach(folder);
}

/** A new name in a folder survives a power cut only once the folder itself was flushed. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
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
  const waiting = entries.map((name) => join(folder, name)).values();
  const work = async (): Promise<void> => {
    for (const path of waiting) await flush(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await flush(folder);
}
