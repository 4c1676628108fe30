import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { shrinkProblem } from "../../build/review-changes.ts";
import { readManifest } from "../../build/publish/read-manifest.ts";
import { fileOf, type Manifest, MANIFEST_PATH } from "../../model/manifest.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { bytesOf, planDeploy } from "./plan.ts";
import type { DeployPlan, DeployTarget } from "./target.ts";

export interface DeployOptions {
  /** The published folder. */
  readonly out: string;
  readonly isDryRun: boolean;
  readonly allowsShrink: boolean;
  /** True to keep no older release at the target. */
  readonly forgets: boolean;
}

export interface DeployOutcome {
  readonly plan: DeployPlan;
  readonly uploaded: number;
  readonly removed: number;
  /** Of the uploaded objects. */
  readonly bytes: number;
}

/** For `npm run rollback`, and for readers that pinned a release. */
const MAX_OLDER = 2;

/** Deploys the release in `out`. The error says why the target was left unchanged. */
export async function deploy(
  target: DeployTarget,
  { out, isDryRun, allowsShrink, forgets }: DeployOptions,
): Promise<Result<DeployOutcome, string>> {
  const folder = await realpath(out).catch(() => out);
  const manifest = readManifest(join(folder, fileOf(MANIFEST_PATH)))?.whole();
  if (manifest === undefined) return err(`${out}: holds no release; run npm run build first`);
  if (new URL(manifest.base_url).hostname === "localhost")
    return err(
      `${out}: was built for ${manifest.base_url} by npm start; run npm run build, then deploy again`,
    );
  const live = await target.live(folder);
  const problem = allowsShrink
    ? undefined
    : shrinkProblem(target.name, reviewIds(live.manifest), reviewIds(manifest));
  if (problem !== undefined) return err(problem);
  const plan = planDeploy({ folder, manifest, maxOlder: forgets ? 0 : MAX_OLDER }, live, target.layout);
  const uploads = [...plan.uploads.values()];
  const outcome = {
    plan,
    uploaded: uploads.length,
    removed: plan.removals.length,
    bytes: uploads.reduce((sum, object) => sum + bytesOf(plan, object), 0),
  };
  if (isDryRun || (!forgets && outcome.uploaded === 0 && outcome.removed === 0)) return ok(outcome);
  const refused = await target.publish(plan);
  return refused === undefined ? ok(outcome) : err(`${target.name}: ${refused}`);
}

const REVIEW_PAGE = /^\/reviews\/([0-9A-HJKMNP-TV-Z]{26})\/$/;

/** The ids of the published reviews, which each have a page. */
const reviewIds = (manifest: Manifest | undefined): string[] =>
  Object.keys(manifest?.artifacts ?? {}).flatMap((path) => REVIEW_PAGE.exec(path)?.[1] ?? []);
