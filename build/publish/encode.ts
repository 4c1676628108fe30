import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Coding, CODINGS } from "../../model/manifest.ts";

/** Brotli 9 is dense and still fast up to here; above it level 5 keeps a build short. */
const DENSE_BROTLI_BYTES = 1 << 20;

const compress: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: body.length <= DENSE_BROTLI_BYTES ? 9 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
};

/** The coded forms of a body, those left out that would not be smaller. */
export async function encode(
  body: Uint8Array,
  ready: Partial<Readonly<Record<Coding, Uint8Array>>> = {},
): Promise<Partial<Record<Coding, Uint8Array>>> {
  const forms: Partial<Record<Coding, Uint8Array>> = {};
  for (const coding of CODINGS) {
    const form = ready[coding] ?? (await compress[coding](body));
    if (form.length < body.length) forms[coding] = form;
  }
  return forms;
}
