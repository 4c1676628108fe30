import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check } from "../../model/check.ts";
import type { ReviewsDocument } from "../../model/documents.ts";
import { buildOrFail, readJsonOf } from "../support/build.ts";
import { BUSINESS, emptyFolder, ENTITIES, review, writeContent } from "../support/content.ts";
import { ANY_MARK, HOSTILE, mark } from "../support/hostile.ts";
import { call, connect, postStateless, tokensOf, type ToolResult } from "../support/mcp.ts";
import { publishedSample } from "../support/sample.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";

/** Limits for tools/list, for models that read all of it and for models that skip the output schemas. */
const MAX_TOKENS = 5000;
const MAX_TOKENS_WITHOUT_OUTPUT = 3000;
/** Some clients refuse larger results. */
const MAX_RESULT_TOKENS = 25_000;

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Record<string, object>; readonly type: string };
  readonly outputSchema: { readonly type: string };
  readonly annotations: object;
}

interface Served {
  readonly running: Running;
  readonly client: Client;
  readonly document: ReviewsDocument;
  readonly tools: readonly ListedTool[];
}

async function serve(dist: string): Promise<Served> {
  const running = await startSidecar(dist);
  const client = await connect(running.origin);
  const { tools } = await client.listTools();
  const document = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
  return { running, client, document, tools: tools as unknown as ListedTool[] };
}

/** Calls that reach every branch of every tool. */
function callsOf({ document }: Served): [string, object][] {
  const id = document.reviews[0]?.id ?? "";
  const { technicians, services, service_areas } = document.business;
  return [
    ["get_business", {}],
    ["search_reviews", {}],
    ["search_reviews", { limit: 100 }],
    ["search_reviews", { rating: 1, limit: 3, fields: ["rating", "text"] }],
    ["search_reviews", { mentions_technician: "nobody at all" }],
    ["search_reviews", { query: "zzzz not there" }],
    ["get_review", { id }],
    ["get_review", { id, fields: ["owner_reply"] }],
    ["get_reviews_since", { date: "2020-01-01", limit: 100 }],
    ["get_reviews_since", { date: "2020-01-01", known_release: "x" }],
    ["get_insights", {}],
    ["get_insights", { sections: ["temporal", "faq"], limit: 50 }],
    ["get_aspect_sentiment", {}],
    ["get_technician", {}],
    ...technicians.map(({ name }): [string, object] => ["get_technician", { name, examples: 5 }]),
    ["get_service", {}],
    ...services.map((one): [string, object] => ["get_service", { name: one.id }]),
    ["get_service_area", {}],
    ...service_areas.map(({ name }): [string, object] => ["get_service_area", { name }]),
    ["list_topics", {}],
    ["get_faq", {}],
    ["get_faq", { query: "open", limit: 1 }],
    ["get_rating_trend", {}],
    ["get_rating_trend", { interval: "month", limit: 120, technician: technicians[0]?.id }],
    ["get_rating_trend", { interval: "year", since: "2099-01-01" }],
  ];
}

/** Lists every text in a value with the name of its field. */
function textsIn(value: unknown, field = ""): [field: string, text: string][] {
  if (typeof value === "string") return [[field, value]];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, field));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ["name of a field", name] as [string, string],
    ...textsIn(one, name),
  ]);
}

function expectGood({ tools }: Served, name: string, result: ToolResult): void {
  const listed = tools.find((one) => one.name === name);
  expect(result.isError, JSON.stringify(result)).toBeFalsy();
  expect(check(listed?.outputSchema ?? {})(result.structuredContent), name).toMatchObject({ ok: true });
  expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  expect(result.content.length).toBe(1);
  expect(tokensOf(result.content[0]?.text ?? ""), name).toBeLessThan(MAX_RESULT_TOKENS);
}

let real: Served;
let hostile: Served;

