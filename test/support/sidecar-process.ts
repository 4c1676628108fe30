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
  let port = 0;
  await new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const logged = JSON.parse(line) as { event: string; port?: number };
      if (logged.event === "listening") port = logged.port ?? 0;
      // The hub's code is loaded after the sidecar listens, which would disturb a test's times.
      if (logged.event === "hub-open" || logged.event === "hub-fault") resolve();
    });
  });
  const residentMb = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1000;
  return { port, child, exited, residentMb };
}
