import { HUB_PATH } from "../../model/topics.ts";
import { urlOf } from "../../model/base-url.ts";
import { ping } from "../../build/publish/ping.ts";
import { examineDeployment } from "../doctor/examine.ts";
import { renderFindings } from "../doctor/findings.ts";
import type { DeployOutcome } from "./deploy.ts";
import { runProgram } from "./shell.ts";
import type { DeployTarget } from "./target.ts";
import { explainFault } from "../../model/fault.ts";

export interface AnnounceOptions {
  /** A command for the shell, or a URL that gets a POST. */
  readonly purge: string | undefined;
  /** True for a site without a sidecar. */
  readonly isStatic: boolean;
}

const TIMEOUT_MS = 30_000;

/** Purges caches, pings the hub and examines the site after a deploy. Returns warnings: none of it undoes the deploy. */
export async function announce(
  target: DeployTarget,
  { plan, uploaded, removed }: DeployOutcome,
  { purge, isStatic }: AnnounceOptions,
  fetchUrl: typeof fetch,
): Promise<string[]> {
  if (uploaded + removed === 0) return [];
  const { base_url: baseUrl, artifacts } = plan.manifest;
  const warnings: string[] = [];
  const paths = [...new Set([...plan.uploads.values()].map(({ path }) => path))];
  const purged =
    purge &&
    (await purgeCaches(
      purge,
      paths.map((path) => urlOf(baseUrl, path)),
      fetchUrl,
    ));
  if (purged) warnings.push(`caches were not purged: ${purged}`);
  const hasReviews = Object.keys(artifacts).some((path) => /^\/reviews\/.{26}\/$/.test(path));
  const pinged = isStatic
    ? undefined
    : hasReviews
      ? await ping(urlOf(baseUrl, HUB_PATH), baseUrl, fetchUrl)
      : "the release has no reviews";
  if (pinged !== undefined) warnings.push(`the hub was not notified: ${pinged}`);
  // Nothing may serve the folder yet.
  if (target.name.startsWith("file:")) return warnings;
  const findings = await examineDeployment(baseUrl, { isAll: false, isStatic });
  const faults = findings.filter(({ level }) => level === "fault");
  if (faults.length > 0)
    warnings.push(
      `the doctor found faults at ${baseUrl}: ${faults.length} to fix\n${renderFindings(faults).trimEnd()}`,
    );
  return warnings;
}

/** A command gets the changed URLs on standard input, one per line. */
async function purgeCaches(
  purge: string,
  urls: readonly string[],
  fetchUrl: typeof fetch,
): Promise<string | undefined> {
  try {
    if (!URL.canParse(purge)) {
      await runProgram("sh", ["-c", purge], { input: `${urls.join("\n")}\n`, place: "purge" });
      return undefined;
    }
    const { status } = await fetchUrl(purge, { method: "POST", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return status < 300 ? undefined : `${new URL(purge).origin} answered ${status}`;
  } catch (error) {
    return explainFault(error);
  }
}
