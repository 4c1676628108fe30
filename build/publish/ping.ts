import { HUB_PATH, TOPICS } from "../../model/topics.ts";

const TIMEOUT_MS = 10_000;

/**
 * Asks the hub to check for a new release (`hub.mode=publish`) and returns why that failed, if it did. A failure is
 * worth only a warning: the sidecar polls the manifest and finds the release within seconds.
 */
export async function ping(
  hubOrigin: string,
  baseUrl: string,
  fetchUrl: typeof fetch,
): Promise<string | undefined> {
  const url = `${hubOrigin}${HUB_PATH}`;
  const form = new URLSearchParams({ "hub.mode": "publish" });
  for (const { path } of TOPICS) form.append("hub.url", `${baseUrl}${path}`);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchUrl(url, { method: "POST", body: form, redirect: "error", signal });
    if (response.status === 202) return undefined;
    const body = (await response.text()).slice(0, 200).trim();
    return `${url} answered ${response.status}${body === "" ? "" : `: ${body}`}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${url} could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
