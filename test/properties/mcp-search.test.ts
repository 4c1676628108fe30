import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchFilter } from "../../model/search-filter.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, ENTITIES, review, writeContent } from "../support/content.ts";
import { call, connect, type ToolResult } from "../support/mcp.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const WORDS = [
  "great",
  "Drain",
  "Ana Silva",
  "Straße",
  "naïve",
  "👍🏽",
  '"quoted"',
  "back\\slash",
  "a\nb",
  "你好",
];
/** Long enough that a page of many reviews is cut. */
const LONG = "long ".repeat(400);

let running: Running;
let client: Client;

beforeAll(async () => {
  const texts = fc.sample(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(" ")),
    { numRuns: 160, seed: 3 },
  );
  const reviews = texts.map((text, index) =>
    review({
      text: index % 4 === 0 ? `${text} ${LONG}` : text || null,
      rating: 1 + (index % 5),
      date: `2026-0${1 + (index % 3)}-${10 + (index % 15)}`,
    }),
  );
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), {
    entities: ENTITIES,
    reviews: { "a.json": reviews },
  });
  buildOrFail(content, join(folder, "dist"));
  running = await startSidecar(join(folder, "dist"));
  client = await connect(running.origin);
});
afterAll(async () => {
  await client.close();
  await running.stop();
});

const date = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, day]) => `2026-0${month}-${String(day).padStart(2, "0")}`);
const filters = fc.record(
  {
    rating: fc.integer({ min: 0, max: 6 }),
    min_rating: fc.constantFrom(1, 2.5, 4, 5, 6),
    since: fc.oneof(date, fc.constant("2026-02-30")),
    until: date,
    query: fc.constantFrom(...WORDS, "GREAT", "strasse", "nothing like this", "long", "\\", "x".repeat(201)),
    mentions_technician: fc.constantFrom("Ana Silva", "ana", "nobody"),
    mentions_service: fc.constantFrom("drain-cleaning", "DRAIN", "nothing"),
    limit: fc.constantFrom(1, 2, 3, 20, 99, 100, 101),
  } satisfies Record<Exclude<keyof SearchFilter, "cursor">, fc.Arbitrary<unknown>>,
  { requiredKeys: [] },
) as fc.Arbitrary<SearchFilter>;

interface SearchDocument {
  readonly matched: number;
  readonly returned: number;
  readonly reviews: readonly { readonly id: string }[];
  readonly next_cursor?: string;
}

async function overHttp(filter: SearchFilter): Promise<{ status: number; document: SearchDocument }> {
  const params = new URLSearchParams(
    Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, body } = await send(running.port, `/api/reviews/search?${params.toString()}`);
  return { status, document: JSON.parse(body.toString("utf8")) as SearchDocument };
}

const documentOf = ({ structuredContent }: ToolResult): SearchDocument =>
  structuredContent as unknown as SearchDocument;

test("search_reviews accepts, refuses and finds the same as HTTP search, for any parameters", async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const { status, document } = await overHttp(filter);
      const result = await call(client, "search_reviews", filter);
      expect(result.isError === true).toBe(status === 400);
      if (status === 400) return;
      let page = documentOf(result);
      expect(page.matched).toBe(document.matched);
      // A page over the token budget is cut; its cursor continues there.
      const reviews = [...page.reviews];
      while (page.next_cursor !== undefined && reviews.length < document.returned) {
        const limit = document.returned - reviews.length;
        page = documentOf(
          await call(client, "search_reviews", { ...filter, limit, cursor: page.next_cursor }),
        );
        reviews.push(...page.reviews);
      }
      expect(reviews).toEqual(document.reviews);
      expect(page.next_cursor).toBe(document.next_cursor);
    }),
    { numRuns: 300 },
  );
});

test("fields select fields and change nothing else", async () => {
  const all = documentOf(await call(client, "search_reviews", { limit: 10 }));
  const some = documentOf(await call(client, "search_reviews", { limit: 10, fields: ["rating"] }));
  expect(some.reviews).toEqual(
    (all.reviews as readonly { id: string; rating: number }[]).map(({ id, rating }) => ({ id, rating })),
  );
  expect(some.next_cursor).toBe(all.next_cursor);
});

test("pages of get_reviews_since join to the answer of HTTP since", async () => {
  const { body } = await send(running.port, "/api/reviews/since/2026-02-15");
  const expected = (JSON.parse(body.toString("utf8")) as SearchDocument).reviews;
  const found: { readonly id: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = documentOf(
      await call(client, "get_reviews_since", {
        date: "2026-02-15",
        limit: 7,
        ...(cursor ? { cursor } : {}),
      }),
    );
    expect(page.matched).toBe(expected.length);
    found.push(...page.reviews);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(found).toEqual(expected);
});
