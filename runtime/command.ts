import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { explainFault, Fault } from "../model/fault.ts";
import { type EnvironmentVariables, readRuntimeConfig } from "./config.ts";
import { limitHeapGrowth } from "./heap-growth.ts";
import { jsonLog } from "./log.ts";
import { listen, type Serving } from "./server.ts";
import { Sidecar } from "./sidecar.ts";

/** Limit for requests that are in flight when the sidecar stops answering new ones. */
const FINISH_MS = 10_000;
/** 128 + 2, as shells report a process that SIGINT ended. */
const INTERRUPTED = 130;

const USAGE = `usage: npm run sidecar

Serves the published folder (DIST_DIR, dist by default) with search, MCP and hub. Settings are environment variables;
docs/operations.md lists them.

exit: 0 drained, 1 cut short, 2 usage or invalid settings, 3 fault (--debug prints the stack), 130 interrupted
`;

/**
 * Runs the sidecar until SIGTERM. A fault becomes one line, as build/run-command.ts makes it for the other commands, which
 * the sidecar must not import.
 */
export async function sidecarCommand(
  args: readonly string[],
  env: EnvironmentVariables,
  clock: () => number,
): Promise<void> {
  if (args.includes("--help")) process.stdout.write(USAGE);
  else if (args.some((arg) => arg !== "--debug")) {
    process.stderr.write(`unknown argument ${args.join(" ")}\n\n${USAGE}`);
    process.exitCode = 2;
  } else
    await serve(env, clock).catch((error: unknown) => {
      process.stderr.write(`${explainFault(error)}\n`);
      if (args.includes("--debug") && error instanceof Error) process.stderr.write(`${error.stack}\n`);
      process.exit(3);
    });
}

/** Exit status: 0 after a complete drain, 1 if it was cut short, 2 for invalid settings. */
async function serve(env: EnvironmentVariables, clock: () => number): Promise<void> {
  const log = jsonLog(
    (line) => process.stdout.write(line),
    () => new Date(clock()),
  );
  // A log reader that goes away must not end the service.
  process.stdout.on("error", () => {});
  const read = readRuntimeConfig(env);
  if (!read.ok) {
    process.stderr.write(`${read.error.join("\n")}\n`);
    process.exitCode = 2;
    return;
  }
  const config = read.value;
  process.once("SIGINT", () => process.exit(INTERRUPTED));
  // From here on SIGTERM starts a drain, even during the start.
  const stopping = terminated();
  for (const name of config.unknownNames) log.warn("unknown-setting", { name });
  const sidecar = new Sidecar(config, { log, clock, fetchUrl: fetch, randomBytes });
  await sidecar.load();
  const serving = await listenOn(sidecar.listener, "PORT", config.port, config.host);
  const metrics =
    config.metricsPort === undefined ? undefined : await serveMetrics(sidecar, config.metricsPort);
  log.info("listening", { host: config.host, port: serving.port, metricsPort: metrics?.port });
  // Requests are answered meanwhile.
  await Promise.race([sidecar.openEndpoints(), stopping]);
  limitHeapGrowth();
  await stopping;
  log.info("draining", { seconds: config.drainSeconds });
  sidecar.stop();
  await wait(config.drainSeconds * 1000);
  sidecar.endStreams();
  const [outcome] = await Promise.all([serving.drain(FINISH_MS), metrics?.drain(FINISH_MS)]);
  await sidecar.close();
  log.info("stopped", { outcome });
  // A look for a release may still be under way.
  process.exit(outcome === "drained" ? 0 : 1);
}

/** Resolves at the first SIGTERM. A second one ends the process at once. */
function terminated(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => {
      resolve();
      process.once("SIGTERM", () => process.exit(1));
    });
  });
}

/** Serves Prometheus text, on loopback only. */
function serveMetrics(sidecar: Sidecar, port: number): Promise<Serving> {
  const listener: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(sidecar.metrics.render());
  };
  return listenOn(listener, "METRICS_PORT", port, "127.0.0.1");
}

/** Listens, or throws a fault that names the setting. */
function listenOn(
  listener: RequestListener,
  setting: "PORT" | "METRICS_PORT",
  port: number,
  host: string,
): Promise<Serving> {
  return listen(listener, port, host).catch((error: unknown) => {
    throw new Fault(`${setting}: ${explainFault(error)}`, { cause: error });
  });
}
