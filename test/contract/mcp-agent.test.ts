import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReviewsDocument } from "../../model/documents.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import { readJsonOf } from "../support/build.ts";
import { call, connect, tokensOf } from "../support/mcp.ts";
import { publishedSample } from "../support/sample.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";

/** Limits per task: calls, and tokens of arguments and results together. */
const MAX_CALLS = 3;
const MAX_TOKENS = 4000;

let running: Running;
let client: Client;
let document: ReviewsDocument;
let insights: InsightsDocument;

beforeAll(async () => {
  const dist = publishedSample();
  document = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
  insights = readJsonOf<InsightsDocument>(dist, "/insights.json");
  running = await startSidecar(dist);
  client = await connect(running.origin);
});
afterAll(async () => {
  await client.close();
  await running.stop();
});

type Result = Readonly<Record<string, unknown>>;
/** Makes the next call from the results so far. */
type Step = (results: readonly Result[]) => [tool: string, args: object];

interface Task {
  readonly question: string;
  readonly plan: readonly Step[];
  /** Finds the answer in the results. */
  readonly answer: (results: readonly Result[]) => unknown;
  /** Finds the answer in the published documents. */
  readonly truth: () => unknown;
}

interface SearchResult {
  readonly matched: number;
  readonly reviews: readonly { readonly id: string; readonly rating: number; readonly text: string | null }[];
}

const list = (result: Result | undefined, name: string): readonly Result[] =>
  (result?.[name] ?? []) as Result[];
const part = (result: Result | undefined, name: string): Result => (result?.[name] ?? {}) as Result;
const found = (result: Result | undefined): SearchResult => result as unknown as SearchResult;
const mentioning = (id: string) =>
  document.reviews.filter(({ mentions }) => mentions.technicians.includes(id));

const TASKS: readonly Task[] = [
  {
    question: "How many reviews are there, and what is the mean rating?",
    plan: [() => ["get_business", {}]],
    answer: ([business]) => business?.["aggregate_rating"],
    truth: () => document.aggregate_rating,
  },
  {
    question: "What are the opening hours and the phone number?",
    plan: [() => ["get_business", {}]],
    answer: ([result]) => {
      const { telephone, opening_hours } = part(result, "business");
      return { telephone, opening_hours };
    },
    truth: () => ({
      telephone: document.business.telephone,
      opening_hours: document.business.opening_hours,
    }),
  },
  {
    question: "Which technician is mentioned most, and what do the last three reviews of them say?",
    plan: [
      () => ["get_technician", { limit: 1 }],
      ([first]) => [
        "search_reviews",
        {
          mentions_technician: list(first, "technicians")[0]?.["id"],
          limit: 3,
          fields: ["date", "rating", "text"],
        },
      ],
    ],
    answer: ([first, second]) => [
      list(first, "technicians")[0]?.["id"],
      found(second).reviews.map(({ text }) => text),
    ],
    truth: () => {
      const [most] = insights.entities.technicians.toSorted((a, b) => b.mention_count - a.mention_count);
      return [
        most?.id,
        mentioning(most?.id ?? "")
          .slice(0, 3)
          .map(({ text }) => text),
      ];
    },
  },
  {
    question: "A customer misspells a technician: what is Mike Delgato's mean rating?",
    plan: [
      () => ["get_technician", { name: "Mike Delgato" }],
      () => ["get_technician", { name: "Mike Delgado", examples: 0 }],
    ],
    answer: ([, second]) => part(second, "technician")["rating_value"],
    truth: () => insights.entities.technicians.find(({ id }) => id === "mike-delgado")?.rating_value,
  },
  {
    question: "How many one-star reviews came in 2026, and what is the newest about?",
    plan: [() => ["search_reviews", { rating: 1, since: "2026-01-01", limit: 1, fields: ["text", "date"] }]],
    answer: ([first]) => [found(first).matched, found(first).reviews[0]?.text],
    truth: () => {
      const all = document.reviews.filter(({ rating, date }) => rating === 1 && date >= "2026-01-01");
      return [all.length, all[0]?.text];
    },
  },
  {
    question: "Do ratings rise or fall from year to year?",
    plan: [() => ["get_rating_trend", { interval: "year" }]],
    answer: ([first]) => list(first, "points").map(({ period, review_count }) => [period, review_count]),
    truth: () => {
      const years = Map.groupBy(document.reviews, ({ date }) => date.slice(0, 4));
      return [...years].map(([year, reviews]) => [year, reviews.length]).toReversed();
    },
  },
  {
    question: "Did the ratings of drain cleaning change over the last quarters?",
    plan: [() => ["get_rating_trend", { service: "drain-cleaning", interval: "quarter", limit: 8 }]],
    answer: ([first]) => part(first, "overall")["review_count"],
    truth: () =>
      document.reviews.filter(({ mentions }) => mentions.services.includes("drain-cleaning")).length,
  },
  {
    question: "What did the owner reply to the newest review that has a reply?",
    plan: [() => ["search_reviews", { limit: 100, fields: ["owner_reply"] }]],
    answer: ([first]) =>
      part(
        list(first, "reviews").find(({ owner_reply }) => owner_reply !== null),
        "owner_reply",
      )["text"],
    truth: () => document.reviews.find(({ owner_reply }) => owner_reply !== null)?.owner_reply?.text,
  },
  {
    question: "Where do they work, in their own words?",
    plan: [() => ["get_faq", { query: "where", limit: 1 }]],
    answer: ([first]) => list(first, "faq")[0]?.["answer"],
    truth: () => insights.faq.find(({ question }) => question.startsWith("Where"))?.answer,
  },
  {
    question: "Is there anything new since this morning?",
    plan: [
      () => ["get_reviews_since", { date: "2026-11-20", limit: 1, fields: ["date"] }],
      ([first]) => ["get_reviews_since", { date: "2026-11-20", known_release: first?.["release"] }],
    ],
    answer: ([, second]) => second?.["unchanged"],
    truth: () => true,
  },
];

test.for(TASKS.map((task) => [task.question, task] as const))("%s", async ([, { plan, answer, truth }]) => {
  expect(plan.length).toBeLessThanOrEqual(MAX_CALLS);
  const results: Result[] = [];
  let tokens = 0;
  for (const step of plan) {
    const [tool, args] = step(results);
    const { content, structuredContent } = await call(client, tool, args);
    tokens += tokensOf(JSON.stringify(args)) + tokensOf(content[0]?.text ?? "");
    results.push(structuredContent ?? {});
  }
  expect(answer(results)).toEqual(truth());
  expect(tokens).toBeLessThan(MAX_TOKENS);
});
