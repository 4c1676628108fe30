import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MEMORY_FLAG } from "../scripts/hosting/systemd.ts";
import type { Load, LoadResult } from "./load.ts";
import type { BareAnswer } from "./server.ts";
import { loadByWrk } from "./wrk.ts";

/** A server process that is measured. */
export interface Peer {
  readonly name: string;
  readonly port: number;
  readonly child: ChildProcess;
}

export interface LoadMeasurement extends LoadResult {
  readonly cpuMicroseconds: number;
}

/** A folder and the server processes of a bench; both are removed afterwards. */
export interface Workbench {
  readonly folder: string;
  readonly start: (name: string, args: readonly string[]) => Promise<Peer>;
}

export async function withServers<T>(work: (workshop: Workbench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "reviews-bench-"));
  const peers: Peer[] = [];
  const start: Workbench["start"] = async (name, args) => {
    const peer = await startPeer(name, args);
    peers.push(peer);
    return peer;
  };
  try {
    return await work({ folder, start });
  } finally {
    for (const { child } of peers) child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPeer(name: string, args: readonly string[]): Promise<Peer> {
  const child = fork(join(import.meta.dirname, "server.ts"), [...args], {
    execArgv: [MEMORY_FLAG],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { name, port, child };
}

export async function setAnswers(peer: Peer, answers: readonly BareAnswer[]): Promise<void> {
  peer.child.send({ answers });
  await once(peer.child, "message");
}

/** Runs a load and measures the server's own CPU time, the figure that other processes disturb least. */
export async function measure(peer: Peer, request: Omit<Load, "port">): Promise<LoadMeasurement> {
  await cpuOf(peer);
  const result = await loadByWrk({ ...request, port: peer.port });
  return { ...result, cpuMicroseconds: (await cpuOf(peer)) / Math.max(1, result.requests) };
}

async function cpuOf({ child }: Peer): Promise<number> {
  child.send({ cpu: true });
  const [{ cpuMicroseconds }] = (await once(child, "message")) as [{ cpuMicroseconds: number }];
  return cpuMicroseconds;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
