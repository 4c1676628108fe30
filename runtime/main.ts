import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { readRuntimeConfig } from "./config.ts";
import { jsonLog } from "./log.ts";
import { listen, type Serving } from "./server.ts";
import { Sidecar } from "./sidecar.ts";

const DRAIN_MS = 10_000;

await main();

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
  const serving = await listenOrExit(sidecar.listener, "PORT", config.port, config.host);
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
  return listenOrExit(listener, "METRICS_PORT", port, "127.0.0.1");
}

/** Listens, or ends the process with an error that names the setting. */
function listenOrExit(
  listener: RequestListener,
  setting: "PORT" | "METRICS_PORT",
  port: number,
  host: string,
): Promise<Serving> {
  return listen(listener, port, host).catch((error: Error) => {
    process.stderr.write(`${setting}: ${error.message}\n`);
    process.exit(1);
  });
}
