import { check } from "../../model/check.ts";
import { type Manifest, MANIFEST_PATH, manifestSchema, releaseOf } from "../../model/manifest.ts";
import { chosenPaths, examineArtifacts } from "./artifacts.ts";
import { type Ask, askOf, jsonOf } from "./ask.ts";
import { examineHub, examineMcp } from "./callers.ts";
import { type Finding, Findings } from "./findings.ts";
import { examineErrors, examineSearch, examineSince, readPublished } from "./reads.ts";

export interface Examination {
  /** Every page and date too, not a spread of them. */
  readonly isAll: boolean;
  /** True for a publication without a sidecar. */
  readonly isStatic: boolean;
}

const checkManifest = check(manifestSchema);

/** A release that is published meanwhile makes the look void; it is taken again. */
const ATTEMPTS = 3;

/** Looks at a live deployment, and says what differs from its manifest and from what is promised. */
export async function examineDeployment(origin: string, options: Examination): Promise<Finding[]> {
  const ask = askOf(origin);
  for (let attempt = 1; ; attempt += 1) {
    const findings = new Findings();
    const release = await examineOnce(ask, origin, options, findings);
    if (release === undefined || attempt === ATTEMPTS) return findings.list();
    if ((await readManifest(ask))?.release === release) return findings.list();
  }
}

async function examineOnce(
  ask: Ask,
  origin: string,
  { isAll, isStatic }: Examination,
  findings: Findings,
): Promise<string | undefined> {
  try {
    const manifest = await readManifest(ask);
    if (manifest === undefined) {
      findings.add("noManifest", `${origin}${MANIFEST_PATH}`);
      return undefined;
    }
    if (releaseOf(manifest.base_url, manifest.artifacts) !== manifest.release)
      findings.add("torn", MANIFEST_PATH);
    if (manifest.base_url !== origin) findings.add("otherBase", `${manifest.base_url} at ${origin}`);
    await examineArtifacts(ask, manifest, chosenPaths(manifest, isAll), findings);
    await examineErrors(ask, findings);
    const published = isStatic ? undefined : await readPublished(ask);
    if (published === undefined) return manifest.release;
    await examineSince(ask, published, findings);
    await examineSearch(ask, published, findings);
    await examineHub(ask, manifest.base_url, findings);
    await examineMcp(ask, findings);
    return manifest.release;
  } catch (error) {
    findings.add("unreachable", `${origin}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function readManifest(ask: Ask): Promise<Manifest | undefined> {
  const checked = checkManifest(jsonOf(await ask(MANIFEST_PATH, { headers: { "accept-encoding": "gzip" } })));
  return checked.ok ? checked.value : undefined;
}
