import { HUB_PATH } from "../model/topics.ts";
import { atOrigin, urlOf } from "../model/base-url.ts";
import { build } from "./build.ts";
import type { BuildOutcome } from "./outcome.ts";
import { readBuildConfig, USAGE } from "./config.ts";
import { headlineOf, renderHeadline, renderTable, summarize, warningsOf } from "./report.ts";
import { Stopwatch } from "./stopwatch.ts";

/** Returns the exit status: 0 done, 1 rejected, 2 usage. A thrown fault becomes status 3. */
export async function buildCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  clock: () => Date,
): Promise<number> {
  const read = readBuildConfig(args, env, clock);
  if (!read.ok) {
    process.stderr.write(`${read.error}\n\n${USAGE}`);
    return 2;
  }
  if (read.value === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  const { outFolder, printsJson, pingsHub } = read.value;
  const stopwatch = new Stopwatch(
    { isTTY: process.stderr.isTTY && !printsJson, write: (text) => process.stderr.write(text) },
    () => performance.now(),
  );
  const built = await build(read.value, stopwatch.progress, () => performance.now());
  const totalMs = stopwatch.finish();
  if (!built.ok) {
    const problems = built.error;
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    process.stderr.write(`${problems.join("\n")}\nnothing was published: ${count} to fix\n`);
    if (printsJson) process.stdout.write(`${JSON.stringify({ ok: false, problems })}\n`);
    return 1;
  }
  if (pingsHub) await pingHub(built.value);
  for (const warning of warningsOf(built.value, outFolder)) process.stderr.write(`warning: ${warning}\n`);
  const summary = () => summarize(built.value, outFolder, stopwatch.stages, totalMs);
  if (printsJson) process.stdout.write(`${JSON.stringify(summary())}\n`);
  else if (process.stdout.isTTY && built.value.isPublished) process.stdout.write(renderTable(summary()));
  else process.stdout.write(renderHeadline(headlineOf(built.value, outFolder)));
  return 0;
}

/** A failed ping is a warning: the release is published either way. An empty publication is never announced. */
async function pingHub({ sidecarUrl, listing, reviewCount }: BuildOutcome): Promise<void> {
  const { ping } = await import("./publish/ping.ts");
  const { base_url } = listing.root;
  const hubUrl = urlOf(atOrigin(base_url, sidecarUrl), HUB_PATH);
  const problem = reviewCount === 0 ? "the release has no reviews" : await ping(hubUrl, base_url, fetch);
  if (problem !== undefined) process.stderr.write(`warning: the hub was not notified: ${problem}\n`);
}
