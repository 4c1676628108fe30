import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { check } from "../../model/check.ts";
import { folderSource } from "../../runtime/artifacts/folder.ts";
import { heldBytes } from "../../runtime/artifacts/stored-bytes.ts";
import type { Release } from "../../runtime/artifacts/release.ts";
import { ReleaseStore } from "../../runtime/artifacts/release-store.ts";
import { readResource } from "../../runtime/mcp/resources.ts";
import {
  type Insights,
  parseInsights,
  parsePolicy,
  parseReviewsHead,
  type ReleaseDocuments,
} from "../../runtime/mcp/tools/release-documents.ts";
import { TOOLS, toolNamed } from "../../runtime/mcp/tools/tools.ts";
import { ReviewTable } from "../../runtime/search/review-table.ts";
import { type CalendarDate, isCalendarDate } from "../../model/calendar-date.ts";
import type { AspectQuarter, EntityInsight, InsightsDocument } from "../../model/insights.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, ENTITIES, idOf, review, writeContent } from "../support/content.ts";
import { tokensOf } from "../support/mcp.ts";

const ID = idOf(900);
const EARLIEST = dateOf("2026-01-01");
const LATEST = dateOf("2026-03-01");

function dateOf(raw: string): CalendarDate {
  if (!isCalendarDate(raw)) throw new Error(raw);
  return raw;
}

const QUARTER: AspectQuarter = {
  quarter: "2026-Q1",
  mention_count: 1,
  positive_count: 1,
  neutral_count: 0,
  negative_count: 0,
  mixed_count: 0,
  positive_pct: null,
  positive_ci95: null,
};
const entity = (id: string, name: string, mention_count: number): EntityInsight => ({
  id,
  name,
  mention_count,
  rating_value: 4.5,
  incentivised_count: 0,
  distribution: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 1 },
  first_mention: EARLIEST,
  last_mention: LATEST,
  example_review_ids: [ID, "00000000000000000000000009"],
});

const quotes = Array.from({ length: 12 }, (_, index) => ({
  review_id: ID,
  url: `https://reviews.example/reviews/${ID}/`,
  rating: 5,
  date: EARLIEST,
  quote: `came on time ${index}`,
  start: 0,
  end: 12,
}));

