import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "../model/manifest.ts";
import { installTools } from "../test/support/install-tools.ts";
import { withServers } from "./peer.ts";
import { printTable } from "./table.ts";

const ROOT = join(import.meta.dirname, "..");

/** Audits one page of each kind, built from the sample content and served by a sidecar. */
export async function run(): Promise<void> {
  installTools();
  const { audit, AUDITED_URL, CHROMIUM, isChromiumThere } = await import("../test/support/audit.ts");
  if (!isChromiumThere) {
    process.stdout.write(`\nlighthouse: skipped, ${CHROMIUM} is missing\n`);
    return;
  }
  await withServers(async ({ folder, start }) => {
    const dist = join(folder, "dist");
    const args = ["--content", join(ROOT, "content"), "--out", dist, "--base-url", AUDITED_URL, "--no-cache"];
    const built = spawnSync(process.execPath, [join(ROOT, "build", "main.ts"), ...args], {
      encoding: "utf8",
    });
    if (built.status !== 0) throw new Error(built.stderr);
    const { port } = await start("sidecar", ["sidecar", dist]);
    const audited = await audit(port, kindsOf(dist));
    printTable(
      "lighthouse: a page of each kind, as a phone, scores of 100",
      ["page", ...Object.keys(audited[0]?.scores ?? {}), "layout shift"],
      audited.map(({ path, scores, layoutShift }) => [
        path,
        ...Object.values(scores).map(String),
        String(layoutShift),
      ]),
    );
    const findings = new Set(audited.flatMap((page) => page.findings));
    process.stdout.write(
      `findings that cost points, or would:\n${[...findings].map((one) => `  ${one}\n`).join("")}`,
    );
  });
}

function kindsOf(dist: string): string[] {
  const manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8")) as Manifest;
  const paths = Object.keys(manifest.artifacts);
  const firstOf = (start: string): string => paths.find((path) => path.startsWith(start)) ?? "/";
  return ["/", ...["/reviews/0", "/reviews/", "/technicians/b", "/developers/reference/"].map(firstOf)];
}
