import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { compressOnThread } from "./compress-on-thread.ts";
import { compressFile, type CompressTask } from "./compress-file.ts";
import type { Checksum } from "./piece-writer.ts";

/** A folder with the identity and gzip representations of 17 MB. */
function written(): string {
  const folder = emptyFolder();
  const lines = Array.from(
    { length: 230_000 },
    (_, index) => `${index} ${"great work ".repeat(index % 14)}\n`,
  );
  const body = Buffer.from(lines.join(""));
  expect(body.length).toBeGreaterThan(1 << 24);
  writeFileSync(join(folder, "reviews.json"), body);
  writeFileSync(join(folder, "reviews.json.gz"), gzipSync(body, { level: 1 }));
  return folder;
}

function checksum(file: string): Checksum {
  const bytes = readFileSync(file);
  return { bytes: bytes.length, crc32: crc32(bytes) };
}

const task = (folder: string): CompressTask => ({
  folder,
  path: "/reviews.json",
  identity: checksum(join(folder, "reviews.json")),
  gzip: checksum(join(folder, "reviews.json.gz")),
  quality: 5,
});

test("a thread makes the same bytes and digests", async () => {
  const [here, there] = [written(), written()];
  expect(await compressOnThread(task(there))).toEqual(await compressFile(task(here)));
  const [one, other] = [here, there].map((folder) => readFileSync(join(folder, "reviews.json.br")));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
});

test("a failure on the thread fails the caller", async () => {
  const folder = written();
  writeFileSync(join(folder, "reviews.json.br"), "");
  await expect(compressOnThread(task(folder))).rejects.toThrow("EEXIST");
});

test.for(["reviews.json", "reviews.json.gz"])(
  "a %s that does not read as it was written is refused",
  async (name) => {
    const folder = written();
    const compressing = task(folder);
    const file = join(folder, name);
    const bytes = readFileSync(file);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await expect(compressOnThread(compressing)).rejects.toThrow("does not read as it was written");
  },
);
