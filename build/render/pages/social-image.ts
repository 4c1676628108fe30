import { crc32, deflateSync } from "node:zlib";
import type { RenderedFile } from "../rendered-file.ts";
import { SOCIAL_IMAGE_PATH, SOCIAL_IMAGE_SIZE } from "./layout.ts";

const { width: WIDTH, height: HEIGHT } = SOCIAL_IMAGE_SIZE;
const STAR = 200;
const GAP = 16;
/** Samples per side of each pixel, for anti-aliasing. */
const SAMPLES = 4;

type Color = readonly [red: number, green: number, blue: number];
const GROUND: Color = [0x17, 0x3b, 0x57];
const LIT: Color = [0xf5, 0xb9, 0x42];
const UNLIT: Color = [0x2c, 0x55, 0x76];

/** Renders the image for links to this site: five stars, lit up to the mean rating. Without text it needs no font. */
export function socialImage(rating: number): RenderedFile {
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(WIDTH * 3, Buffer.from(GROUND))]);
  const pixels = Buffer.alloc(line.length * HEIGHT, line);
  const left = (WIDTH - 5 * STAR - 4 * GAP) / 2;
  const top = Math.round((HEIGHT - STAR) / 2);
  const mask = starMask();
  for (let star = 0; star < 5; star += 1) {
    const litUpTo = (rating - star) * STAR;
    for (const [at, samples] of mask.entries()) {
      if (samples === 0) continue;
      const [x, y] = [at % STAR, Math.floor(at / STAR)];
      const color = mixed(GROUND, x < litUpTo ? LIT : UNLIT, samples / SAMPLES ** 2);
      paint(pixels, left + star * (STAR + GAP) + x, top + y, color);
    }
  }
  return { path: SOCIAL_IMAGE_PATH, mediaType: "image/png", body: png(pixels), compression: "none" };
}

/** Each line starts with its filter type, 0 for none (PNG section 9.2). */
function paint(pixels: Buffer, x: number, y: number, color: Color): void {
  pixels.set(color, y * (WIDTH * 3 + 1) + 1 + x * 3);
}

const mixed = (from: Color, to: Color, share: number): Color => {
  const part = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
};

/** Counts the samples of each pixel that lie inside the star. */
function starMask(): Uint8Array {
  const corners = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    const radius = (STAR / 2) * (index % 2 ? 0.42 : 1);
    return [STAR / 2 + radius * Math.cos(angle), STAR * 0.53 + radius * Math.sin(angle)] as const;
  });
  const mask = new Uint8Array(STAR * STAR);
  for (let line = 0; line < STAR * SAMPLES; line += 1) {
    const crossed = crossings(corners, (line + 0.5) / SAMPLES).toSorted((a, b) => a - b);
    const start = Math.floor(line / SAMPLES) * STAR;
    // A line enters the star where it crosses the outline, and leaves it at the next crossing.
    for (let entry = 0; entry + 1 < crossed.length; entry += 2)
      for (let at = sampleAt(crossed[entry]); at < sampleAt(crossed[entry + 1]); at += 1) {
        const pixel = start + Math.floor(at / SAMPLES);
        mask[pixel] = (mask[pixel] ?? 0) + 1;
      }
  }
  return mask;
}

/** The first sample at or after an x coordinate. */
const sampleAt = (x = 0): number => Math.max(0, Math.ceil(x * SAMPLES - 0.5));

/** Returns the x coordinates where a horizontal line crosses the outline. */
function crossings(corners: readonly (readonly [number, number])[], y: number): number[] {
  return corners.flatMap(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length] ?? [0, 0];
    return ay > y === by > y ? [] : [((bx - ax) * (y - ay)) / (by - ay) + ax];
  });
}

function png(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  // 8 bits, RGB, no interlace.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001A\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const framed = Buffer.alloc(8 + named.length);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.length);
  return framed;
}
