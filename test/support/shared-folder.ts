import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** For what several test files need, and none of them changes. It goes when the last one ends. */
    readonly sharedFolder: string;
  }
}

/** Vitest calls it before it loads any test (`globalSetup`), and what it returns at the end. */
export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "reviews-shared-"));
  provide("sharedFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
