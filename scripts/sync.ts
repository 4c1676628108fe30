/** `npm run sync`: imports the sources of content, builds and deploys. Described in docs/deployment.md. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../build/build.ts";
import { type BuildConfig, readBuildConfig } from "../build/config.ts";
import { readJson } from "../build/load/files.ts";
import { Problems } from "../build/load/problems.ts";
import { renderHeadline, summarize } from "../build/report.ts";
import { runCommand } from "../build/run-command.ts";
import { calendarDateOf } from "../model/calendar-date.ts";
import { check } from "../model/check.ts";
import { contentSourcesSchema } from "../model/sources.ts";
import { announce } from "./deploy/announce.ts";
import { deploy } from "./deploy/deploy.ts";
import type { DeployTarget } from "./deploy/target.ts";
import { openTarget } from "./deploy/targets.ts";
import { renderReport } from "./import/render-report.ts";
import { importSource } from "./sync/import-source.ts";

const USAGE = `usage: npm run sync -- [options]

Imports the sources that content/sources.json lists, shows what changed, builds, and deploys to DEPLOY_TARGET if the
environment names one. A source that fails leaves its reviews as they are, and does not stop the others.

  --content DIR   content folder (default content)
  --out DIR       published folder (default dist)
  --static        the site has no sidecar: do not ping its hub, and do not examine its paths
  --allow-shrink  publish a release without reviews, or with far fewer than the last one (by over five and 10 %)
  --dry-run       show what the imports would change; write, build and deploy nothing
  --help          print this

exit: 0 done; 1 a source failed, or the build or the deploy was refused; 2 usage; 3 fault (--debug prints the stack)
`;

const checkSources = check(contentSourcesSchema);

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      content: { type: "string", default: "content" },
      out: { type: "string", default: "dist" },
      static: { type: "boolean", default: false },
      "allow-shrink": { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { content, out, "dry-run": isDryRun, "allow-shrink": allowsShrink } = values;
  const hasTarget = Boolean(process.env["DEPLOY_TARGET"]) && !isDryRun;
  const target = hasTarget ? openTarget([], process.env) : undefined;
  const shrink = allowsShrink ? ["--allow-shrink"] : [];
  const config = readBuildConfig(
    ["--content", content, "--out", out, ...shrink],
    process.env,
    () => new Date(),
  );
  const mistake = target?.ok === false ? target.error : config.ok ? undefined : config.error;
  if (mistake !== undefined || !config.ok || config.value === "help") {
    process.stderr.write(`${mistake ?? ""}\n\n${USAGE}`);
    return 2;
  }
  const imported = await importAll(content, isDryRun);
  if (imported === undefined) return 1;
  if (isDryRun) return imported ? 0 : 1;
  const isBuilt = await buildAfterLive(config.value, target?.ok ? target.value : undefined);
  const isDeployed =
    isBuilt &&
    (!target?.ok || (await deployAll(target.value, { out, allowsShrink, isStatic: values.static })));
  return imported && isDeployed ? 0 : 1;
}

/** Returns true if every source was imported; undefined if there is no list of sources. */
async function importAll(content: string, isDryRun: boolean): Promise<boolean | undefined> {
  const problems = new Problems();
  const list = await readJson(
    join(content, "sources.json"),
    checkSources,
    problems,
    "is missing; list the sources in it (docs/deployment.md)",
  );
  if (list === undefined) {
    process.stderr.write(`${problems.lines.join("\n")}\n`);
    return undefined;
  }
  const rules = { content, isDryRun, env: process.env, today: calendarDateOf(Date.now()), fetchUrl: fetch };
  const failed: string[] = [];
  for (const source of list.sources) {
    process.stdout.write(`== ${source.name}\n`);
    const report = await importSource(source, rules);
    if (report.ok) process.stdout.write(renderReport(report.value));
    const lines = report.ok ? report.value.problems : report.error;
    for (const line of lines) process.stderr.write(`${source.name}: ${line}\n`);
    if (lines.length > 0) failed.push(source.name);
  }
  if (failed.length > 0) process.stderr.write(`not synchronized: ${failed.join(", ")}\n`);
  return failed.length === 0;
}

/** In a fresh checkout, the build compares with the live release instead of that in the published folder. */
async function buildAfterLive(config: BuildConfig, target: DeployTarget | undefined): Promise<boolean> {
  const live = await target?.live(config.outFolder);
  if (live?.manifest === undefined) return buildAll(config);
  const folder = mkdtempSync(join(tmpdir(), "live-manifest-"));
  try {
    const previousManifestFile = join(folder, "manifest.json");
    writeFileSync(previousManifestFile, JSON.stringify(live.manifest));
    return await buildAll({ ...config, previousManifestFile });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function buildAll(config: BuildConfig): Promise<boolean> {
  const startedAt = performance.now();
  const built = await build(
    config,
    () => undefined,
    () => performance.now(),
  );
  if (!built.ok) {
    process.stderr.write(`${built.error.join("\n")}\nnothing was published\n`);
    return false;
  }
  const summary = summarize(built.value, config.outFolder, [], Math.round(performance.now() - startedAt));
  process.stdout.write(renderHeadline(summary));
  for (const warning of summary.warnings) process.stderr.write(`warning: ${warning}\n`);
  return true;
}

interface SyncDeploy {
  readonly out: string;
  readonly allowsShrink: boolean;
  readonly isStatic: boolean;
}

async function deployAll(
  target: DeployTarget,
  { out, allowsShrink, isStatic }: SyncDeploy,
): Promise<boolean> {
  const deployed = await deploy(target, { out, allowsShrink, isDryRun: false, forgets: false });
  if (!deployed.ok) {
    process.stderr.write(`${deployed.error}\n`);
    return false;
  }
  const { uploaded, removed, bytes } = deployed.value;
  process.stdout.write(`${target.name}: ${uploaded} uploaded (${bytes} bytes), ${removed} removed\n`);
  const options = { purge: process.env["DEPLOY_PURGE"], isStatic };
  const warnings = await announce(target, deployed.value, options, fetch);
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  return true;
}