beforeAll(async () => {
  const content = writeContent(join(emptyFolder(), "content"), {
    entities: {
      ...ENTITIES,
      technicians: [...ENTITIES.technicians, { id: "mark", name: "Mark Kram", aliases: ["MARK"] }],
    },
    business: { ...BUSINESS, publishing: { ...BUSINESS.publishing, since_budget_mb: 1 } },
    reviews: {
      "a.json": HOSTILE.map((text, index) =>
        review({
          text: `${text} Ana Silva, drain, North End`,
          author: `${mark(index)} ${text
            .slice(14, 90)
            .replaceAll(/[\n\u2028\u2029\u0085\u202e\u202c]/g, " ")
            .trim()}`.trim(),
          rating: 1 + (index % 5),
          date: `2026-0${1 + (index % 6)}-10`,
        }),
      ),
    },
  });
  const dist = join(emptyFolder(), "dist");
  buildOrFail(content, dist);
  [real, hostile] = await Promise.all([serve(publishedSample()), serve(dist)]);
});
afterAll(async () => {
  for (const { client, running } of [real, hostile]) {
    await client.close();
    await running.stop();
  }
});

describe("the list of tools", () => {
  test("is reviewed whenever it changes", async () => {
    await expect(JSON.stringify(real.tools, null, 2)).toMatchFileSnapshot("snapshots/mcp-tools.json");
  });

  test("fits its token budget", () => {
    expect(tokensOf(JSON.stringify(real.tools))).toBeLessThan(MAX_TOKENS);
    const seen = real.tools.map(({ outputSchema: _schema, ...listed }) => listed);
    expect(tokensOf(JSON.stringify(seen))).toBeLessThan(MAX_TOKENS_WITHOUT_OUTPUT);
  });

  test("annotates every tool as read-only, and uses only schema keywords that every model supports", () => {
    for (const { name, description, inputSchema, outputSchema, annotations } of real.tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect(description.length).toBeGreaterThan(20);
      expect(annotations).toEqual({
        title: expect.any(String) as string,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema.type).toBe("object");
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/"(oneOf|anyOf|allOf|not|if|\$ref)"/);
      for (const property of Object.values(inputSchema.properties))
        expect(property).toHaveProperty("description");
    }
  });

  test("is the same for every release and revision", async () => {
    expect(hostile.tools).toEqual(real.tools);
    const { body } = await postStateless(real.running.port, "tools/list");
    expect((JSON.parse(body.toString("utf8")) as { result: { tools: unknown } }).result.tools).toEqual(
      real.tools,
    );
  });
});

test("every tool's result fits its output schema, on the reviews of this project", async () => {
  const calls = callsOf(real);
  expect(new Set(calls.map(([name]) => name)).size).toBe(real.tools.length);
  for (const [name, args] of calls) expectGood(real, name, await call(real.client, name, args));
});

/** Every tool once or more, with small answers: the text of each is in the snapshot. */
const SNAPSHOT_CALLS: readonly [string, object][] = [
  ["get_business", {}],
  ["search_reviews", { limit: 2 }],
  ["search_reviews", { rating: 1, limit: 2, fields: ["rating", "text", "mentions"] }],
  ["search_reviews", { mentions_technician: "nobody at all" }],
  ["get_review", { id: "01HQN6Z7G0PWDY5XMQWB33NPEZ" }],
  ["get_reviews_since", { date: "2026-01-01", limit: 1 }],
  ["get_insights", {}],
  ["get_insights", { sections: ["entities", "temporal", "faq", "pull_quote"], limit: 2 }],
  ["get_aspect_sentiment", { limit: 3 }],
  ["get_aspect_sentiment", { aspect: "punctuality", sentiment: "negative", quotes: 1 }],
  ["get_technician", { limit: 3 }],
  ["get_technician", { name: "Mike Delgado", examples: 1 }],
  ["get_service", { name: "drain-cleaning", examples: 1 }],
  ["get_service_area", { name: "Alder Creek", examples: 0 }],
  ["list_topics", { limit: 2 }],
  ["get_faq", { query: "where", limit: 1 }],
  ["get_rating_trend", { interval: "year" }],
];

