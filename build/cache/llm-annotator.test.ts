import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { review } from "../../test/support/insights.ts";
import type { Content } from "../../model/content.ts";
import { err } from "../../model/result.ts";
import { type AnnotatedContent, annotateContent } from "./llm-annotator.ts";
import { LlmClient } from "./llm-client.ts";
import { type AnnotatorConfig, type BuildConfig, readBuildConfig } from "../config.ts";
import { analyze } from "../insights/analyze.ts";
import { compileTextAnalyzer } from "../insights/sentiment/text-analyzer.ts";

interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A refusal in place of an answer. */
interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fake service on loopback: refuses as often as it is told, then answers from a table. */
let server: Server;
let requests: CompletionRequest[] = [];
let refusals: Refusal[] = [];
let answers: Record<string, string | undefined> = {};
let usage: object | undefined;
beforeEach(async () => {
  requests = [];
  refusals = [];
  usage = undefined;
  answers = { ...ANSWERS };
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const question = JSON.parse(body) as CompletionRequest;
      requests.push(question);
      const content = answers[question.messages.at(-1)?.content ?? ""];
      const { status, headers = {} } = refusals.shift() ?? { status: content === undefined ? 422 : 200 };
      response.writeHead(status, headers);
      response.end(JSON.stringify({ choices: [{ message: { content } }], usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
});

const mentionsOf = (...mentions: readonly object[]): string => JSON.stringify({ mentions });

const [FAIR, LATE, FRENCH] = [
  "The price was fair.",
  "They came late, which was a joy.",
  "Très bon travail à un prix correct, merci beaucoup.",
] as const;
const TEXTS = [FAIR, LATE, FRENCH, "N/A"];

const ANSWERS = {
  [FAIR]: mentionsOf(
    { aspect: "price", polarity: "positive", quote: "price was fair" },
    { aspect: "price", polarity: "negative", quote: "price was unfair" },
    { aspect: "weather", polarity: "positive", quote: "fair" },
    { aspect: "price", polarity: "wonderful", quote: "fair" },
    { aspect: "price", polarity: "positive", quote: "" },
  ),
  [LATE]: mentionsOf({ aspect: "punctuality", polarity: "negative", quote: "came late" }),
  [FRENCH]: mentionsOf({ aspect: "price", polarity: "positive", quote: "prix correct" }),
};

const contentOf = (texts: readonly string[]): Content =>
  ({
    reviews: texts.map((text, index) => review({ id: String(index).padStart(26, "0"), text })),
    entities: { technicians: [], services: [], service_areas: [] },
    aspects: [
      { id: "price", label: "Price", words: ["price"] },
      { id: "punctuality", label: "Punctuality", words: ["late"] },
    ],
    faq: [],
    summary: null,
  }) as unknown as Content;
const content = contentOf(TEXTS);

const SERVICE = { INSIGHTS_LLM_MODEL: "fake-1", INSIGHTS_LLM_URL: "http://127.0.0.1:1" };

function configOf(cache?: string, model = "fake-1", env: Record<string, string> = {}): BuildConfig {
  const { port } = server.address() as AddressInfo;
  const args = cache === undefined ? ["--no-cache"] : ["--cache", cache];
  const url = `http://127.0.0.1:${port}/v1/`;
  const named = { ...SERVICE, INSIGHTS_LLM_URL: url, INSIGHTS_LLM_MODEL: model, ...env };
  const config = readBuildConfig(args, named, () => new Date(0));
  if (!config.ok || config.value === "help") throw new Error("no configuration");
  return config.value;
}

const analyzeText = compileTextAnalyzer(content.aspects, content.entities);

let pauses: number[] = [];
let notices: string[] = [];
/** No time passes: pauses are recorded. */
async function annotate(config: BuildConfig, of: Content = content): Promise<AnnotatedContent> {
  pauses = [];
  notices = [];
  const annotator: AnnotatorConfig | undefined = config.annotator && {
    ...config.annotator,
    sleep: async (ms) => pauses.push(ms),
    notify: (line) => notices.push(line),
  };
  const annotated = await annotateContent(of, analyzeText, { ...config, annotator });
  if (annotated === undefined) throw new Error("not configured");
  return annotated;
}

const analyzed = async (config: BuildConfig) => {
  const { annotations } = await annotate(config);
  return analyze(content, content.reviews as never, { analyzeText, annotations }).document;
};
const idAt = (index: number): string => String(index).padStart(26, "0");
const sentTexts = (): string[] => requests.map(({ messages }) => messages[1]?.content ?? "");

describe("answers", () => {
  test("give known aspects with verbatim quotes; paraphrased quotes are counted and reported", async () => {
    const { annotations, warnings } = await annotate(configOf());
    expect(annotations.mentions.get(FAIR)).toEqual([
      { aspect: 0, score: 2, start: 4, end: 18, phrase: "price was fair" },
    ]);
    expect(annotations.paraphrasedQuotes).toBe(1);
    expect(warnings).toEqual(["1 quote of the language model dropped: not verbatim in the text"]);
  });

  test("replace the aspects of the rules, and the agreement is published", async () => {
    const document = await analyzed(configOf());
    expect(document.per_review[idAt(0)]).toMatchObject({ aspects: [{ id: "price", polarity: "positive" }] });
    expect(document.per_review[idAt(1)]).toMatchObject({
      aspects: [{ id: "punctuality", polarity: "negative" }],
    });
    expect(document.model).toMatch(/^rules\+own-ratings\+fake-1\//);
    expect(document.method.annotator).toEqual({
      model: "fake-1",
      texts: 3,
      failures: 0,
      unsent: 0,
      paraphrased_quotes: 1,
      aspect_agreement_pct: 100,
      polarity_agreement_pct: 100,
    });
  });

  test("judge texts in other languages too; placeholders are not sent", async () => {
    const document = await analyzed(configOf());
    expect(new Set(sentTexts())).toEqual(new Set([FAIR, LATE, FRENCH]));
    expect(document.per_review[idAt(2)]).toMatchObject({
      sentiment: "positive",
      aspects: [{ id: "price", polarity: "positive" }],
    });
    expect(document.method.coverage).toEqual({ analysed: 3, no_text: 0, placeholder: 1, language: 0 });
  });

  test("are cached by text, prompt and model", async () => {
    const folder = join(emptyFolder(), ".cache");
    const first = await annotate(configOf(folder));
    expect(requests).toHaveLength(3);
    expect(await annotate(configOf(folder))).toEqual(first);
    expect([requests.length, notices]).toEqual([3, []]);
    await annotate(configOf(folder, "fake-2"));
    expect(requests).toHaveLength(6);
  });
});

describe("failures", () => {
  test.for([
    ["a refusal of the text", undefined, "answered 422"],
    ["no JSON", "I think it is positive.", "answered in an unknown form"],
    ["another shape", '{"mentions": "none"}', "answered in an unknown form"],
  ] as const)("%s is that of one text, which the rules analyze", async ([, answer, problem]) => {
    answers[FAIR] = answer;
    const { annotations, warnings } = await annotate(configOf());
    expect(annotations).toMatchObject({ failures: 1, unsent: 0 });
    expect(annotations.mentions.size).toBe(2);
    expect(warnings).toEqual([
      `analyzed by the rules, because the language model gave no answer: ${idAt(0)} (${problem})`,
    ]);
    expect(pauses).toEqual([]);
    const document = await analyzed(configOf());
    expect(document.per_review[idAt(0)]).toMatchObject({ aspects: [{ id: "price", polarity: "positive" }] });
  });

  test("a text without an answer in another language stays unread", async () => {
    answers[FRENCH] = undefined;
    expect((await analyzed(configOf())).per_review[idAt(2)]).toEqual({ skipped: "language" });
  });

  test("a burst of refusals costs no text: each is asked again after the time that the service names", async () => {
    const many = contentOf(Array.from({ length: 60 }, (_, index) => `The price was fair ${index}.`));
    for (const { text } of many.reviews) answers[text ?? ""] = mentionsOf();
    refusals = Array.from({ length: 6 }, () => ({ status: 429, headers: { "retry-after": "20" } }));
    const { annotations, warnings } = await annotate(configOf(), many);
    expect(annotations).toMatchObject({ failures: 0, unsent: 0 });
    expect(annotations.mentions.size).toBe(60);
    expect(requests).toHaveLength(66);
    expect(new Set(pauses)).toEqual(new Set([20_000]));
    expect(warnings).toEqual([]);
  });

  test("Retry-After may be a date, by the clock of the service", async () => {
    const headers = {
      date: "Sun, 01 Mar 2026 12:00:00 GMT",
      "retry-after": "Sun, 01 Mar 2026 12:00:07 GMT",
    };
    refusals = [{ status: 503, headers }];
    await annotate(configOf(), contentOf([FAIR]));
    expect(pauses).toEqual([7000]);
  });

  test("without Retry-After the pause doubles, five times at most", async () => {
    refusals = Array.from({ length: 9 }, () => ({ status: 500 }));
    const { annotations, warnings } = await annotate(configOf(), contentOf([FAIR]));
    expect(pauses).toEqual([1000, 2000, 4000, 8000]);
    expect(annotations).toMatchObject({ failures: 1, unsent: 0 });
    expect(warnings[0]).toContain(`${idAt(0)} (answered 500, 5 times)`);
  });

  test("one failing text does not stop the others", async () => {
    const many = contentOf(Array.from({ length: 40 }, (_, index) => `The price was fair ${index}.`));
    for (const { text } of many.reviews.slice(0, 10)) answers[text ?? ""] = mentionsOf();
    const { annotations, warnings } = await annotate(configOf(), many);
    expect([annotations.mentions.size, annotations.failures, annotations.unsent]).toEqual([10, 30, 0]);
    expect(warnings[0]).toMatch(/\(answered 422\) and 25 more$/);
  });

  test.for([
    ["refuses the key", { status: 401 }, "it answered 401", 4],
    [
      "asks for an hour",
      { status: 429, headers: { "retry-after": "3600" } },
      "it took more than 10 minutes",
      4,
    ],
    [
      "asks for centuries",
      { status: 503, headers: { "retry-after": "9999999999" } },
      "it took more than 10 minutes",
      4,
    ],
  ] as const)("a service that %s is not asked for every text", async ([, refusal, reason, maxRequests]) => {
    const many = contentOf(Array.from({ length: 40 }, (_, index) => `The price was fair ${index}.`));
    refusals = Array.from({ length: 40 }, () => refusal);
    const { annotations, warnings } = await annotate(configOf(), many);
    expect(requests.length).toBeLessThanOrEqual(maxRequests);
    expect(annotations).toMatchObject({ failures: 0, unsent: 40 });
    expect(warnings[0]).toContain(`40 texts were not sent to the language model: ${reason}`);
  });

  test("an hour that is asked for during a pause of a second counts as well", async () => {
    const { annotator } = configOf();
    if (annotator === undefined) throw new Error("no model");
    const second = Promise.withResolvers<void>();
    const client = new LlmClient({ ...annotator, sleep: () => second.promise });
    refusals = ["1", "3600"].map((seconds) => ({ status: 429, headers: { "retry-after": seconds } }));
    const completions = [FAIR, LATE].map((text) => client.complete("", text));
    await expect.poll(() => client.stopped).toContain("more than 10 minutes");
    second.resolve();
    expect(await Promise.all(completions)).toEqual([err(undefined), err(undefined)]);
  });

  test("a service that is down leaves every text to the rules", async () => {
    const config = configOf();
    const annotator = config.annotator && { ...config.annotator, url: "http://127.0.0.1:1" };
    const { annotations, warnings } = await annotate({ ...config, annotator }, contentOf([FAIR]));
    expect(annotations).toMatchObject({ failures: 1, unsent: 0 });
    expect(warnings[0]).toContain("(could not be reached, 5 times)");
  });
});

describe("the price", () => {
  const PRICE = { INSIGHTS_LLM_PRICE: "1000/2000" };

  test("is printed before anything is sent", async () => {
    const config = configOf(undefined, "fake-1", PRICE);
    await annotate(config);
    expect(notices).toEqual([
      expect.stringMatching(
        /^sending 3 texts to fake-1: about 1,000 tokens, and 1,000 in answers, for about \d\.\d\d$/,
      ),
    ]);
    await annotate(configOf());
    expect(notices[0]).toMatch(/in answers; INSIGHTS_LLM_PRICE tells what that costs$/);
  });

  test("stays within the budget: other texts are not sent, and the owner is told", async () => {
    const { annotations, warnings } = await annotate(
      configOf(undefined, "fake-1", { ...PRICE, INSIGHTS_LLM_BUDGET: "0.7" }),
    );
    expect(requests.length).toBe(2);
    expect(notices[0]).toMatch(/\(budget 0\.7\)$/);
    expect(annotations).toMatchObject({ failures: 0, unsent: 1 });
    expect(warnings).toContain("1 text was not sent to the language model: the budget is spent");
  });

  test("is that of the service's own count of tokens, where it counts", async () => {
    usage = { prompt_tokens: 10, completion_tokens: 10 };
    const many = contentOf(Array.from({ length: 60 }, (_, index) => `The price was fair ${index}.`));
    for (const { text } of many.reviews) answers[text ?? ""] = mentionsOf();
    const config = configOf(undefined, "fake-1", { ...PRICE, INSIGHTS_LLM_BUDGET: "4" });
    expect((await annotate(config, many)).annotations.unsent).toBe(0);
    usage = undefined;
    expect((await annotate(config, many)).annotations.unsent).toBeGreaterThan(0);
  });
});

test.for([
  [{}, undefined],
  [{ INSIGHTS_LLM_URL: "http://127.0.0.1:1" }, "must be set together"],
  [{ INSIGHTS_LLM_URL: "ftp://host", INSIGHTS_LLM_MODEL: "m" }, "must be an http or https URL"],
  [{ ...SERVICE, INSIGHTS_LLM_PRICE: "0.15" }, "INSIGHTS_LLM_PRICE must be IN/OUT"],
  [{ ...SERVICE, INSIGHTS_LLM_PRICE: "1/2", INSIGHTS_LLM_BUDGET: "lots" }, "INSIGHTS_LLM_BUDGET must be"],
  [{ ...SERVICE, INSIGHTS_LLM_BUDGET: "1" }, "INSIGHTS_LLM_BUDGET needs INSIGHTS_LLM_PRICE"],
] as const)("%j: %s", ([env, message]) => {
  const config = readBuildConfig([], env, () => new Date(0));
  if (message === undefined) expect(config).toMatchObject({ ok: true, value: { annotator: undefined } });
  else expect(config).toMatchObject({ ok: false, error: expect.stringContaining(message) });
});
