import { open, readFile, rm } from "node:fs/promises";
import { err, ok, type Result } from "../../model/result.ts";

/** Takes a lock file for a process; one that a killed process left behind does not count. */
export async function takeLock(file: string, pid: number): Promise<Result<true, string>> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(`${pid}\n`);
      await handle.close();
      return ok(true);
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
      const holder = Number(await readFile(file, "utf8").catch(() => "0"));
      if (holder !== pid && isAlive(holder)) {
        return err(
          `another build (process ${holder}) is publishing to it; wait, or remove ${file} if it is not a build`,
        );
      }
      await rm(file, { force: true });
    }
  }
  return err("another build took the lock first; try again");
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
