import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessMeasurement } from "./insights-process.ts";

const ROOT = join(import.meta.dirname, "..");
const PROCESS = join(import.meta.dirname, "insights-process.ts");

export interface Speed extends ProcessMeasurement {
  /** Peak memory of a control that holds the same reviews and analyzes nothing. */
  readonly controlMb: number;
}

/** `node bench/insights-speed.ts 20000` prints one measurement. */
if (process.argv[1] === import.meta.filename)
  process.stdout.write(`${JSON.stringify(measureSpeed(process.argv[2] ?? "5000"))}\n`);

/** Runs in separate processes, so that peak memory is that of the reviews and the insights alone. */
export function measureSpeed(size: string): Speed {
  const control = run(size, "control");
  return { ...run(size, "insights"), controlMb: control.rssMb };
}

const VADER_REVIEWS = 5000;

/** Words per millisecond that VADER reads, in a process of its own: of the same texts, but fewer. */
export function vaderSpeed(size: string): number {
  const { tokens, readMs } = run(String(Math.min(VADER_REVIEWS, Number(size))), "vader");
  return tokens / readMs;
}

function run(size: string, part: "insights" | "control" | "vader"): ProcessMeasurement {
  const args = [...buildFlags(), PROCESS, size, part];
  const done = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 20 });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout) as ProcessMeasurement;
}

/** The limit on V8's young generation and the cache of compiled code, as in `npm run build`. */
function buildFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: { build: string };
  };
  return scripts.build.split(" ").filter((part) => part.startsWith("--"));
}
