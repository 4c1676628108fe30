import { fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
import type { Source } from "./release-store.ts";

const TIMEOUT_MS = 30_000;
const MAX_MANIFEST_BYTES = 64_000_000;

/**
 * Releases of a public origin, such as the CDN that serves `dist`. The manifest is requested conditionally, and only
 * artifacts with a new digest are fetched. A mixture of two releases fails its digests.
 */
export function originSource(origin: string, fetchUrl: typeof fetch): Source {
  let etag: string | undefined;
  let manifest: Buffer | undefined;
  const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetchUrl(url, { headers, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    name: origin,
    async open() {
      const answer = await get(origin + MANIFEST_PATH, etag === undefined ? {} : { "if-none-match": etag });
      if (answer.status === 304 && manifest !== undefined) await answer.body?.cancel();
      else {
        manifest = await readBody(answer, MAX_MANIFEST_BYTES);
        etag = answer.headers.get("etag") ?? undefined;
      }
      if (manifest === undefined) throw new Error(`${origin}${MANIFEST_PATH} answered ${answer.status}`);
      return {
        manifest,
        read: async (path, coding, { bytes }) => {
          // Codings are fetched as files of their own: a CDN may decode or recode what it negotiates.
          const url = coding === undefined ? origin + path : `${origin}/${fileOf(path, coding)}`;
          return readBody(await get(url), bytes);
        },
      };
    },
  };
}

/** The body of a 200 up to `maxBytes`; undefined for anything else. */
async function readBody(answer: Response, maxBytes: number): Promise<Buffer | undefined> {
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel();
    return undefined;
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
