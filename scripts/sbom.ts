/** `npm run sbom`: prints the bill of materials of the production packages as CycloneDX JSON. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// `npm sbom --omit=dev` leaves out packages that a development package needs too, such as ajv, so a copy without
// development packages is installed first.
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "sbom-"));
process.exitCode = main();

function main(): number {
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      copyFileSync(join(root, name), join(folder, name));
    npm("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
    const text = readFileSync(join(folder, "package.json"), "utf8");
    const withoutDevelopment = { ...(JSON.parse(text) as object), devDependencies: {}, overrides: {} };
    writeFileSync(join(folder, "package.json"), JSON.stringify(withoutDevelopment));
    process.stdout.write(npm("sbom", "--sbom-format=cyclonedx"));
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function npm(...args: readonly string[]): string {
  const run = spawnSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(`npm ${args.join(" ")}: ${run.stderr}`);
  return run.stdout;
}
