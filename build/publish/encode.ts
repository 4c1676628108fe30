import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { type Coding, CODINGS } from "../../model/manifest.ts";

/** The densest levels are fast up to here; above it quicker ones keep a build short. */
const DENSE_BYTES = 1 << 20;

/** "quick" for bodies of which there are thousands: nearly as dense, several times as fast. */
export type Compression = "none" | "quick";

type Forms = Partial<Record<Coding, Uint8Array>>;

const isDense = (body: Uint8Array, compression?: Compression): boolean =>
  compression !== "quick" && body.length <= DENSE_BYTES;

const gzipOptions = (body: Uint8Array, compression?: Compression): { level: number } => ({
  level: isDense(body, compression) ? 9 : 6,
});

const brotliOptions = (body: Uint8Array, compression?: Compression): { params: Record<number, number> } => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: isDense(body, compression) ? 9 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
});

/** The coded forms of a body, those left out that would not be smaller. */
export async function encode(
  body: Uint8Array,
  ready: Readonly<Forms> = {},
  compression?: Compression,
): Promise<Forms> {
  if (compression === "none") return {};
  const [br, gz] = await Promise.all([
    ready.br ?? promisify(brotliCompress)(body, brotliOptions(body, compression)),
    ready.gzip ?? promisify(gzip)(body, gzipOptions(body, compression)),
  ]);
  return smaller(body, { br, gzip: gz });
}

/** The same in the calling thread, for threads that do nothing else. */
export function encodeHere(body: Uint8Array, compression?: Compression): Forms {
  if (compression === "none") return {};
  const br = brotliCompressSync(body, brotliOptions(body, compression));
  return smaller(body, { br, gzip: gzipSync(body, gzipOptions(body, compression)) });
}

function smaller(body: Uint8Array, made: Readonly<Record<Coding, Uint8Array>>): Forms {
  const forms: Forms = {};
  for (const coding of CODINGS) if (made[coding].length < body.length) forms[coding] = made[coding];
  return forms;
}
