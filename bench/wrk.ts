import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isInstalled } from "./installed.ts";
import { load, type Load, type LoadResult } from "./load.ts";

const HAS_WRK = isInstalled("wrk");
const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

export const CLIENT = HAS_WRK ? "wrk" : "the built-in client, as wrk is not installed";

/** Sends GET requests with wrk, which costs less than a client in JavaScript, or else with that one. */
export async function loadByWrk(request: Load): Promise<LoadResult> {
  if (!HAS_WRK || request.body !== undefined) return load(request);
  const { port, path, headers, connections, ms } = request;
  const fields = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const options = ["-t1", `-c${connections}`, `-d${Math.ceil(ms / 1000)}s`, "--latency", ...fields];
  const { stdout } = await promisify(execFile)("wrk", [...options, `http://127.0.0.1:${port}${path}`]);
  const figure = (pattern: RegExp): string[] => pattern.exec(stdout)?.slice(1) ?? [];
  const [p99 = "0", unit = "ms"] = figure(/99%\s+([\d.]+)(us|ms|s)/);
  return {
    requests: Number(figure(/(\d{1,15}) requests in/)[0] ?? 0),
    perSecond: Number(figure(/Requests\/sec:\s+([\d.]+)/)[0] ?? 0),
    p99Ms: Number(p99) * (UNIT_MS[unit] ?? 1),
    statuses: {},
  };
}
