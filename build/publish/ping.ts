import { err, ok, type Result } from "../../model/result.ts";
import { HUB_PATH, TOPICS } from "../../model/topics.ts";

const DEADLINE_MS = 10_000;

/**
 * Tells the hub to look for a new release (`hub.mode=publish`). It finds out by itself within seconds, so the error,
 * a reason in words, is worth a warning and no more.
 */
export async function ping(
  hubOrigin: string,
  baseUrl: string,
  fetchUrl: typeof fetch,
): Promise<Result<true, string>> {
  const url = `${hubOrigin}${HUB_PATH}`;
  const form = new URLSearchParams({ "hub.mode": "publish" });
  for (const { path } of TOPICS) form.append("hub.url", `${baseUrl}${path}`);
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetchUrl(url, { method: "POST", body: form, redirect: "error", signal });
    if (response.status === 202) return ok(true);
    const said = (await response.text()).slice(0, 200).trim();
    return err(`${url} answered ${response.status}${said === "" ? "" : `: ${said}`}`);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return err(`${url} could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
