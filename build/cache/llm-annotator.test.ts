import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { review } from "../../test/support/insights.ts";
import type { Content } from "../../model/content.ts";
import type { ContentReview } from "../../model/review.ts";
import { annotateContent } from "./llm-annotator.ts";
import { type BuildConfig, readBuildConfig } from "../config.ts";
import { analyze } from "../insights/analyze.ts";
import { compileTextAnalyzer } from "../insights/sentiment/text-analyzer.ts";

interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A fake service on loopback that answers from a table. */
let server: Server;
let requests: CompletionRequest[] = [];
let answers: Record<string, string | undefined> = {};
beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const question = JSON.parse(body) as CompletionRequest;
      requests.push(question);
      const content = answers[question.messages.at(-1)?.content ?? ""];
      response.statusCode = content === undefined ? 500 : 200;
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
});

const TEXTS = [
  "The price was fair.",
  "They came late, which was a joy.",
  "Très bon travail, merci beaucoup.",
];

const content = {
  reviews: TEXTS.map((text, index) =>
    review({ id: String(index).padStart(26, "0"), text }),
  ) as readonly ContentReview[],
  entities: { technicians: [], services: [], service_areas: [] },
  aspects: [
    { id: "price", label: "Price", words: ["price"] },
    { id: "punctuality", label: "Punctuality", words: ["late"] },
  ],
  faq: [],
  summary: null,
} as unknown as Content;

function configOf(cache: string | undefined, model = "fake-1"): BuildConfig {
  const { port } = server.address() as AddressInfo;
  const env = { INSIGHTS_LLM_URL: `http://127.0.0.1:${port}/v1/`, INSIGHTS_LLM_MODEL: model };
  const args = cache === undefined ? ["--no-cache"] : ["--cache", cache];
  const config = readBuildConfig(args, env, () => new Date(0));
  if (!config.ok || config.value === "help") throw new Error("no configuration");
  return config.value;
}

const mentionsOf = (...mentions: readonly object[]): string => JSON.stringify({ mentions });
const analyzeText = compileTextAnalyzer(content.aspects, content.entities);
const annotate = async (config: BuildConfig): Promise<ReturnType<typeof annotateContent>> =>
  annotateContent(content, analyzeText, config);

beforeEach(() => {
  answers = {
    "The price was fair.": mentionsOf(
      { aspect: "price", polarity: "positive", quote: "price was fair" },
      { aspect: "price", polarity: "negative", quote: "price was unfair" },
      { aspect: "weather", polarity: "positive", quote: "fair" },
      { aspect: "price", polarity: "wonderful", quote: "fair" },
      { aspect: "price", polarity: "positive", quote: "" },
    ),
    "They came late, which was a joy.": mentionsOf({
      aspect: "punctuality",
      polarity: "negative",
      quote: "came late",
    }),
  };
});

test("takes only known aspects with verbatim quotes, and sends no text in another language", async () => {
  const annotations = await annotate(configOf(undefined));
  expect(annotations?.mentions.get("The price was fair.")).toEqual([
    { aspect: 0, score: 2, start: 4, end: 18, phrase: "price was fair" },
  ]);
  expect(new Set(requests.map(({ messages }) => messages[1]?.content))).toEqual(new Set(TEXTS.slice(0, 2)));
});

test("answers replace the aspects of the rules, and the agreement is published", async () => {
  const annotations = await annotate(configOf(undefined));
  const { document } = analyze(content, content.reviews as never, { analyzeText, annotations });
  const [first, second] = [TEXTS[0], TEXTS[1]].map((_, index) => String(index).padStart(26, "0"));
  expect(document.per_review[first ?? ""]).toMatchObject({
    aspects: [{ id: "price", polarity: "positive" }],
  });
  expect(document.per_review[second ?? ""]).toMatchObject({
    aspects: [{ id: "punctuality", polarity: "negative" }],
  });
  expect(document.model).toBe("rules+own-ratings+fake-1/3.0.0");
  expect(document.method.annotator).toEqual({
    model: "fake-1",
    texts: 2,
    failures: 0,
    aspect_agreement_pct: 100,
    polarity_agreement_pct: 100,
  });
});

test("caches answers by text, prompt and model", async () => {
  const folder = join(emptyFolder(), ".cache");
  const first = await annotate(configOf(folder));
  expect(requests).toHaveLength(2);
  expect(await annotate(configOf(folder))).toEqual(first);
  expect(requests).toHaveLength(2);
  await annotate(configOf(folder, "fake-2"));
  expect(requests).toHaveLength(4);
});

test.for([
  ["an error", undefined],
  ["no JSON", "I think it is positive."],
  ["another shape", '{"mentions": "none"}'],
] as const)("after %s the rules analyze the text", async ([, answer]) => {
  answers["The price was fair."] = answer;
  const annotations = await annotate(configOf(undefined));
  expect(annotations?.failures).toBe(1);
  const { document } = analyze(content, content.reviews as never, { analyzeText, annotations });
  expect(document.per_review["0".repeat(26)]).toMatchObject({
    aspects: [{ id: "price", polarity: "positive" }],
  });
});

test.for([
  [{}, undefined],
  [{ INSIGHTS_LLM_URL: "http://127.0.0.1:1" }, "must be set together"],
  [{ INSIGHTS_LLM_URL: "ftp://host", INSIGHTS_LLM_MODEL: "m" }, "must be an http or https URL"],
] as const)("%j: %s", ([env, message]) => {
  const config = readBuildConfig([], env, () => new Date(0));
  if (message === undefined) expect(config).toMatchObject({ ok: true, value: { annotator: undefined } });
  else expect(config).toMatchObject({ ok: false, error: expect.stringContaining(message) });
});
