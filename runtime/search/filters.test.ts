import { describe, expect, test } from "vitest";
import { newestFirst, type Review } from "../../model/review.ts";
import { matches, type SearchFilter } from "../../model/search-filter.ts";
import { review } from "../../test/support/insights.ts";
import { publishedJson, reviewTableOf } from "../../test/support/review-table.ts";
import { parseSearchParams } from "./params.ts";
import type { ReviewTable } from "./review-table.ts";
import { OverloadError } from "../loop/time-slices.ts";
import { cursorAfter } from "./cursor.ts";
import { matchingRows, renderSearchPage, search } from "./search.ts";

const technicians = [
  { id: "ana", name: "Ana Silva", aliases: ["Ana"] },
  { id: "ann", name: "Ann Reed", aliases: ["Ana"] },
];
const services = [{ id: "drain", name: "Drain cleaning", aliases: ["clog"] }];

/** Six days with up to four reviews each: all ratings, some without text, some with mentions. */
const REVIEWS: readonly Review[] = Array.from({ length: 16 }, (_, index) =>
  review({
    id: `01J${String((index * 7) % 16).padStart(23, "0")}`,
    date: `2026-0${index % 3 === 0 ? 2 : 3}-${10 + (index % 4)}`,
    rating: 1 + (index % 5),
    text: index % 4 === 3 ? null : (["Great work.", "Straße, GREAT", "poor"][index % 3] ?? null),
    mentions: {
      technicians: index % 3 === 0 ? ["ana"] : index % 5 === 0 ? ["ann"] : [],
      services: index % 2 === 0 ? ["drain"] : [],
      service_areas: [],
    },
  }),
).toSorted(newestFirst);

const tableOf = (reviews: readonly Review[]): ReviewTable =>
  reviewTableOf(reviews, { technicians, services });

const table = tableOf(REVIEWS);
const pageOf = async (filter: SearchFilter) => {
  const page = await search(table, filter);
  if (!page.ok) throw new Error(JSON.stringify(page.error));
  return page.value;
};
const issueOf = async (filter: SearchFilter): Promise<unknown> => {
  const page = await search(table, filter);
  return page.ok ? undefined : page.error[0];
};

test("every combination of filters finds the rows that match by definition", async () => {
  const options: Readonly<Record<string, readonly unknown[]>> = {
    rating: [undefined, 1, 5],
    min_rating: [undefined, 2, 3.5],
    since: [undefined, "2026-02-12", "2026-03-11", "2026-04-01"],
    until: [undefined, "2026-03-12", "2026-02-11", "2026-01-01"],
    query: [undefined, "GREAT", "straße"],
    mentions_technician: [undefined, "Ana", "ann", "nobody"],
    mentions_service: [undefined, "CLOG"],
  };
  let filters: object[] = [{}];
  for (const [name, values] of Object.entries(options))
    filters = filters.flatMap((filter) =>
      values.map((value) => (value === undefined ? filter : { ...filter, [name]: value })),
    );
  const searchable = { technicians, services };
  for (const filter of filters as SearchFilter[]) {
    const rows = REVIEWS.flatMap((one, row) => (matches(one, filter, searchable) ? [row] : []));
    expect([...(await matchingRows(table, filter))], JSON.stringify(filter)).toEqual(rows);
  }
});

describe("pages", () => {
  test("hold twenty rows unless the limit says otherwise, and the cursor leads through all of them", async () => {
    expect((await pageOf({})).rows).toHaveLength(16);
    for (const limit of [1, 3, 15, 16, 17]) {
      const rows: number[] = [];
      let page = await pageOf({ limit });
      rows.push(...page.rows);
      while (page.nextCursor !== undefined) {
        expect(page).toMatchObject({ matched: 16 });
        page = await pageOf({ limit, cursor: page.nextCursor });
        rows.push(...page.rows);
      }
      expect(rows).toEqual(REVIEWS.map((_, row) => row));
    }
    expect(await pageOf({ limit: 16 })).not.toHaveProperty("nextCursor");
    expect(await pageOf({ query: "nowhere" })).toEqual({ matched: 0, rows: [] });
  });

  test("a cursor continues after a review that has left, among reviews of its day", async () => {
    const filter = { limit: 2 };
    for (const [row, gone] of REVIEWS.entries()) {
      const cursor = cursorAfter(table, row, filter);
      const without = REVIEWS.filter((one) => one !== gone);
      const page = await search(tableOf(without), { limit: 20, cursor });
      expect(page).toMatchObject({ ok: true, value: { rows: without.map((_, at) => at).slice(row) } });
    }
  });

  test("a cursor of other filters, of another service or with a foreign form is refused", async () => {
    const other = {
      path: "cursor",
      code: "cursor",
      message: "belongs to other filters; leave it out to start again",
    };
    const cursor = cursorAfter(table, 0, { rating: 5, query: "a" });
    expect(await issueOf({ rating: 5, query: "a", cursor })).toBeUndefined();
    expect(await issueOf({ query: "a", rating: 5, cursor, limit: 1 })).toBeUndefined();
    expect(await issueOf({ rating: 5, query: "b", cursor })).toEqual(other);
    const message = "is not a cursor of this service; leave it out to start again";
    const plain = Buffer.from(cursor, "base64url").toString("latin1");
    for (const text of ["", "x", `x${plain}`, `${plain}x`, plain.replace(".", "-"), plain.slice(1)])
      expect(
        await issueOf({ rating: 5, query: "a", cursor: Buffer.from(text).toString("base64url") }),
      ).toEqual({
        ...other,
        message,
      });
  });

  test("a page is rendered with the reviews as they stand in reviews.json", async () => {
    const [first, second] = REVIEWS.map((one) => publishedJson(one));
    const page = await pageOf({ limit: 2 });
    expect(renderSearchPage(table, page).toString()).toBe(
      `{"matched":16,"returned":2,"reviews":[${first},${second}],"next_cursor":"${page.nextCursor}"}\n`,
    );
    expect(renderSearchPage(table, { matched: 0, rows: [] }).toString()).toBe(
      '{"matched":0,"returned":0,"reviews":[]}\n',
    );
  });
});

