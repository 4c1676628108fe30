import { open, readFile, rm } from "node:fs/promises";

/** Takes a lock file for a process and returns undefined, or why it cannot. A dead process's lock is removed. */
export async function takeLock(file: string, pid: number): Promise<string | undefined> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(`${pid}\n`);
      await handle.close();
      return undefined;
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
      const holder = Number(await readFile(file, "utf8").catch(() => "0"));
      if (holder !== pid && isAlive(holder))
        return `another build (process ${holder}) is publishing to it; wait, or remove ${file} if it is not a build`;
      await rm(file, { force: true });
    }
  }
  return "another build took the lock first; try again";
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
