import { randomBytes } from "node:crypto";
import { truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { hashedPieces, StoredBytes } from "./stored-bytes.ts";

const PIECE = 524_288;

function storedFile(length: number): {
  readonly file: string;
  readonly bytes: Buffer;
  readonly stored: StoredBytes;
} {
  const file = join(emptyFolder(), "file");
  const bytes = randomBytes(length);
  writeFileSync(file, bytes);
  return { file, bytes, stored: StoredBytes.open(file, length) };
}

async function hashedBytes(stored: StoredBytes): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of hashedPieces(stored)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

test.for([0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 5])(
  "%d bytes are hashed piece by piece, in order",
  async (length) => {
    const { bytes, stored } = storedFile(length);
    expect(bytes.equals(await hashedBytes(stored))).toBe(true);
    const [from, to] = [Math.floor(length / 3), length - 1];
    if (to > from)
      expect(bytes.subarray(from, to).equals(await hashedBytes(stored.subarray(from, to)))).toBe(true);
  },
);

test("a reader that stops leaves no read behind that writes into a buffer of another", async () => {
  const files = Array.from({ length: 4 }, () => storedFile(8 * PIECE));
  for (const { stored } of files) for await (const _ of hashedPieces(stored)) break;
  const read = await Promise.all(files.map(({ stored }) => hashedBytes(stored)));
  expect(read.map((bytes, index) => files[index]?.bytes.equals(bytes))).toEqual(files.map(() => true));
});

test("a file that shrinks while it is hashed is refused", async () => {
  const { file, stored } = storedFile(8 * PIECE);
  const hashed = (async () => {
    for await (const _ of hashedPieces(stored)) truncateSync(file, PIECE);
  })();
  await expect(hashed).rejects.toThrow("has changed since it was verified");
});

test("no piece of a file that changes while it is sent is handed out", async () => {
  const { file, bytes, stored } = storedFile(4 * PIECE);
  const sent: Buffer[] = [];
  const sending = (async () => {
    for await (const piece of stored.pieces()) {
      sent.push(piece);
      if (sent.length > 1) continue;
      writeFileSync(file, randomBytes(bytes.length));
      utimesSync(file, 1, 1);
    }
  })();
  await expect(sending).rejects.toThrow("has changed since it was verified");
  expect(sent.length).toBe(1);
  expect(bytes.subarray(0, sent[0]?.length).equals(sent[0] as Buffer)).toBe(true);
});
