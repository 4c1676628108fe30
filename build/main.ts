import { build, type Built } from "./build.ts";
import { readBuildConfig, USAGE } from "./config.ts";
import { ping } from "./publish/ping.ts";
import { headline, renderTable, Stopwatch, summarize } from "./report.ts";

process.exitCode = await main(process.argv.slice(2));

/** Exit status: 0 done, 1 refused, 2 usage. */
async function main(args: readonly string[]): Promise<number> {
  const read = readBuildConfig(args, process.env, () => new Date());
  if (!read.ok) {
    process.stderr.write(`${read.error}\n\n${USAGE}`);
    return 2;
  }
  if (read.value === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  const config = read.value;
  const isTTY = process.stderr.isTTY && !config.json;
  const stopwatch = new Stopwatch({ isTTY, write: (text) => process.stderr.write(text) }, () =>
    performance.now(),
  );
  const built = await build(config, process.pid, stopwatch.progress);
  const totalMs = stopwatch.finish();
  if (!built.ok) {
    const problems = built.error;
    process.stderr.write(
      `${problems.join("\n")}\nnothing was published: ${countOf(problems.length)} to mend\n`,
    );
    if (config.json) process.stdout.write(`${JSON.stringify({ ok: false, problems })}\n`);
    return 1;
  }
  if (config.ping) await tellHub(built.value);
  const summary = summarize(built.value, config.out, stopwatch.stages, totalMs);
  for (const warning of summary.warnings) process.stderr.write(`warning: ${warning}\n`);
  if (config.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else process.stdout.write(process.stdout.isTTY ? renderTable(summary) : `${headline(summary)}\n`);
  return 0;
}

/** The release is published whatever the hub says. */
async function tellHub({ hubOrigin, manifest }: Built): Promise<void> {
  const told = await ping(hubOrigin, manifest.base_url, fetch);
  if (!told.ok) process.stderr.write(`warning: the hub was not told: ${told.error}\n`);
}

function countOf(problems: number): string {
  return problems === 1 ? "1 problem" : `${problems} problems`;
}
