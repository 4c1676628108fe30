import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "../build/build.ts";
import { type BuildConfig, readBuildConfig } from "../build/config.ts";
import { renderHeadline, renderTable, summarize } from "../build/report.ts";
import { Stopwatch } from "../build/stopwatch.ts";
import { refuseArguments } from "../build/run-command.ts";
import { Fault } from "../model/fault.ts";
import { readRuntimeConfig, type RuntimeConfig } from "../runtime/config.ts";
import { jsonLog } from "../runtime/log.ts";
import { Sidecar } from "../runtime/sidecar.ts";

/** A local server with a publication that was just built. */
interface LocalServer {
  readonly baseUrl: string;
  readonly config: BuildConfig;
  readonly sidecar: Sidecar;
}

/** Builds the content and serves it at localhost. Exits if the settings or the content are rejected. */
export async function serveLocally(
  args: readonly string[],
  listenerOf: (sidecar: Sidecar, config: BuildConfig) => RequestListener,
): Promise<LocalServer> {
  const { origin, port, config, settings } = await readLocal(args);
  const problems = await buildLocal(config);
  if (problems.length > 0) exitWith(1, problems);
  const sidecar = localSidecar(settings);
  await sidecar.start();
  await once(createServer(listenerOf(sidecar, config)).listen(port, "localhost"), "listening");
  return { baseUrl: sidecar.baseUrl ?? origin, config, sidecar };
}

/** The settings of `npm start` and `npm run dev`: the content's base URL, moved to a local origin. */
interface Local {
  readonly origin: string;
  readonly port: number;
  readonly config: BuildConfig;
  readonly settings: RuntimeConfig;
}

const ALLOW_SHRINK = "--allow-shrink";

/** Reads the settings of a local server; its only argument goes to the build. Exits if they are invalid. */
async function readLocal(args: readonly string[]): Promise<Local> {
  refuseArguments(args.filter((arg) => arg !== ALLOW_SHRINK));
  const settings = readRuntimeConfig(process.env);
  if (!settings.ok) return exitWith(2, settings.error);
  const { distDir, unknownNames } = settings.value;
  for (const name of unknownNames)
    process.stderr.write(`${name} is not a setting; docs/operations.md lists them\n`);
  const port = await checkPort(settings.value.port);
  const buildArgs = ["--out", distDir, ...args];
  const config = readBuildConfig(buildArgs, process.env, () => new Date());
  if (!config.ok || config.value === "help") return exitWith(2, [config.ok ? "" : config.error]);
  const origin = `http://localhost:${port}`;
  return {
    origin,
    port,
    config: { ...config.value, localOrigin: origin },
    settings: { ...settings.value, baseUrl: undefined },
  };
}

/** Checks that the port is free before anything is built for it; 0 chooses one. */
async function checkPort(port: number): Promise<number> {
  const probe = createServer().listen(port, "localhost");
  try {
    await once(probe, "listening");
  } catch {
    const other = port === 3000 ? 3001 : 3000;
    throw new Fault(
      `port ${port} is in use: stop the process that listens on it, or choose another port, such as PORT=${other}`,
    );
  }
  const free = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, "close");
  return free;
}

function exitWith(status: number, lines: readonly string[]): never {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exit(status);
}

/** Builds and prints the summary. Returns every problem if the content is rejected. */
export async function buildLocal(config: BuildConfig): Promise<readonly string[]> {
  const stopwatch = new Stopwatch(
    { isTTY: process.stderr.isTTY, write: (text) => process.stderr.write(text) },
    () => performance.now(),
  );
  const built = await build({ ...config, now: new Date() }, stopwatch.progress, () => performance.now());
  const totalMs = stopwatch.finish();
  if (!built.ok) return built.error;
  const summary = summarize(built.value, config.outFolder, stopwatch.stages, totalMs);
  process.stdout.write(
    process.stdout.isTTY && summary.published ? renderTable(summary) : renderHeadline(summary),
  );
  return [];
}

/** Creates a sidecar that logs only warnings and errors, for a terminal. */
function localSidecar(settings: RuntimeConfig): Sidecar {
  const log = jsonLog(writeProblems, () => new Date());
  return new Sidecar(settings, { log, clock: () => Date.now(), fetchUrl: fetch, randomBytes });
}

function writeProblems(line: string): void {
  if (!line.includes('"level":"info"')) process.stderr.write(line);
}
