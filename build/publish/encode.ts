import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { type Coding, CODINGS } from "../../model/manifest.ts";

export type Encodings = Partial<Readonly<Record<Coding, Uint8Array>>>;

/** "quick" suits thousands of small bodies: nearly as dense and several times as fast. */
export type Compression = "none" | "quick";

/** Larger bodies get faster levels, which keeps the build short. */
const MAX_DENSE_BYTES = 1 << 18;

/** Compresses a body on the thread pool. An encoding that would not be smaller is left out. */
export async function encode(
  body: Uint8Array,
  encoded: Encodings = {},
  compression?: Compression,
): Promise<Encodings> {
  if (compression === "none") return {};
  const { brotliOptions, gzipOptions } = optionsFor(body, compression);
  const [br, gz] = await Promise.all([
    encoded.br ?? promisify(brotliCompress)(body, brotliOptions),
    encoded.gzip ?? promisify(gzip)(body, gzipOptions),
  ]);
  return smallerThan(body, { br, gzip: gz });
}

/** Compresses in the calling thread, for page workers. */
export function encodeSync(body: Uint8Array, compression?: Compression): Encodings {
  if (compression === "none") return {};
  const { brotliOptions, gzipOptions } = optionsFor(body, compression);
  return smallerThan(body, {
    br: brotliCompressSync(body, brotliOptions),
    gzip: gzipSync(body, gzipOptions),
  });
}

function optionsFor(body: Uint8Array, compression?: Compression) {
  const isDense = compression !== "quick" && body.length <= MAX_DENSE_BYTES;
  // The thread pool waits for this thread whenever so much output is full.
  const chunkSize = Math.max(constants.Z_DEFAULT_CHUNK, body.length >> 1);
  return {
    gzipOptions: { level: isDense ? 9 : 6, chunkSize },
    brotliOptions: {
      chunkSize,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isDense ? 9 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
      },
    },
  };
}

/**
 * The least window that holds the body (RFC 7932 section 9.1). Clearing the tables of the default one takes longer than
 * compressing a page.
 */
const windowBits = (bytes: number): number =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))),
  );

const smallerThan = (body: Uint8Array, encoded: Readonly<Record<Coding, Uint8Array>>): Encodings =>
  Object.fromEntries(
    CODINGS.filter((coding) => encoded[coding].length < body.length).map((coding) => [
      coding,
      encoded[coding],
    ]),
  );
