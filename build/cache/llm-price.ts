import type { AnnotatorConfig } from "../config.ts";
import type { CompletionAnswer } from "./llm-client.ts";

/** English has about four characters per token, many other languages fewer. */
const CHARACTERS_PER_TOKEN = 3.5;
/** An answer repeats parts of the text in a frame of JSON. */
const ANSWER_TOKENS = 60;

/** The cost of requests: estimated before they are sent, by the service's count afterwards. */
export class LlmPrice {
  readonly #config: Pick<AnnotatorConfig, "model" | "price" | "budget">;
  readonly #prompt: string;
  #spent = 0;

  constructor(prompt: string, config: Pick<AnnotatorConfig, "model" | "price" | "budget">) {
    this.#config = config;
    this.#prompt = prompt;
  }

  /** One line for the owner, before anything is sent. */
  forecast(texts: readonly string[]): string {
    const { model, price, budget } = this.#config;
    const tokens = texts.map((text) => this.#estimate(text));
    const sum = (key: keyof (typeof tokens)[number]): number =>
      tokens.reduce((total, one) => total + one[key], 0);
    const [sent, received] = [sum("prompt_tokens"), sum("completion_tokens")];
    const head = `sending ${texts.length} texts to ${model}: about ${thousands(sent)} tokens, and ${thousands(received)} in answers`;
    if (price === undefined) return `${head}; INSIGHTS_LLM_PRICE tells what that costs`;
    const cost = `${head}, for about ${this.#cost({ prompt_tokens: sent, completion_tokens: received }).toFixed(2)}`;
    return budget === undefined ? cost : `${cost} (budget ${budget})`;
  }

  /** Reserves the estimated cost of a text. False if the budget has too little left for it. */
  reserve(text: string): boolean {
    const cost = this.#cost(this.#estimate(text));
    if (this.#spent + cost > (this.#config.budget ?? Infinity)) return false;
    this.#spent += cost;
    return true;
  }

  /** Replaces the estimate by the service's count. */
  settle(text: string, usage: CompletionAnswer["usage"]): void {
    if (usage !== undefined) this.#spent += this.#cost(usage) - this.#cost(this.#estimate(text));
  }

  #estimate(text: string): NonNullable<CompletionAnswer["usage"]> {
    const tokens = Math.ceil(text.length / CHARACTERS_PER_TOKEN);
    const prompt = Math.ceil(this.#prompt.length / CHARACTERS_PER_TOKEN);
    return { prompt_tokens: prompt + tokens, completion_tokens: ANSWER_TOKENS + tokens };
  }

  #cost({ prompt_tokens, completion_tokens }: NonNullable<CompletionAnswer["usage"]>): number {
    const { sent = 0, received = 0 } = this.#config.price ?? {};
    return (prompt_tokens * sent + completion_tokens * received) / 1e6;
  }
}

const thousands = (count: number): string => `${Math.ceil(count / 1000)},000`;
