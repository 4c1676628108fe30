import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Coding, CODINGS } from "../../model/manifest.ts";

/** Brotli 9 is dense and still fast up to here; above it level 5 keeps a build short. */
const DENSE_BROTLI_BYTES = 1 << 20;

/** "quick" for bodies of which there are thousands: nearly as dense, several times as fast. */
export type Compression = "none" | "quick";

type Compress = (body: Uint8Array, compression?: Compression) => Promise<Uint8Array>;

const compress: Readonly<Record<Coding, Compress>> = {
  gzip: (body, compression) => promisify(gzip)(body, { level: compression === "quick" ? 6 : 9 }),
  br: (body, compression) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]:
          compression !== "quick" && body.length <= DENSE_BROTLI_BYTES ? 9 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
};

/** The coded forms of a body, those left out that would not be smaller. */
export async function encode(
  body: Uint8Array,
  ready: Partial<Readonly<Record<Coding, Uint8Array>>> = {},
  compression?: Compression,
): Promise<Partial<Record<Coding, Uint8Array>>> {
  const forms: Partial<Record<Coding, Uint8Array>> = {};
  if (compression === "none") return forms;
  for (const coding of CODINGS) {
    const form = ready[coding] ?? (await compress[coding](body, compression));
    if (form.length < body.length) forms[coding] = form;
  }
  return forms;
}
