import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { explainFault, Fault } from "../model/fault.ts";
import { readRuntimeConfig } from "./config.ts";
import { jsonLog } from "./log.ts";
import { listen, type Serving } from "./server.ts";
import { Sidecar } from "./sidecar.ts";

const DRAIN_MS = 10_000;

const USAGE = `usage: npm run sidecar

Serves the published folder (DIST_DIR, dist by default) with search, MCP and hub. Settings are environment variables;
docs/operations.md lists them.

exit: 0 drained, 1 cut short, 2 usage or invalid settings, 3 fault (--debug prints the stack)
`;

await runCommand(process.argv.slice(2));

/** As build/run-command.ts does for the other commands, which the sidecar must not import. */
async function runCommand(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) process.stdout.write(USAGE);
  else if (args.some((arg) => arg !== "--debug")) {
    process.stderr.write(`unknown argument ${args.join(" ")}\n\n${USAGE}`);
    process.exitCode = 2;
  } else
    await main().catch((error: unknown) => {
      process.stderr.write(`${explainFault(error)}\n`);
      if (args.includes("--debug") && error instanceof Error) process.stderr.write(`${error.stack}\n`);
      process.exit(3);
    });
}

/**
 * Production entry point. Exit status: 0 after a complete drain, 1 if it was cut short or the start failed, 2 for invalid
 * settings.
 */
async function main(): Promise<void> {
  const log = jsonLog(
    (line) => process.stdout.write(line),
    () => new Date(),
  );
  // A log reader that goes away must not end the service.
  process.stdout.on("error", () => {});
  const read = readRuntimeConfig(process.env);
  if (!read.ok) {
    process.stderr.write(`${read.error.join("\n")}\n`);
    process.exitCode = 2;
    return;
  }
  const config = read.value;
  // From here on a signal starts a drain, even during the start.
  const stopping = firstSignal();
  for (const name of config.unknownNames) log.warn("unknown-setting", { name });
  const sidecar = new Sidecar(config, { log, clock: () => Date.now(), fetchUrl: fetch, randomBytes });
  await sidecar.start();
  const serving = await listenOn(sidecar.listener, "PORT", config.port, config.host);
  const metrics =
    config.metricsPort === undefined ? undefined : await serveMetrics(sidecar, config.metricsPort);
  log.info("listening", { host: config.host, port: serving.port, metricsPort: metrics?.port });
  const signal = await stopping;
  log.info("draining", { signal });
  sidecar.stop();
  const [outcome] = await Promise.all([serving.drain(DRAIN_MS), metrics?.drain(DRAIN_MS)]);
  await sidecar.close();
  log.info("stopped", { outcome });
  process.exitCode = outcome === "drained" ? 0 : 1;
}

/** A second signal ends the process at once. */
function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => {
        resolve(signal);
        process.once(signal, () => process.exit(1));
      });
    }
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
