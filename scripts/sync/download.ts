import { err, ok, type Result } from "../../model/result.ts";
import type { ImportSource } from "../../model/sources.ts";
import { MAX_STRING_BYTES } from "../../model/text.ts";

const TIMEOUT_MS = 300_000;

/** Fetches an export. Header values come from the environment, and neither they nor the query are in any message. */
export async function download(
  { from, headers = {} }: ImportSource,
  env: NodeJS.ProcessEnv,
  fetchUrl: typeof fetch,
): Promise<Result<Buffer, string>> {
  const url = URL.parse(from);
  if (url === null) return err("from is not a URL");
  const place = publicPart(from);
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !isLoopback) return err(`${place}: must be https`);
  const missing = Object.values(headers).filter((name) => !env[name]);
  if (missing.length > 0) return err(`${place}: set ${missing.join(", ")} in the environment`);
  const values = Object.entries(headers).map(([name, variable]) => [name, env[variable] ?? ""]);
  try {
    // A redirect could send the headers to another host.
    const redirect = values.length > 0 ? "manual" : "follow";
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchUrl(url, {
      headers: Object.fromEntries(values) as Record<string, string>,
      redirect,
      signal,
    });
    if (!response.ok) return err(`${place}: answered ${response.status}; check the URL and its headers`);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body ?? []) {
      bytes += part.length;
      if (bytes > MAX_STRING_BYTES) return err(`${place}: is over 500 MB; export it in parts`);
      parts.push(part);
    }
    return ok(Buffer.concat(parts));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "the request failed";
    return err(`${place}: could not be fetched (${reason})`);
  }
}

/** A URL without the parts that may hold a key. */
export function publicPart(raw: string): string {
  const { origin, pathname } = new URL(raw);
  return origin + pathname;
}
