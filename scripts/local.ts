import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "listhen";
import { build } from "../build/build.ts";
import { type BuildConfig, readBuildConfig } from "../build/config.ts";
import { headline, renderTable, Stopwatch, summarize } from "../build/report.ts";
import { readRuntimeConfig, type RuntimeConfig } from "../runtime/config.ts";
import { jsonLog } from "../runtime/log.ts";
import { Sidecar } from "../runtime/sidecar.ts";

/** What `npm start` and `npm run dev` share: content built for a local address, and a sidecar that serves it. */
export interface Local {
  readonly baseUrl: string;
  readonly port: number;
  readonly config: BuildConfig;
  readonly settings: RuntimeConfig;
}

/** Reads the settings of a local server; ends the process if they are wrong. */
export async function readLocal(): Promise<Local> {
  const settings = readRuntimeConfig(process.env);
  if (!settings.ok) return leave(2, settings.error);
  const { distDir, unknownNames } = settings.value;
  for (const name of unknownNames)
    process.stderr.write(`${name} is no setting; docs/operations.md has the list\n`);
  const port = await takePort(settings.value.port);
  const baseUrl = `http://localhost:${port}`;
  const config = readBuildConfig(["--base-url", baseUrl, "--out", distDir], process.env, () => new Date());
  if (!config.ok || config.value === "help") return leave(2, [config.ok ? "" : config.error]);
  return { baseUrl, port, config: config.value, settings: { ...settings.value, baseUrl } };
}

/** The port, before anything is built for it; 0 takes any. listhen would move to another one and not say so. */
async function takePort(port: number): Promise<number> {
  const probe = createServer().listen(port, "localhost");
  try {
    await once(probe, "listening");
  } catch {
    const other = port === 3000 ? 3001 : 3000;
    leave(1, [`port ${port} is taken: stop what listens there, or name another, such as PORT=${other}`]);
  }
  const taken = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, "close");
  return taken;
}

export async function listenLocally(listener: RequestListener, port: number): Promise<void> {
  await listen(listener, {
    port: { port, portRange: [port, port] },
    hostname: "localhost",
    showURL: false,
    isProd: false,
  });
}

export function leave(status: number, lines: readonly string[]): never {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exit(status);
}

/** Builds and prints the summary; the answer is every problem if the content is refused. */
export async function buildLocal(config: BuildConfig): Promise<readonly string[]> {
  const stopwatch = new Stopwatch(
    { isTTY: process.stderr.isTTY, write: (text) => process.stderr.write(text) },
    () => performance.now(),
  );
  const built = await build({ ...config, now: new Date() }, process.pid, stopwatch.progress);
  const totalMs = stopwatch.finish();
  if (!built.ok) return built.error;
  const summary = summarize(built.value, config.outFolder, stopwatch.stages, totalMs);
  process.stdout.write(process.stdout.isTTY ? renderTable(summary) : `${headline(summary)}\n`);
  return [];
}

/** A sidecar that tells only what a person at a terminal must know. */
export function localSidecar(settings: RuntimeConfig): Sidecar {
  const log = jsonLog(tellProblems, () => new Date());
  return new Sidecar(settings, { log, clock: () => Date.now(), fetchUrl: fetch, randomBytes });
}

function tellProblems(line: string): void {
  if (!line.includes('"level":"info"')) process.stderr.write(line);
}
