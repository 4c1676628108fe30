import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { sha256Hex } from "../../model/manifest.ts";
import { buildOrFail } from "./build.ts";
import { ROOT } from "./content.ts";

/**
 * The sample's publication at a base URL, by default its own. The first test file that needs it builds it for all, so
 * nobody may change it.
 */
export function publishedSample(baseUrl?: string): string {
  const options = baseUrl === undefined ? [] : ["--base-url", baseUrl];
  const folder = join(inject("sharedFolder"), sha256Hex(Buffer.from(options.join(" "))));
  if (!existsSync(folder)) {
    const built = mkdtempSync(`${folder}-`);
    buildOrFail(join(ROOT, "content"), join(built, "dist"), "--no-cache", ...options);
    if (!moved(built, folder)) rmSync(built, { recursive: true });
  }
  return join(folder, "dist");
}

/** False if another test file has published the same meanwhile. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (existsSync(to)) return false;
    throw error;
  }
}
