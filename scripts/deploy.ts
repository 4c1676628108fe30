/** `npm run deploy`: makes the release in `dist/` live at its host. Described in docs/deployment.md. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { announce } from "./deploy/announce.ts";
import { deploy, type DeployOutcome } from "./deploy/deploy.ts";
import { bytesOf } from "./deploy/plan.ts";
import type { DeployTarget } from "./deploy/target.ts";
import { openTarget, TARGET_EXAMPLES } from "./deploy/targets.ts";

const USAGE = `usage: npm run deploy -- [TARGET] [options]

Makes the release in dist/ live at TARGET, by default DEPLOY_TARGET of the environment. Uploads only what differs from
the live release. TARGET is one of

${TARGET_EXAMPLES.map((example) => `  ${example}\n`).join("")}
  --out DIR       published folder (default dist)
  --dry-run       print what would be uploaded and removed, and change nothing
  --save-manifest FILE
                  write the live manifest to FILE, for npm run build -- --previous FILE, and deploy nothing
  --static        the site has no sidecar: do not ping its hub, and do not examine its paths
  --purge PURGE   after an upload, run this shell command with the changed URLs as its input, one per line, or send
                  a POST to this URL (default: DEPLOY_PURGE of the environment)
  --forget        remove the older releases from the target, as after an erase; rollback has none left then
  --allow-shrink  deploy a release without reviews, or with far fewer than the live one (by over five and 10 %)
  --json          print {target, release, uploaded, removed, bytes, seconds} as one JSON object
  --help          print this

exit: 0 deployed, or nothing to do; 1 refused; 2 usage; 3 fault (--debug prints the stack)
`;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: "string", default: "dist" },
      "dry-run": { type: "boolean", default: false },
      "save-manifest": { type: "string" },
      static: { type: "boolean", default: false },
      forget: { type: "boolean", default: false },
      purge: { type: "string" },
      "allow-shrink": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const target = openTarget(positionals, process.env);
  if (!target.ok) {
    process.stderr.write(`${target.error}\n\n${USAGE}`);
    return 2;
  }
  const { "dry-run": isDryRun, "allow-shrink": allowsShrink, "save-manifest": file, out } = values;
  if (file !== undefined) return saveManifest(target.value, out, file);
  const deployed = await deploy(target.value, { out, isDryRun, allowsShrink, forgets: values.forget });
  if (!deployed.ok) {
    process.stderr.write(`${deployed.error}\n`);
    return 1;
  }
  const outcome = deployed.value;
  const { name, hints } = target.value;
  if (isDryRun && !values.json) process.stdout.write(renderPlan(outcome));
  if (!isDryRun) {
    const purge = values.purge ?? process.env["DEPLOY_PURGE"];
    const warnings = await announce(target.value, outcome, { purge, isStatic: values.static }, fetch);
    for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
    if (outcome.uploaded > 0) for (const hint of hints) process.stderr.write(`note: ${hint}\n`);
  }
  const { uploaded, removed, bytes, plan } = outcome;
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  const { release } = plan.manifest;
  const summary = { target: name, release, uploaded, removed, bytes, seconds };
  process.stdout.write(
    values.json
      ? `${JSON.stringify(summary)}\n`
      : `${isDryRun ? "dry run: " : ""}${name}: release ${release}, ${uploaded} uploaded (${bytes} bytes), ${removed} removed, ${seconds} s\n`,
  );
  return 0;
}

/** Writes nothing before the first deploy; the build reads a missing file as no release. */
async function saveManifest(target: DeployTarget, out: string, file: string): Promise<number> {
  const { manifest } = await target.live(out);
  if (manifest !== undefined) writeFileSync(file, JSON.stringify(manifest));
  process.stdout.write(
    `${target.name}: ${manifest === undefined ? "no release is live" : `release ${manifest.release} is live`}\n`,
  );
  return 0;
}

/** One line per object. */
function renderPlan({ plan }: DeployOutcome): string {
  const uploads = [...plan.uploads].map(([key, object]) => `upload ${key} ${bytesOf(plan, object)} bytes\n`);
  return [...uploads, ...plan.removals.map((key) => `remove ${key}\n`)].join("");
}
