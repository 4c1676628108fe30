import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { folderSource } from "./folder.ts";
import type { RepresentationSource } from "./read-artifact.ts";

const LISTED = { bytes: 4, etag: '"listed"' };

async function published(): Promise<RepresentationSource> {
  const dist = emptyFolder();
  writeFileSync(join(dist, "manifest.json"), "{}");
  writeFileSync(join(dist, "exact"), "four");
  writeFileSync(join(dist, "exact.br"), "FOUR");
  writeFileSync(join(dist, "shorter"), "fou");
  writeFileSync(join(dist, "longer"), "fours");
  mkdirSync(join(dist, "folder"));
  const release = await folderSource(dist).open(new AbortController().signal, undefined);
  if (release === undefined) throw new Error("the folder has no release");
  return release;
}

describe.for(["read", "readNow"] as const)("%s", (name) => {
  test.for([
    ["/exact", undefined, "four"],
    ["/exact", "br", "FOUR"],
    ["/exact", "gzip", undefined],
    ["/shorter", undefined, undefined],
    ["/longer", undefined, undefined],
    ["/folder", undefined, undefined],
    ["/missing", undefined, undefined],
  ] as const)("of %s as %s is %s", async ([path, coding, expected]) => {
    const found = await (await published())[name]?.(path, coding, LISTED);
    expect(found?.toString()).toBe(expected);
  });
});
