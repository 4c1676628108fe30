import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { compressOnThread } from "./compress-on-thread.ts";
import { compressComplete, type CompressTask, type WrittenFiles } from "./compress-file.ts";
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

const task = (folder: string): CompressTask => ({ folder, path: "/reviews.json", quality: 5 });

const filesIn = (folder: string): WrittenFiles => ({
  identity: checksum(join(folder, "reviews.json")),
  gzip: checksum(join(folder, "reviews.json.gz")),
});

test("a thread makes the same bytes and digests", async () => {
  const [here, there] = [written(), written()];
  const digests = await compressOnThread(task(there)).finish(filesIn(there));
  expect(digests).toEqual(await compressComplete(task(here)).finish(filesIn(here)));
  const [one, other] = [here, there].map((folder) => readFileSync(join(folder, "reviews.json.br")));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
});

test("threads that start slowly miss no message", async () => {
  const folders = Array.from({ length: 8 }, written);
  const digests = await Promise.all(
    folders.map(async (folder) => compressOnThread(task(folder)).finish(filesIn(folder))),
  );
  expect(new Set(digests.map(({ encodings }) => encodings.br?.sha256)).size).toBe(1);
});

test("a file is compressed while it is written", async () => {
  const [whole, growing] = [written(), written()];
  const { identity } = filesIn(whole);
  const body = readFileSync(join(whole, "reviews.json"));
  writeFileSync(join(growing, "reviews.json"), "");
  const compressor = compressOnThread(task(growing));
  for (const end of [100, 5_000_000, 16_777_300, 16_900_001, body.length]) {
    const from = statSync(join(growing, "reviews.json")).size;
    appendFileSync(join(growing, "reviews.json"), body.subarray(from, end));
    compressor.wrote(end);
  }
  await vi.waitFor(() => {
    expect(existsSync(join(growing, "reviews.json.br"))).toBe(true);
  });
  const { gzip } = filesIn(growing);
  const digests = await compressor.finish({ identity, gzip });
  expect(digests).toEqual(await compressComplete(task(whole)).finish(filesIn(whole)));
});

test("a compressor that is abandoned ends its thread, if it has begun", async () => {
  const folder = written();
  const compressor = compressOnThread(task(folder));
  await expect(compressor.abandon()).resolves.toBeUndefined();
  compressor.wrote(1 << 24);
  // The status with which a thread ends that is stopped.
  await expect(compressor.abandon()).resolves.toEqual(expect.any(Number));
});

test("a failure while the file is written is reported at its end", async () => {
  const folder = written();
  writeFileSync(join(folder, "reviews.json.br"), "");
  const compressor = compressOnThread(task(folder));
  compressor.wrote(1 << 24);
  await expect(compressor.finish(filesIn(folder))).rejects.toThrow("EEXIST");
});

test("a failure on the thread fails the caller", async () => {
  const folder = written();
  writeFileSync(join(folder, "reviews.json.br"), "");
  await expect(compressOnThread(task(folder)).finish(filesIn(folder))).rejects.toThrow("EEXIST");
});

test.for(["reviews.json", "reviews.json.gz"])(
  "a %s that does not read as it was written is refused",
  async (name) => {
    const folder = written();
    const files = filesIn(folder);
    const file = join(folder, name);
    const bytes = readFileSync(file);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await expect(compressOnThread(task(folder)).finish(files)).rejects.toThrow(
      "does not read as it was written",
    );
  },
);
