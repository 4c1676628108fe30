import type { Progress } from "./progress.ts";
import type { BuildConfig } from "./config.ts";
import { LastBuild } from "./last-build.ts";
import type { BuildOutcome } from "./outcome.ts";
import { Releases } from "./publish/releases.ts";
import { err, ok, type Result } from "../model/result.ts";

/** Milliseconds from an arbitrary moment, never going back. */
type Clock = () => number;

/** Builds content and publishes it as a release. The error lists every reason why nothing was published. */
export async function build(
  config: BuildConfig,
  progress: Progress,
  clock: Clock,
): Promise<Result<BuildOutcome, readonly string[]>> {
  const startedAt = clock();
  progress("compare");
  const releases = new Releases(config.outFolder);
  // Before any content is read, or a build that took longer could replace a newer release by older content.
  const staging = await releases.begin();
  if (!staging.ok) return err([`${config.outFolder}: ${staging.error}`]);
  try {
    const last = await LastBuild.read(config, releases);
    const unchanged = await last.unchanged(releases, config);
    if (unchanged !== undefined) return ok(unchanged);
    // Loading the code that renders takes longer than finding out that nothing changed.
    const { buildContent } = await import("./build-content.ts");
    const comparison = await last.startComparison(releases, config);
    try {
      const task = { config, releases, last, comparison, progress, clock, startedAt };
      return await buildContent(task, staging.value);
    } finally {
      await comparison?.close();
    }
  } finally {
    await releases.discard(staging.value);
    releases.unlock();
  }
}
