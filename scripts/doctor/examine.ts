import { originOf, urlOf } from "../../model/base-url.ts";
import { check } from "../../model/check.ts";
import { type Manifest, MANIFEST_PATH, manifestSchema, releaseOf } from "../../model/manifest.ts";
import { withSegments } from "../../model/segments.ts";
import { chosenPaths, examineArtifacts } from "./artifacts.ts";
import { decoded, type SendRequest, requestsTo, jsonOf } from "./request.ts";
import { examineHub, examineMcp } from "./endpoints.ts";
import { type Finding, Findings } from "./findings.ts";
import { examineErrors, examineRobots, examineSearch, examineSince, readPublished } from "./api.ts";

export interface Examination {
  /** True to request every page and date instead of a sample. */
  readonly isAll: boolean;
  /** True for a publication without a sidecar. */
  readonly isStatic: boolean;
}

const checkManifest = check(manifestSchema);

/** The examination starts again when a new release is published meanwhile. */
const MAX_EXAMINATIONS = 3;

/** Examines a live deployment. The findings are differences from its manifest and from documented behavior. */
export async function examineDeployment(baseUrl: string, options: Examination): Promise<Finding[]> {
  const send = requestsTo(baseUrl);
  for (let attempt = 1; ; attempt += 1) {
    const findings = new Findings();
    const release = await examineOnce(send, baseUrl, options, findings);
    if (release === undefined || attempt === MAX_EXAMINATIONS) return findings.list();
    if ((await readManifest(send))?.release === release) return findings.list();
  }
}

async function examineOnce(
  send: SendRequest,
  baseUrl: string,
  { isAll, isStatic }: Examination,
  findings: Findings,
): Promise<string | undefined> {
  try {
    const root = await readManifest(send);
    if (root === undefined) {
      findings.add("noManifest", urlOf(baseUrl, MANIFEST_PATH));
      return undefined;
    }
    if (releaseOf(root) !== root.release) findings.add("torn", MANIFEST_PATH);
    const { manifest, unreadable } = await withSegments(root, async (path) => decoded(await send(path)));
    for (const path of unreadable) findings.add("torn", path);
    if (manifest.base_url !== baseUrl) findings.add("otherBase", `${manifest.base_url} at ${baseUrl}`);
    await examineArtifacts(send, manifest, chosenPaths(manifest, isAll), findings);
    await examineErrors(send, findings);
    await examineRobots(requestsTo(originOf(baseUrl)), manifest.base_url, findings);
    const published = isStatic ? undefined : await readPublished(send);
    if (published === undefined) return manifest.release;
    await examineSince(send, published, findings);
    await examineSearch(send, published, findings);
    await examineHub(send, manifest.base_url, findings);
    await examineMcp(send, findings);
    return manifest.release;
  } catch (error) {
    findings.add("unreachable", `${baseUrl}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function readManifest(send: SendRequest): Promise<Manifest | undefined> {
  const checked = checkManifest(
    jsonOf(await send(MANIFEST_PATH, { headers: { "accept-encoding": "gzip" } })),
  );
  return checked.ok ? checked.value : undefined;
}
