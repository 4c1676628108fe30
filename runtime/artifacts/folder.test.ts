import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AlteredError } from "../../model/altered-error.ts";
import { emptyFolder } from "../../test/support/content.ts";
import { folderSource } from "./folder.ts";
import type { RepresentationSource } from "./read-artifact.ts";

const LISTED = { bytes: 4, etag: '"listed"' };

function publish(): string {
  const dist = emptyFolder();
  writeFileSync(join(dist, "manifest.json"), "{}");
  writeFileSync(join(dist, "exact"), "four");
  writeFileSync(join(dist, "exact.br"), "FOUR");
  writeFileSync(join(dist, "empty"), "");
  writeFileSync(join(dist, "shorter"), "fou");
  writeFileSync(join(dist, "longer"), "fours");
  mkdirSync(join(dist, "folder"));
  makePipe(join(dist, "pipe"));
  return dist;
}

function makePipe(file: string): void {
  expect(spawnSync("mkfifo", [file]).status).toBe(0);
}

async function openRelease(dist: string): Promise<RepresentationSource> {
  const release = await folderSource(dist).open(new AbortController().signal, undefined);
  if (release === undefined) throw new Error("the folder has no release");
  return release;
}

describe.for(["read", "readNow", "find"] as const)("%s", (name) => {
  test.for([
    ["/exact", undefined, "four"],
    ["/exact", "br", "FOUR"],
    ["/exact", "gzip", undefined],
    ["/missing", undefined, undefined],
  ] as const)("of %s as %s is %s", async ([path, coding, expected]) => {
    const found = await (await openRelease(publish()))[name]?.(path, coding, LISTED);
    expect((Buffer.isBuffer(found) ? found : found?.read())?.toString()).toBe(expected);
  });

  test.for(["/empty", "/shorter", "/longer", "/folder", "/pipe"])(
    "of %s is refused at once",
    async (path) => {
      const release = await openRelease(publish());
      await expect(release[name]?.(path, undefined, LISTED)).rejects.toThrow(AlteredError);
    },
  );
});

test("a pipe in the place of the manifest is refused at once", async () => {
  const dist = publish();
  renameSync(join(dist, "pipe"), join(dist, "manifest.json"));
  await expect(openRelease(dist)).rejects.toThrow("manifest.json is not a regular file");
});
