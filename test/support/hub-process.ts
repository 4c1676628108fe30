import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";
import { ROOT } from "./content.ts";
import { TEST_BASE_URL } from "./releases.ts";

export interface HubProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit status. */
  stop(): Promise<number | null>;
}

interface HubProcessOptions {
  readonly dist: string;
  readonly database: string;
  readonly caFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

const children = new Set<ChildProcess>();
afterAll(() => {
  // Processes that a failed test left behind.
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a sidecar in a child process; resolves once its hub is open. The hub may call loopback addresses. */
export async function startHubProcess({
  dist,
  database,
  caFile,
  env = {},
}: HubProcessOptions): Promise<HubProcess> {
  const child = spawn(process.execPath, [join(ROOT, "runtime", "main.ts")], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      BASE_URL: TEST_BASE_URL,
      PORT: "0",
      DIST_DIR: dist,
      DRAIN_SECONDS: "0",
      HUB_DATABASE: database,
      HUB_POLL_SECONDS: "1",
      HUB_ALLOW_CALLBACK_NETWORKS: "127.0.0.0/8",
      HUB_CALLBACK_PORTS: "*",
      HUB_RETRY_DELAYS: "1",
      HUB_SUBSCRIBES_PER_MINUTE: "1000000",
      HUB_VERIFICATIONS_PER_HOST_HOUR: "1000000",
      HUB_MAX_PER_HOST: "1000000",
      HUB_MAX_PENDING: "1000000",
      NODE_EXTRA_CA_CERTS: caFile,
      ...env,
    },
  });
  children.add(child);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const port = await new Promise<number>((resolve, reject) => {
    if (child.stdout === null) return reject(new Error("no output"));
    let listeningAt: number | undefined;
    let isHubOpen = false;
    createInterface(child.stdout).on("line", (line) => {
      const { event, port: opened } = JSON.parse(line) as { event: string; port?: number };
      if (event === "listening") listeningAt = opened;
      if (event === "hub-open") isHubOpen = true;
      if (listeningAt !== undefined && isHubOpen) resolve(listeningAt);
      if (event === "fault" || event === "hub-fault") process.stderr.write(`${line}\n`);
    });
    child.once("exit", (code) => reject(new Error(`exited with ${code} before its hub was open`)));
  });
  return {
    port,
    child,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      return (await exited)[0];
    },
  };
}
