import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReviewsDocument } from "../../model/documents.ts";
import type { EntitiesDocument } from "../../model/entities.ts";
import type { Review } from "../../model/review.ts";
import { matches, type SearchFilter } from "../../model/search-filter.ts";
import { check } from "../../model/check.ts";
import { PUBLISHED_SCHEMAS } from "../../model/documents.ts";
import { buildOrFail, readJsonOf } from "../support/build.ts";
import { emptyFolder, ENTITIES, review, writeContent } from "../support/content.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const PIECES = [
  "great",
  "GREAT",
  "drain",
  "Ana Silva",
  "Straße",
  "STRASSE",
  "İstanbul",
  "Σίσυφος",
  "ΣΊΣΥΦΟΣ",
  "naïve",
  "nai\u0308ve",
  "👍🏽",
  "👩‍👩‍👧",
  "你好",
  "مرحبا",
  '"quoted"',
  "back\\slash",
  "new\nline",
  "tab\there",
  "a",
  "</script>",
  "K\u212A",
  "ⱥȺ",
  "x".repeat(40),
];

/** Seeded, so that a failure is reproducible. */
const texts = fc.sample(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((words) => words.join(" ")),
  { numRuns: 220, seed: 7 },
);
const reviews = texts.map((text, index) =>
  review({
    text: text === "" ? null : text,
    rating: 1 + (index % 5),
    date: `2026-0${1 + (index % 3)}-${10 + (index % 15)}`,
  }),
);

const folder = emptyFolder();
let running: Running;
let published: readonly Review[];
let entities: EntitiesDocument;

beforeAll(async () => {
  const technicians = [...ENTITIES.technicians, { id: "li-wei", name: "Li Wei", aliases: ["你好"] }];
  const content = writeContent(join(folder, "content"), {
    entities: { ...ENTITIES, technicians },
    reviews: { "all.json": reviews },
  });
  buildOrFail(content, join(folder, "dist"));
  published = readJsonOf<ReviewsDocument>(join(folder, "dist"), "/reviews.json").reviews;
  entities = readJsonOf<EntitiesDocument>(join(folder, "dist"), "/api/entities.json");
  running = await startSidecar(join(folder, "dist"));
});
afterAll(() => running.stop());

interface SearchResult {
  readonly matched: number;
  readonly returned: number;
  readonly reviews: readonly Review[];
  readonly next_cursor?: string;
}

async function searchFor(filter: SearchFilter): Promise<SearchResult> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) params.set(name, String(value));
  const answer = await send(running.port, `/api/reviews/search?${params.toString()}`);
  expect(answer.status, answer.body.toString("utf8")).toBe(200);
  return JSON.parse(answer.body.toString("utf8")) as SearchResult;
}

const slice = fc.tuple(fc.nat(219), fc.nat(30), fc.integer({ min: 1, max: 9 })).map(([row, from, length]) => {
  const letters = Array.from(texts[row] ?? "");
  return letters
    .slice(from % Math.max(1, letters.length))
    .slice(0, length)
    .join("")
    .trim();
});
const query = fc
  .oneof(slice, fc.constantFrom("GREAT", "straße", "ẞ", "σίσυφος", "i", "nosuchthing", "k", "é", "\\", '"'))
  .filter((text) => text !== "");
const date = fc
  .integer({ min: 1, max: 28 })
  .chain((day) => fc.constantFrom(1, 2, 3).map((month) => `2026-0${month}-${String(day).padStart(2, "0")}`));

const filters = fc.record(
  {
    rating: fc.integer({ min: 1, max: 5 }),
    min_rating: fc.constantFrom(1, 2, 3.5, 4, 5),
    since: date,
    until: date,
    query,
    mentions_technician: fc.constantFrom("Ana Silva", "ana", "ANA-SILVA", "li-wei", "你好", "nobody"),
    mentions_service: fc.constantFrom("drain-cleaning", "Drain", "nothing"),
    limit: fc.integer({ min: 1, max: 100 }),
  } satisfies Record<Exclude<keyof SearchFilter, "cursor">, fc.Arbitrary<unknown>>,
  { requiredKeys: [] },
) as fc.Arbitrary<SearchFilter>;

test("HTTP search equals a naive filter, newest first, for any parameters", async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const expected = published.filter((one) => matches(one, filter, entities));
      const { limit = 20 } = filter;
      const answer = await searchFor(filter);
      expect(answer.matched).toBe(expected.length);
      expect(answer.returned).toBe(answer.reviews.length);
      expect(answer.reviews).toEqual(expected.slice(0, limit));
      expect(answer.next_cursor !== undefined).toBe(expected.length > limit);
    }),
    { numRuns: 600 },
  );
});

