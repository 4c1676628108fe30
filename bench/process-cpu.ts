import { readFileSync } from "node:fs";

const MS_PER_TICK = 10;

/** User and system time that a process has used, all threads; undefined where there is no /proc. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return undefined;
  }
}