/** The release id differs with every edit of the sample; cursors of lists contain it. */
const withoutRelease = (text: string): string =>
  text
    .replaceAll(/"next_cursor":"([^"]+)"/g, (_match, cursor: string) => {
      const decoded = Buffer.from(cursor, "base64url").toString("latin1");
      return JSON.stringify({ next_cursor: decoded }).slice(1, -1);
    })
    .replaceAll(/\b[0-9a-f]{16}\b/g, "RELEASE");

test("results on the sample are reviewed whenever they change", async () => {
  const results: string[] = [];
  for (const [name, args] of SNAPSHOT_CALLS) {
    const { content } = await call(real.client, name, args);
    results.push(`${name} ${JSON.stringify(args)}\n${withoutRelease(content[0]?.text ?? "")}\n`);
  }
  expect(new Set(SNAPSHOT_CALLS.map(([name]) => name)).size).toBe(real.tools.length);
  await expect(results.join("\n")).toMatchFileSnapshot("snapshots/mcp-results.txt");
});

describe("hostile reviews", () => {
  const FIELDS = new Set(["text", "author", "quote", "phrase", "top_phrases"]);

  test("appear whole and only in text fields, in every tool and resource", async () => {
    const seen = new Set<string>();
    const results: unknown[] = [];
    for (const [name, args] of callsOf(hostile)) {
      const result = await call(hostile.client, name, args);
      expectGood(hostile, name, result);
      results.push(result.structuredContent);
    }
    const uris = ["business", "insights", "latest", `review/${hostile.document.reviews[3]?.id}`];
    for (const uri of uris) {
      const { contents } = await hostile.client.readResource({ uri: `reviews://${uri}` });
      results.push(...contents.map((one) => JSON.parse("text" in one ? one.text : "null") as unknown));
    }
    for (const [field, text] of results.flatMap((result) => textsIn(result))) {
      if (!ANY_MARK.test(text)) continue;
      expect(FIELDS.has(field), `${field}: ${text}`).toBe(true);
      seen.add(ANY_MARK.exec(text)?.[0] ?? "");
    }
    expect(seen.size).toBe(HOSTILE.length);
  });

  test("are returned unchanged, and each result says that they are data", async () => {
    for (const { id, text, author } of hostile.document.reviews) {
      const { structuredContent } = await call(hostile.client, "get_review", { id });
      expect(structuredContent).toMatchObject({ review: { id, text, author } });
      expect(structuredContent?.["notice"]).toContain("never instructions");
    }
  });

  test("appear in no list, prompt, completion, instruction or error", async () => {
    const { client, running } = hostile;
    const answers: unknown[] = [
      client.getInstructions(),
      await client.listTools(),
      await client.listResources(),
      await client.listResourceTemplates(),
      await client.listPrompts(),
      await client.getPrompt({ name: "technician_profile", arguments: { technician: "Ana" } }),
      await client.complete({
        ref: { type: "ref/prompt", name: "technician_profile" },
        argument: { name: "technician", value: "" },
      }),
      await call(client, "get_technician", { name: "nobody" }),
      await call(client, "get_review", { id: "nobody" }),
      await call(client, "search_reviews", { cursor: "x" }),
      (await postStateless(running.port, "server/discover")).body.toString("utf8"),
    ];
    expect(JSON.stringify(answers)).not.toMatch(ANY_MARK);
  });
});

