import { fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
import type { Pinned, Source } from "./release-store.ts";

const TIMEOUT_MS = 30_000;
const MAX_MANIFEST_BYTES = 64_000_000;

/**
 * Releases of a public origin, such as the CDN that serves `dist`. The manifest is asked for conditionally, and only
 * artifacts whose digest is new are fetched; a mixture of two releases fails its digests and is refused.
 */
export function originSource(origin: string, fetchUrl: typeof fetch): Source {
  let etag: string | undefined;
  let manifest: Buffer | undefined;
  return {
    name: origin,
    async pin(): Promise<Pinned> {
      const headers = etag === undefined ? undefined : { "if-none-match": etag };
      const answer = await get(fetchUrl, origin + MANIFEST_PATH, headers);
      if (answer.status === 304 && manifest !== undefined) await answer.body?.cancel();
      else {
        manifest = await readBody(answer, MAX_MANIFEST_BYTES);
        etag = answer.headers.get("etag") ?? undefined;
      }
      if (manifest === undefined) throw new Error(`${origin}${MANIFEST_PATH} answered ${answer.status}`);
      return {
        manifest,
        readForm: async (path, coding, artifact) => {
          // Coded forms are files of their own: a CDN may decode or recode what it negotiates.
          const url = coding === undefined ? origin + path : `${origin}/${fileOf(path, coding)}`;
          const bytes = coding === undefined ? artifact.bytes : (artifact.encodings[coding]?.bytes ?? 0);
          return readBody(await get(fetchUrl, url), bytes);
        },
      };
    },
  };
}

function get(fetchUrl: typeof fetch, url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetchUrl(url, {
    headers: { ...headers },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** The body of a 200, never more than its expected length; undefined for anything else. */
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
