import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { ROOT } from "./content.ts";

export interface SidecarProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Resolves to the exit status. */
  readonly exited: Promise<number | null>;
  /** The memory of the process that is in RAM. */
  readonly residentMb: () => number;
}

/** Starts a sidecar in a process of its own, which ends with the test. */
export async function startSidecarProcess(
  dist: string,
  env: Readonly<Record<string, string>> = {},
): Promise<SidecarProcess> {
  const child = spawn(process.execPath, [join(ROOT, "runtime", "main.ts")], {
    env: {
      ...process.env,
      BASE_URL: "",
      PORT: "0",
      DIST_DIR: dist,
      HUB_DATABASE: ":memory:",
      DRAIN_SECONDS: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const port = await new Promise<number>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const { event, port: open } = JSON.parse(line) as { event: string; port?: number };
      if (event === "listening" && open !== undefined) resolve(open);
    });
  });
  const residentMb = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1000;
  return { port, child, exited, residentMb };
}
