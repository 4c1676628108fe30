import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** The questions in their order; an empty answer to one with a default is the default. */
export const QUESTIONS = {
  name: "Name of the business",
  type: "Its schema.org type (LocalBusiness)",
  url: "Its website",
  language: "Language of its reviews (en)",
  "base-url": "Where the reviews will be published",
  report: "E-mail address or URL for readers who report a review",
} as const;

export type Answers = Readonly<Record<keyof typeof QUESTIONS, string>>;

export const DEFAULTS: Partial<Answers> = { type: "LocalBusiness", language: "en" };

/** Asks in a terminal for what is not given. Undefined if the owner ends the questions by Ctrl+C or Ctrl+D. */
export async function ask(
  given: Partial<Answers>,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
): Promise<Partial<Answers> | undefined> {
  const terminal = createInterface({ input: stdin, output: stdout, terminal: true });
  const lines = terminal[Symbol.asyncIterator]();
  let isOpen = true;
  terminal.once("close", () => (isOpen = false));
  const answers: Partial<Record<keyof Answers, string>> = { ...given };
  for (const key of Object.keys(QUESTIONS) as (keyof Answers)[]) {
    if (given[key] !== undefined) continue;
    terminal.setPrompt(`${QUESTIONS[key]}: `);
    // After pasted lines, the end can come before the question.
    if (isOpen) terminal.prompt();
    const { done, value } = await lines.next();
    if (done === true) return undefined;
    answers[key] = value.trim() || (DEFAULTS[key] ?? "");
  }
  terminal.close();
  return answers;
}
