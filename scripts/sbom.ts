import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../model/fault.ts";
import { refuseArguments, runCommand } from "../build/run-command.ts";

const USAGE = `usage: npm run --silent sbom

Prints the bill of materials of the production packages as CycloneDX JSON.
`;

// `npm sbom --omit=dev` leaves out packages that a development package needs too, such as ajv, so a copy without
// development packages is installed first.
const root = join(import.meta.dirname, "..");
await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  refuseArguments(args);
  const folder = mkdtempSync(join(tmpdir(), "sbom-"));
  const npm = (...command: readonly string[]): string => runNpm(folder, command);
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      copyFileSync(join(root, name), join(folder, name));
    npm("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
    const text = readFileSync(join(folder, "package.json"), "utf8");
    const withoutDevelopment = { ...(JSON.parse(text) as object), devDependencies: {}, overrides: {} };
    writeFileSync(join(folder, "package.json"), JSON.stringify(withoutDevelopment));
    process.stdout.write(npm("sbom", "--sbom-format=cyclonedx"));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runNpm(folder: string, args: readonly string[]): string {
  const run = spawnSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Fault(`npm ${args.join(" ")} failed: ${run.stderr.trim()}`);
  return run.stdout;
}