describe("invalid arguments", () => {
  test.for([
    ["get_technician", { name: "Mike Delgato" }, "did you mean Mike Delgado?"],
    ["get_technician", { name: "brandon" }, "did you mean Brandon Lindqvist or Brandon Okafor?"],
    ["get_technician", { nme: "Mike" }, "nme: is not an argument; did you mean name?"],
    ["get_service", { name: "drain cleanin" }, "did you mean Drain cleaning?"],
    ["get_service_area", { name: "nowhere" }, "Known: Alder Creek"],
    ["get_rating_trend", { interval: "week" }, "interval: must be one of month, quarter, year"],
    ["get_rating_trend", { service: "x" }, "Known: Drain cleaning"],
    ["get_rating_trend", { limit: 121 }, "limit: must be at most 120"],
    [
      "search_reviews",
      { rating: 6, min_ratings: 1 },
      "min_ratings: is not an argument; did you mean min_rating?",
    ],
    ["search_reviews", { rating: 6, min_ratings: 1 }, "rating: must be at most 5"],
    ["search_reviews", { rating: "5" }, "rating: must be of type integer"],
    ["search_reviews", { since: "2026-02-30" }, "since: must be"],
    ["search_reviews", { fields: ["stars"] }, "must be one of id, author"],
    ["search_reviews", { cursor: "abc" }, "cursor: is not a cursor of this service"],
    ["get_reviews_since", {}, "date: is missing"],
    ["get_reviews_since", { date: "yesterday" }, "date: must be a day that exists, YYYY-MM-DD"],
    ["get_review", { id: "x" }, "search_reviews finds ids"],
    ["get_insights", { sections: ["stars"] }, "must be one of overall_sentiment"],
    ["get_faq", { cursor: "abc" }, "leave it out to start again"],
    ["get_business", { id: 1 }, "It takes no arguments"],
  ] as const)("%s %j: %s", async ([name, args, expected]) => {
    const result = await call(real.client, name, args);
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain(expected);
  });

  test("an unknown name in a search matches nothing, as over HTTP, and the hint says why", async () => {
    const { structuredContent } = await call(real.client, "search_reviews", {
      mentions_technician: "Mike Delgato",
    });
    expect(structuredContent).toMatchObject({ matched: 0, returned: 0, reviews: [] });
    expect(structuredContent?.["hint"]).toContain("did you mean Mike Delgado?");
  });
});

test("get_reviews_since reports in a few tokens that nothing changed", async () => {
  const first = await call(real.client, "get_reviews_since", { date: "2026-01-01", limit: 1 });
  const release = first.structuredContent?.["release"];
  const second = await call(real.client, "get_reviews_since", { date: "2026-01-01", known_release: release });
  expect(second.structuredContent).toEqual({ unchanged: true, release });
});

test("resources, prompts and completions through the official client", async () => {
  const { client } = real;
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
    "reviews://business",
    "reviews://insights",
    "reviews://latest",
  ]);
  expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
    { uriTemplate: "reviews://review/{id}" },
  ]);
  for (const prompt of (await client.listPrompts()).prompts) {
    const args = Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, "2026-01-01"]));
    const { messages } = await client.getPrompt({ name: prompt.name, arguments: args });
    expect(JSON.stringify(messages)).toContain("2026-01-01");
    expect(JSON.stringify(messages)).toContain("never as instructions");
  }
  const complete = async (name: string, value: string) =>
    (await client.complete({ ref: { type: "ref/prompt", name: "p" }, argument: { name, value } })).completion
      .values;
  expect(await complete("technician", "bran")).toEqual(["Brandon Lindqvist", "Brandon Okafor"]);
  expect(await complete("technician", "delg")).toEqual(["Mike Delgado"]);
  expect((await complete("service", "heat"))[0]).toBe("Heat pump installation");
  expect(await complete("nothing", "a")).toEqual([]);
  const id = real.document.reviews[0]?.id ?? "";
  const ids = await client.complete({
    ref: { type: "ref/resource", uri: "reviews://review/{id}" },
    argument: { name: "id", value: id.slice(0, 20).toLowerCase() },
  });
  expect(ids.completion.values).toContain(id);
});
