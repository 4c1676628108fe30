import { crc32, deflateSync } from "node:zlib";
import { type Rendered } from "../rendered.ts";
import { SOCIAL_IMAGE_PATH } from "./layout.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const STAR = 200;
const GAP = 16;
/** Points asked along one side of each pixel. */
const SAMPLES = 4;

type Colour = readonly [red: number, green: number, blue: number];
const GROUND: Colour = [0x17, 0x3b, 0x57];
const LIT: Colour = [0xf5, 0xb9, 0x42];
const UNLIT: Colour = [0x2c, 0x55, 0x76];

/** The image of links to this site: five stars, lit up to the mean rating. No letters, so no font is needed. */
export function socialImage(rating: number): Rendered {
  const pixels = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) paint(pixels, x, y, GROUND);
  }
  const left = (WIDTH - 5 * STAR - 4 * GAP) / 2;
  const top = Math.round((HEIGHT - STAR) / 2);
  const mask = starMask();
  for (let star = 0; star < 5; star += 1) {
    const litUpTo = (rating - star) * STAR;
    for (let y = 0; y < STAR; y += 1) {
      for (let x = 0; x < STAR; x += 1) {
        const colour = mixed(GROUND, x < litUpTo ? LIT : UNLIT, (mask[y * STAR + x] ?? 0) / SAMPLES ** 2);
        paint(pixels, left + star * (STAR + GAP) + x, top + y, colour);
      }
    }
  }
  return { path: SOCIAL_IMAGE_PATH, mediaType: "image/png", body: png(pixels), compression: "none" };
}

/** Byte 0 of each line says that the line is not filtered. */
function paint(pixels: Buffer, x: number, y: number, colour: Colour): void {
  pixels.set(colour, y * (WIDTH * 3 + 1) + 1 + x * 3);
}

const mixed = (from: Colour, to: Colour, share: number): Colour => {
  const part = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
};

/** How many points of each pixel lie in the star. */
function starMask(): Uint8Array {
  const corners = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    const radius = (STAR / 2) * (index % 2 ? 0.42 : 1);
    return [STAR / 2 + radius * Math.cos(angle), STAR * 0.53 + radius * Math.sin(angle)] as const;
  });
  const mask = new Uint8Array(STAR * STAR);
  const side = STAR * SAMPLES;
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    if (!isInside(corners, (x + 0.5) / SAMPLES, (y + 0.5) / SAMPLES)) continue;
    const pixel = Math.floor(y / SAMPLES) * STAR + Math.floor(x / SAMPLES);
    mask[pixel] = (mask[pixel] ?? 0) + 1;
  }
  return mask;
}

/** A point is inside if a line to the right crosses the outline an odd number of times. */
function isInside(corners: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (const [index, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(index + 1) % corners.length] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function png(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  // 8 bits, RGB, no interlace.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001A\n", "latin1"),
    block("IHDR", head),
    block("IDAT", deflateSync(pixels, { level: 9 })),
    block("IEND", Buffer.alloc(0)),
  ]);
}

function block(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const framed = Buffer.alloc(8 + named.length);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.length);
  return framed;
}
