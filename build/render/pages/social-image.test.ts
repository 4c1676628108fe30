import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { sha256Hex } from "../../../model/manifest.ts";
import { socialImage } from "./social-image.ts";

const bytesOf = (rating: number): Buffer => Buffer.from(socialImage(rating).body);

/** Parses the chunks of a PNG and checks their checksums. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001A\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.subarray(0, 4).toString("latin1"), named.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

/** Counts the pixels in the color of a lit star. */
function litPixels(rating: number): number {
  const lines = inflateSync(chunksOf(bytesOf(rating)).get("IDAT") ?? Buffer.alloc(0));
  const pixels = lines.toString("latin1");
  return pixels.split("\u00F5\u00B9\u0042").length - 1;
}

test("it is a valid PNG of 1200 by 630 pixels", () => {
  const chunks = chunksOf(bytesOf(4.63));
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  const head = chunks.get("IHDR") ?? Buffer.alloc(0);
  expect([head.readUInt32BE(0), head.readUInt32BE(4), ...head.subarray(8)]).toEqual([
    1200, 630, 8, 2, 0, 0, 0,
  ]);
  const lines = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  expect(lines.length).toBe(630 * (1 + 1200 * 3));
  for (let line = 0; line < 630; line += 1) expect(lines[line * (1 + 1200 * 3)]).toBe(0);
});

test("equal ratings give equal bytes, different ratings different ones", () => {
  expect(sha256Hex(bytesOf(4.63))).toBe(sha256Hex(bytesOf(4.63)));
  expect(new Set([0, 3, 4.62, 4.63, 5].map((rating) => sha256Hex(bytesOf(rating)))).size).toBe(5);
});

test("the stars are lit up to the rating", () => {
  const [none, half, all] = [litPixels(0), litPixels(2.5), litPixels(5)];
  expect(none).toBe(0);
  expect(half / all).toBeCloseTo(0.5, 1);
});
