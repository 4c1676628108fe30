import { parseHttpDate } from "../../model/http-date.ts";
import { err, ok, type Result } from "../../model/result.ts";
import { parseRetryAfter } from "../../model/retry-after.ts";
import type { AnnotatorConfig } from "../config.ts";

/** Attempts for one text. */
const MAX_ATTEMPTS = 5;
const FIRST_DELAY_MS = 1000;
const TIMEOUT_MS = 60_000;
/** Pauses and timeouts of a run, in total. Beyond it nothing more is sent. */
const MAX_LOST_MS = 600_000;

/** The service is busy or restarting; the same request may succeed later. */
const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
/** The service refuses every request: the key, the model or the URL is wrong. */
const REFUSALS = new Set([401, 402, 403, 404]);

export interface CompletionAnswer {
  readonly content: string;
  /** As the service counts them, if it does. */
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | undefined;
}

type Reply =
  | { readonly answer: CompletionAnswer }
  | { readonly problem: string; readonly status?: number; readonly retryAfterMs?: number | undefined };

/** Asks an OpenAI-compatible service. All requests of a run share its pauses, so that a busy service gets none. */
export class LlmClient {
  /** The reason why nothing more is sent. */
  stopped: string | undefined;
  readonly #config: AnnotatorConfig;
  #pause: Promise<unknown> = Promise.resolve();
  #pauses = 0;
  /** Of the pauses that overlap now. */
  #longestPauseMs = 0;
  #lostMs = 0;

  constructor(config: AnnotatorConfig) {
    this.#config = config;
  }

  /** Repeats a request that may succeed later. The error says why there is no answer; undefined: it was not sent. */
  async complete(prompt: string, text: string): Promise<Result<CompletionAnswer, string | undefined>> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#pause;
      if (this.stopped !== undefined) return err(undefined);
      const reply = await this.#send(prompt, text);
      if ("answer" in reply) return ok(reply.answer);
      const { problem, status, retryAfterMs } = reply;
      if (status !== undefined && REFUSALS.has(status)) {
        this.stopped ??= `it ${problem}`;
        return err(undefined);
      }
      if (status !== undefined && !RETRYABLE.has(status)) return err(problem);
      if (attempt === MAX_ATTEMPTS) return err(`${problem}, ${attempt} times`);
      this.#pauseFor(retryAfterMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1));
    }
  }

  /** Pauses all requests. Of overlapping pauses the longest counts. */
  #pauseFor(delayMs: number): void {
    if (delayMs > this.#longestPauseMs) {
      this.#lose(delayMs - this.#longestPauseMs);
      this.#longestPauseMs = delayMs;
    }
    if (this.stopped !== undefined) return;
    this.#pauses += 1;
    const pause = async (): Promise<void> => {
      await this.#config.sleep(delayMs);
      this.#pauses -= 1;
      if (this.#pauses === 0) this.#longestPauseMs = 0;
    };
    this.#pause = Promise.all([this.#pause, pause()]);
  }

  #lose(ms: number): void {
    this.#lostMs += ms;
    if (this.#lostMs > MAX_LOST_MS)
      this.stopped ??= `it took more than ${MAX_LOST_MS / 60_000} minutes of pauses and timeouts`;
  }

  async #send(prompt: string, text: string): Promise<Reply> {
    const { url, model, key } = this.#config;
    try {
      const response = await fetch(`${url.replace(/\/$/, "")}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
        body: JSON.stringify({
          model,
          temperature: 0,
          response_format: { type: "json_object" },
          messages: [
            { role: "system", content: prompt },
            { role: "user", content: text },
          ],
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status } = response;
      if (!response.ok) {
        await response.body?.cancel();
        return { problem: `answered ${status}`, status, retryAfterMs: retryAfterOf(response.headers) };
      }
      return answerIn(await response.text(), status);
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === "TimeoutError";
      if (isTimeout) this.#lose(TIMEOUT_MS);
      return { problem: isTimeout ? "did not answer in time" : "could not be reached" };
    }
  }
}

function answerIn(body: string, status: number): Reply {
  try {
    const { choices, usage } = JSON.parse(body) as {
      choices?: { message?: { content?: string } }[];
      usage?: CompletionAnswer["usage"];
    };
    const content = choices?.[0]?.message?.content;
    if (typeof content === "string") return { answer: { content, usage: usage ?? undefined } };
  } catch {
    // Not JSON: reported like JSON of another shape.
  }
  return { problem: "answered in an unknown form", status };
}

/** A date is compared with the service's own clock. */
function retryAfterOf(headers: Headers): number | undefined {
  const sentAt = parseHttpDate(headers.get("date") ?? "", 0);
  return parseRetryAfter(headers.get("retry-after") ?? "", sentAt);
}
