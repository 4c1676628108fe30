import { urlOf } from "../../model/base-url.ts";
import { TOPICS } from "../../model/topics.ts";

const TIMEOUT_MS = 10_000;

/**
 * Asks the hub to check for a new release (`hub.mode=publish`) and returns why that failed, if it did. A failure is
 * worth only a warning: the sidecar polls the manifest and finds the release within seconds.
 */
export async function ping(
  hubUrl: string,
  baseUrl: string,
  fetchUrl: typeof fetch,
): Promise<string | undefined> {
  const form = new URLSearchParams({ "hub.mode": "publish" });
  for (const { path } of TOPICS) form.append("hub.url", urlOf(baseUrl, path));
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchUrl(hubUrl, { method: "POST", body: form, redirect: "error", signal });
    if (response.status === 202) return undefined;
    const body = (await response.text()).slice(0, 200).trim();
    return `${hubUrl} answered ${response.status}${body === "" ? "" : `: ${body}`}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${hubUrl} could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
