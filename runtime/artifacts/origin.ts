import { urlOf } from "../../model/base-url.ts";
import { constants } from "node:buffer";
import { fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
import type { Source } from "./release-store.ts";

/** An origin that sends nothing for this long hangs. */
const STALLED_AFTER_MS = 5000;
const MANIFEST_BYTES_PER_ARTIFACT = 2048;
/** Each artifact in a manifest has one. */
const ARTIFACT_FIELD = Buffer.from('"sha256"');

/** Takes the next part of a body; returns how many bytes the body may have. */
type Limit = (part: Uint8Array) => number;

/**
 * Releases at a base URL, such as that of the CDN that serves `dist`. The manifest is requested conditionally, and only
 * artifacts with a new digest are fetched. A mixture of two releases fails its digests.
 */
export function originSource(
  baseUrl: string,
  fetchUrl: typeof fetch,
  stalledAfterMs = STALLED_AFTER_MS,
): Source {
  /** Fetches a whole body: undefined if it is over the limit, or the status is not 200. */
  async function get(
    url: string,
    limit: Limit,
    { look, headers = {} }: { look?: AbortSignal | undefined; headers?: Record<string, string> },
  ): Promise<{ status: number; etag: string | undefined; body: Buffer | undefined }> {
    const stalled = new AbortController();
    const timer = setTimeout(
      () => stalled.abort(new Error(`${url} sent nothing for ${stalledAfterMs / 1000} s`)),
      stalledAfterMs,
    );
    try {
      const signal = AbortSignal.any([stalled.signal, ...(look ? [look] : [])]);
      const answer = await fetchUrl(url, { headers, redirect: "error", signal });
      const body = await readBody(answer, (part) => {
        timer.refresh();
        return limit(part);
      });
      return { status: answer.status, etag: answer.headers.get("etag") ?? undefined, body };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    name: baseUrl,
    async open(look, knownVersion) {
      const headers: Record<string, string> =
        knownVersion === undefined ? {} : { "if-none-match": knownVersion };
      const answer = await get(urlOf(baseUrl, MANIFEST_PATH), manifestLimit(), { look, headers });
      if (answer.status === 304 && knownVersion !== undefined) return undefined;
      const { body: manifest, etag: version } = answer;
      if (manifest === undefined) {
        const problem = answer.status === 200 ? "is longer than what it lists" : `answered ${answer.status}`;
        throw new Error(`${urlOf(baseUrl, MANIFEST_PATH)} ${problem}`);
      }
      return {
        version,
        manifest,
        read: async (path, coding, { bytes }, ofLook) => {
          // Codings are fetched as files of their own: a CDN may decode or recode what it negotiates.
          const url = urlOf(baseUrl, coding === undefined ? path : `/${fileOf(path, coding)}`);
          return (await get(url, () => bytes, { look: ofLook })).body;
        },
      };
    },
  };
}

/** Grows with the artifacts that the manifest has listed so far, so that an endless answer is cut off. */
function manifestLimit(): Limit {
  let limit = 65_536;
  let tail = Buffer.alloc(0);
  return (part) => {
    const seen = Buffer.concat([tail, part]);
    for (let at = seen.indexOf(ARTIFACT_FIELD); at !== -1; at = seen.indexOf(ARTIFACT_FIELD, at + 1))
      limit += MANIFEST_BYTES_PER_ARTIFACT;
    tail = seen.subarray(1 - ARTIFACT_FIELD.length);
    // A longer one could not be parsed.
    return Math.min(limit, constants.MAX_STRING_LENGTH);
  };
}

/** The body of a 200 within its limit; undefined for anything else. */
async function readBody(answer: Response, limit: Limit): Promise<Buffer | undefined> {
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel();
    return undefined;
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    if (bytes > limit(part)) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
