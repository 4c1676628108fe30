import { spawnSync } from "node:child_process";

export function isInstalled(command: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${command}`]).status === 0;
}