test("cursor pages join without gaps or repeats", async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 1, max: 9 }), async (filter, pageSize) => {
      const expected = published.filter((one) => matches(one, filter, entities)).map(({ id }) => id);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await searchFor({
          ...filter,
          limit: Math.max(pageSize, Math.ceil(expected.length / 12)),
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(page.matched).toBe(expected.length);
        seen.push(...page.reviews.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(expected);
    }),
    { numRuns: 80 },
  );
});

test("since(d) contains since(d+1), and both contain exactly the reviews since their date", async () => {
  let before: readonly Review[] | undefined;
  for (let day = 1; day <= 28; day += 1) {
    const since = `2026-02-${String(day).padStart(2, "0")}`;
    const answer = await send(running.port, `/api/reviews/since/${since}`);
    const { reviews: found, count } = JSON.parse(answer.body.toString("utf8")) as {
      reviews: Review[];
      count: number;
    };
    expect(found).toEqual(published.filter((one) => one.date >= since));
    expect(count).toBe(found.length);
    if (before !== undefined) expect(before.slice(0, found.length)).toEqual(found);
    before = found;
  }
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(running.port, path, headers, method);

describe("search over HTTP", () => {
  test("fits its published schema, returns whole reviews, and honors its entity tag", async () => {
    const answer = await get("/api/reviews/search?rating=5&limit=3");
    expect(check(PUBLISHED_SCHEMAS.search)(JSON.parse(answer.body.toString("utf8")))).toMatchObject({
      ok: true,
    });
    const etag = answer.headers.etag ?? "";
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await get("/api/reviews/search?rating=5&limit=3", { "if-none-match": tag });
      expect(again.status, tag).toBe(304);
      expect(again.headers.etag).toBe(etag);
      expect(again.headers["cache-control"]).toBe(answer.headers["cache-control"]);
      expect(again.body.length).toBe(0);
    }
    expect((await get("/api/reviews/search?rating=5&limit=3", { "if-none-match": '"x"' })).status).toBe(200);
    expect((await get("/api/reviews/search?rating=4&limit=3", { "if-none-match": etag })).status).toBe(200);
    const head = await get("/api/reviews/search?rating=5&limit=3", {}, "HEAD");
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers["content-length"]).toBe(answer.headers["content-length"]);
  });

  test.for([
    ["limit=0", "limit", "minimum"],
    ["limit=101", "limit", "maximum"],
    ["limit=ten", "limit", "type"],
    ["limit=5.0", "limit", "type"],
    ["limit=", "limit", "empty"],
    ["rating=0", "rating", "minimum"],
    ["rating=6", "rating", "maximum"],
    ["rating=4.5", "rating", "type"],
    ["min_rating=NaN", "min_rating", "type"],
    ["min_rating=5.1", "min_rating", "maximum"],
    ["since=2026-02-30", "since", "format"],
    ["until=yesterday", "until", "format"],
    ["query=", "query", "empty"],
    [`query=${"x".repeat(201)}`, "query", "maxLength"],
    ["rating=5&rating=5", "rating", "repeated"],
    ["ratings=5", "ratings", "unknown"],
    ["__proto__=5", "__proto__", "unknown"],
    ["cursor=abc", "cursor", "cursor"],
  ] as const)("%s is refused: %s %s", async ([params, path, code]) => {
    const answer = await get(`/api/reviews/search?${params}`);
    expect(answer.status).toBe(400);
    const problem = JSON.parse(answer.body.toString("utf8")) as { issues: { path: string; code: string }[] };
    expect(check(PUBLISHED_SCHEMAS.problem)(problem)).toMatchObject({ ok: true });
    expect(problem.issues).toEqual([expect.objectContaining({ path, code })]);
  });

  test("an unknown parameter gets a suggestion, and all issues are reported at once", async () => {
    const answer = await get("/api/reviews/search?min_ratings=2&limit=0&mention_technician=Ana");
    const { issues } = JSON.parse(answer.body.toString("utf8")) as { issues: { message: string }[] };
    expect(issues.map(({ message }) => message)).toEqual([
      "is not a parameter; did you mean min_rating?",
      "is not a parameter; did you mean mentions_technician?",
      "must be at least 1",
    ]);
  });

  test("a cursor belongs to its filters", async () => {
    const { next_cursor } = await searchFor({ rating: 5, limit: 1 });
    expect(next_cursor).toBeDefined();
    const answer = await get(`/api/reviews/search?rating=4&cursor=${next_cursor}`);
    expect(answer.status).toBe(400);
    expect(answer.body.toString("utf8")).toContain("belongs to other filters");
  });

  test("more than 16 parameters are refused", async () => {
    const answer = await get(
      `/api/reviews/search?${Array.from({ length: 17 }, (_, index) => `p${index}=1`).join("&")}`,
    );
    expect(answer.status).toBe(400);
  });
});