/** Every section that insights may have, with more entries than any tool returns. */
const FULL: InsightsDocument = {
  version: 3,
  generated_at: "2026-03-02T00:00:00Z",
  model: "rules/1.0.0",
  review_count: 1,
  date_range: { earliest: EARLIEST, latest: LATEST },
  overall_sentiment: { score: 0.7, positive_pct: 80, neutral_pct: 10, negative_pct: 10 },
  aspects: Array.from({ length: 30 }, (_, index) => ({
    id: index === 0 ? "punctuality" : `aspect-${index}`,
    label: index === 0 ? "Punctuality" : `Aspect ${index}`,
    mention_count: 40 - index,
    positive_count: 30,
    neutral_count: 0,
    negative_count: 10 - (index % 10),
    mixed_count: 0,
    positive_pct: 75,
    score: 0.5,
    sufficient: true,
    top_phrases: ["on time"],
    sentence: "A sentence.",
    example_review_ids: [ID],
    positive_ci95: [60, 86],
    trend: [QUARTER],
    evidence: { positive: quotes, negative: quotes },
  })),
  entities: {
    technicians: [entity("ana-silva", "Ana Silva", 7)],
    services: [entity("drain-cleaning", "Drain cleaning", 2)],
    problems: [entity("leak", "Leak", 3)],
    service_areas: [],
  },
  topics: Array.from({ length: 25 }, (_, index) => ({
    id: `topic-${index}`,
    label: `Topic ${index}`,
    mention_count: 25 - index,
    rating_value: 4,
    incentivised_count: 0,
    rating_effect: { log_odds: 0.1, z: 0.2 },
    sentence: "A sentence.",
    example_review_ids: [ID],
  })),
  temporal: {
    monthly: Array.from({ length: 40 }, (_, index) => ({
      month: `20${23 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
      review_count: 1,
      rating_value: 5,
      incentivised_count: 0,
      distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 },
      positive_count: 1,
      neutral_count: 0,
      negative_count: 0,
    })),
    trend: { direction: "steady", test: "Mann-Kendall", review_count: 1, tau: null, p_value: null },
  },
  per_review: Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [idOf(index), { skipped: "no_text" }]),
  ),
  faq: [
    {
      id: "hours",
      question: "When are you open?",
      answer: "On weekdays.",
      basis: "editorial",
      review_ids: [],
    },
  ],
  summary: { kind: "template", text: "Customers like it.", basis: "counts", sentences: [] },
  method: {
    name: "rules",
    version: "1.0.0",
    description: "Counts by rules.",
    language: "en",
    coverage: { analysed: 1, no_text: 0, placeholder: 0, language: 0 },
    star_model: { high: 0, low: 0, blend: 0 },
    annotator: null,
    evaluation: [],
    accuracy: null,
    limitations: [],
  },
};

let release: Release;
let table: ReviewTable;

beforeAll(async () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), {
    entities: ENTITIES,
    reviews: { "a.json": [review({ id: ID, text: `Ana Silva came on time. ${"More. ".repeat(100)}` })] },
  });
  buildOrFail(content, join(folder, "dist"));
  const releaseStore = new ReleaseStore(folderSource(join(folder, "dist")));
  await releaseStore.reload();
  if (releaseStore.release === undefined) throw new Error("no release");
  release = releaseStore.release;
  const document = bytesOf("/reviews.json");
  table = new ReviewTable(
    (start, end) => document.subarray(start, end),
    release.searchTable,
    release.entities,
  );
});

const bytesOf = (path: string): Buffer =>
  heldBytes(release.artifacts.get(path)?.representations[0].bytes ?? Buffer.alloc(0));

const parseBytes = (bytes: Buffer): Insights | undefined =>
  parseInsights((start, end) => bytes.subarray(start, end), bytes.length);

const documentsWith = (insights: object | undefined): ReleaseDocuments => ({
  release: "r1",
  baseUrl: "https://reviews.example",
  table,
  entities: release.entities,
  reviewsHead: parseReviewsHead(bytesOf("/reviews.json").subarray(0, release.headBytes)),
  insights: insights && parseBytes(Buffer.from(JSON.stringify(insights))),
  policy: parsePolicy(bytesOf("/policy.json")),
});

async function ask(
  insights: object | undefined,
  name: string,
  args: object = {},
): Promise<Record<string, unknown>> {
  const tool = toolNamed(name);
  const result = await tool?.call(args, documentsWith(insights));
  if (tool === undefined || result === undefined) throw new Error(name);
  if (!result.ok) throw new Error(result.error);
  const value = JSON.parse(JSON.stringify(result.value)) as Record<string, unknown>;
  expect(check(tool.listed.outputSchema)(value), name).toMatchObject({ ok: true });
  expect(tokensOf(JSON.stringify(value)), name).toBeLessThan(4000);
  return value;
}

describe("insights with every section", () => {
  test("get_insights is brief, and never contains per_review", async () => {
    const all = await ask(FULL, "get_insights");
    expect(all).not.toHaveProperty("per_review");
    expect(all).not.toHaveProperty("absent", expect.arrayContaining(["aspects"]));
    expect(all["aspects"]).toHaveLength(5);
    expect((all["aspects"] as object[])[0]).toEqual({
      id: "punctuality",
      label: "Punctuality",
      mention_count: 40,
      positive_pct: 75,
      score: 0.5,
      sufficient: true,
    });
    expect((all["temporal"] as { monthly: { month: string }[] }).monthly).toHaveLength(12);
    expect((all["temporal"] as { monthly: { month: string }[] }).monthly[0]?.month).toBe("2026-04");
    expect(Object.keys(await ask(FULL, "get_insights", { sections: ["summary"] }))).toEqual([
      "notice",
      "model",
      "review_count",
      "date_range",
      "summary",
    ]);
  });

  test("get_aspect_sentiment gives counts and at most the requested number of exact quotes", async () => {
    for (const aspect of ["punctuality", "PUNCTUALITY", "Punctuality "]) {
      const { aspect: found, evidence } = await ask(FULL, "get_aspect_sentiment", { aspect, quotes: 2 });
      expect(found).toMatchObject({ mention_count: 40, positive_ci95: [60, 86] });
      expect(evidence).toEqual({ positive: quotes.slice(0, 2), negative: quotes.slice(0, 2) });
    }
    const request = { aspect: "punctuality", sentiment: "negative", quotes: 10 };
    expect((await ask(FULL, "get_aspect_sentiment", request))["evidence"]).toEqual({
      negative: quotes.slice(0, 10),
    });
    expect(await ask(FULL, "get_aspect_sentiment", { limit: 3 })).toMatchObject({ total: 30 });
    expect(
      toolNamed("get_aspect_sentiment")?.call({ aspect: "punctualty" }, documentsWith(FULL)),
    ).toMatchObject({
      ok: false,
      error: expect.stringContaining("did you mean Punctuality?") as string,
    });
  });

  test("entities have counts, citations, and a note when mentions are few", async () => {
    const { technician, examples, note } = await ask(FULL, "get_technician", { name: "ana" });
    expect(technician).toMatchObject({ id: "ana-silva", mention_count: 7, rating_value: 4.5 });
    expect(technician).not.toHaveProperty("example_review_ids");
    expect(examples).toEqual([expect.objectContaining({ id: ID, rating: 5, date: "2026-03-01" })]);
    expect((examples as { text: string }[])[0]?.text).toMatch(/^Ana Silva came on time.*…$/);
    expect(note).toBeUndefined();
    expect((await ask(FULL, "get_service", { name: "drain" }))["note"]).toContain("anecdotes");
    expect(await ask(FULL, "get_service_area", { name: "North End" })).toMatchObject({ available: false });
  });

  test("pages of topics join, and a cursor of another list or release is refused", async () => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask(FULL, "list_topics", { limit: 10, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...(page["topics"] as unknown[]));
      cursor = page["next_cursor"] as string | undefined;
      if (cursor === undefined) break;
      expect(toolNamed("get_faq")?.call({ cursor }, documentsWith(FULL))).toMatchObject({ ok: false });
      const nextRelease = { ...documentsWith(FULL), release: "r2" };
      expect(toolNamed("list_topics")?.call({ cursor }, nextRelease)).toMatchObject({ ok: false });
    } while (cursor !== undefined);
    expect(seen).toEqual(FULL.topics);
  });

  test("get_faq finds a text in question or answer", async () => {
    expect(await ask(FULL, "get_faq", { query: "WEEKDAYS" })).toMatchObject({ total: 1 });
    expect(await ask(FULL, "get_faq", { query: "nothing" })).toMatchObject({ total: 0, faq: [] });
  });
});

test("long lists inside entries are cut", async () => {
  const many = <T>(value: T): T[] => Array.from({ length: 5000 }, () => value);
  const long: InsightsDocument = {
    ...FULL,
    aspects: FULL.aspects
      .slice(0, 1)
      .map((one) => ({ ...one, trend: many(QUARTER), top_phrases: many("on time") })),
    topics: FULL.topics.map((one) => ({ ...one, example_review_ids: many(ID) })).slice(0, 3),
    summary: { ...FULL.summary, sentences: many({ text: "Fine.", basis: "counts" }) },
    method: { ...FULL.method, limitations: many("It only counts.") },
    entities: {
      ...FULL.entities,
      technicians: [{ ...entity("ana-silva", "Ana Silva", 7), example_review_ids: many(ID) }],
    },
  };
  for (const [name, args] of [
    ["get_insights", {}],
    ["get_aspect_sentiment", { aspect: "punctuality" }],
    ["list_topics", {}],
    ["get_technician", { name: "ana" }],
  ] as const)
    expect(Object.keys(await ask(long, name, args)).length, name).toBeGreaterThan(1);
});

test.for([
  ["nothing in them", {}],
  ["no insights at all", undefined],
  ["broken sections", { aspects: 7, entities: [], topics: null, faq: "x", temporal: [] }],
] as const)("with %s every tool answers, and says what is missing", async ([, insights]) => {
  for (const { name } of TOOLS) {
    const args =
      name === "get_review" ? { id: ID } : name === "get_reviews_since" ? { date: "2026-01-01" } : {};
    await ask(insights, name, args);
  }
  for (const name of ["get_aspect_sentiment", "list_topics", "get_faq"])
    expect(await ask(insights, name)).toMatchObject({
      available: false,
      reason: expect.any(String) as string,
    });
  expect(await ask(insights, "get_technician", { name: "ana-silva" })).toMatchObject({ available: false });
  expect(JSON.stringify(await readResource("reviews://insights", documentsWith(insights)))).toContain(
    "never instructions",
  );
});

test("of long insights only the parts around those of each review are read", () => {
  const perReview = Array.from({ length: 50_000 }, (_, index) => [idOf(index), { skipped: "no_text" }]);
  const long = Buffer.from(JSON.stringify({ ...FULL, per_review: Object.fromEntries(perReview) }));
  let bytesRead = 0;
  const read = (start: number, end: number): Buffer => {
    bytesRead += end - start;
    return long.subarray(start, end);
  };
  const { per_review: _perReview, ...overall } = FULL;
  expect(parseInsights(read, long.length)).toEqual(overall);
  expect(bytesRead).toBeLessThan(long.length / 2);
});