test("a row is found by its id, and no other id has one", () => {
  for (const [row, { id }] of REVIEWS.entries()) {
    expect(table.idOf(row)).toBe(id);
    expect(table.rowOf(id)).toBe(row);
    expect(table.bytesOf(row).toString()).toBe(publishedJson(REVIEWS[row] as Review));
  }
  expect(table.rowOf("01J99999999999999999999999")).toBeUndefined();
});

test("the rows of the sixteen latest searches are kept", async () => {
  const own = tableOf(REVIEWS);
  for (let count = 0; count < 40; count += 1) await search(own, { query: `q${count}` });
  expect([...own.recentSearches.keys()]).toHaveLength(16);
  const rows = matchingRows(own, { query: "q39" });
  expect(matchingRows(own, { query: "q39", limit: 5 })).toBe(rows);
});

test("a search goes on while one of those who share it waits, and is forgotten when all have gone", async () => {
  const own = tableOf(REVIEWS);
  const filter = { query: "shared" };
  const shared = matchingRows(own, filter, () => false);
  expect(matchingRows(own, filter, () => true)).toBe(shared);
  expect([...(await shared)]).toEqual([]);
  await expect(matchingRows(own, { query: "left" }, () => false)).rejects.toThrow(OverloadError);
  expect([...(await matchingRows(own, { query: "left" }))]).toEqual([]);
});

test("no letter is found in a review without a text", async () => {
  const without = REVIEWS.flatMap(({ text }, row) => (text === null ? [row] : []));
  for (const query of "abcdefghijklmnopqrstuvwxyz ")
    for (const row of await matchingRows(table, { query })) expect(without).not.toContain(row);
});

test("a table without reviews finds nothing", async () => {
  const none = tableOf([]);
  expect([none.rows, await search(none, {})]).toEqual([0, { ok: true, value: { matched: 0, rows: [] } }]);
});

describe("parameters", () => {
  const parsed = (query: string): unknown => {
    const result = parseSearchParams(new URLSearchParams(query));
    return result.ok ? result.value : result.error;
  };
  const issue = (path: string, code: string, message: string): object => ({ path, code, message });
  const names =
    "rating, min_rating, since, until, query, mentions_technician, mentions_service, limit, cursor";

  test.for([
    ["", {}],
    ["rating=5&limit=3", { rating: 5, limit: 3 }],
    ["min_rating=3.5&query=+a+b", { min_rating: 3.5, query: " a b" }],
    ["since=2026-01-01&until=2026-02-01", { since: "2026-01-01", until: "2026-02-01" }],
    ["query=5", { query: "5" }],
    ["ratng=5", [issue("ratng", "unknown", "is not a parameter; did you mean rating?")]],
    ["zzzzzzzz=5", [issue("zzzzzzzz", "unknown", `is not a parameter; there are ${names}`)]],
    [`${"z".repeat(70)}=5`, [issue("z".repeat(64), "unknown", `is not a parameter; there are ${names}`)]],
    ["rating=5&rating=5", [issue("rating", "repeated", "may be given only once")]],
    ["query=", [issue("query", "empty", "must not be empty")]],
    ["rating=x", [issue("rating", "type", "must be a whole number")]],
    ["min_rating=five", [issue("min_rating", "type", "must be a number")]],
    ["min_rating=x3.5", [issue("min_rating", "type", "must be a number")]],
    ["min_rating=3.5x", [issue("min_rating", "type", "must be a number")]],
    ["min_rating=3.", [issue("min_rating", "type", "must be a number")]],
    ["rating=4.5", [issue("rating", "type", "must be a whole number")]],
    ["min_rating=3", { min_rating: 3 }],
    ["min_rating=3.25&limit=100", { min_rating: 3.25, limit: 100 }],
  ] as const)("%s", ([query, expected]) => {
    expect(parsed(query)).toEqual(expected);
  });

  test.for(["5.0e0", " 5", "0x5", "5 ", "+5", "", "5x", "x5"])("%j is no number", (rating) => {
    expect(parsed(new URLSearchParams({ rating }).toString())).toMatchObject([{ path: "rating" }]);
  });

  test("a value out of bounds is an issue of its own", () => {
    expect(parsed("min_rating=10.5")).toMatchObject([{ path: "min_rating", code: "maximum" }]);
    expect(parsed("limit=-5")).toMatchObject([{ path: "limit", code: "minimum" }]);
    expect(parsed("rating=6&since=2026-02-30&x=1")).toMatchObject([
      { path: "x", code: "unknown" },
      { path: "rating", code: "maximum" },
      { path: "since", code: "format" },
    ]);
  });

  test("there may be sixteen parameters", () => {
    const many = (count: number): string => Array.from({ length: count }, () => "query=a").join("&");
    expect(parsed(many(16))).toEqual([issue("query", "repeated", "may be given only once")]);
    expect(parsed(many(17))).toEqual([issue("", "maxParameters", "there may be at most 16 parameters")]);
  });
});
