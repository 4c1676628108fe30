import { spawnSync } from "node:child_process";
import type { BuildSummary } from "../build/report.ts";
import { argumentsOf } from "./script-arguments.ts";

export interface TimedBuild {
  readonly ms: number;
  /** User and system time of all threads. */
  readonly cpuMs: number;
  readonly rssMb: number;
  /** Standard output. */
  readonly stdout: string;
}

/** Builds in a separate process, whose main thread reports CPU time and peak memory when it exits. */
export function timeBuild(content: string, out: string, ...more: readonly string[]): TimedBuild {
  const report = `import{isMainThread}from"node:worker_threads";if(isMainThread)process.on("exit",()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();process.stderr.write("used="+JSON.stringify([maxRSS,userCPUTime+systemCPUTime]))})`;
  const meter = ["--import", `data:text/javascript,${encodeURIComponent(report)}`];
  const args = [...meter, ...argumentsOf("build"), "--content", content, "--out", out, ...more];
  const startedAt = performance.now();
  const built = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  const ms = Math.round(performance.now() - startedAt);
  if (built.status !== 0) throw new Error(built.stderr);
  const [kilobytes = 0, microseconds = 0] = JSON.parse(
    /used=(.*)/.exec(built.stderr)?.[1] ?? "[]",
  ) as number[];
  const [rssMb, cpuMs] = [Math.round(kilobytes / 1000), Math.round(microseconds / 1000)];
  return { ms, cpuMs, rssMb, stdout: built.stdout };
}

/** The same with the summary that `--json` prints. */
export function timeBuildWithSummary(
  content: string,
  out: string,
  ...more: readonly string[]
): TimedBuild & { readonly summary: BuildSummary } {
  const built = timeBuild(content, out, "--json", ...more);
  return { ...built, summary: JSON.parse(built.stdout) as BuildSummary };
}
