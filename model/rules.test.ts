import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { brotliEnding } from "./brotli.ts";
import { addDays, dateTimeOf, isCalendarDate } from "./calendar-date.ts";
import { ENTITIES_PATH, ENTITY_KINDS, ownFirstName } from "./entities.ts";
import { forgetOldest } from "./forget-oldest.ts";
import { isNestedDeeper } from "./json-depth.ts";
import { type Artifact, CODINGS, etagOf, fileOf, MANIFEST_PATH, releaseOf, sha256Hex } from "./manifest.ts";
import { MCP_PATH, MCP_SERVER, SESSION_REVISIONS, STATELESS_REVISION } from "./mcp.ts";
import { nearest } from "./nearest.ts";
import { withheldDigest } from "./policy.ts";
import { isReviewPage, isWithheldPage, newestFirst, reviewPath } from "./review.ts";
import { CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY } from "./served-headers.ts";
import { SINCE_INDEX_PATH, SINCE_OPENING, SINCE_PATH, sinceTail } from "./since.ts";
import { HUB_PATH, isTopicPath, topicLinks, TOPICS } from "./topics.ts";

test("reviews are ordered by date, then by id, both descending", () => {
  const rows = ["2026-01-01 a", "2026-01-02 a", "2026-01-01 b", "2025-12-31 c", "2026-01-01 a"].map((row) => {
    const [date = "", id = ""] = row.split(" ");
    return { date, id };
  });
  expect(rows.toSorted(newestFirst).map(({ date, id }) => `${date} ${id}`)).toEqual([
    "2026-01-02 a",
    "2026-01-01 b",
    "2026-01-01 a",
    "2026-01-01 a",
    "2025-12-31 c",
  ]);
  expect(newestFirst({ date: "2026-01-01", id: "a" }, { date: "2026-01-01", id: "a" })).toBe(0);
});

test("a review page lies below the folder of reviews", () => {
  expect(reviewPath("A")).toBe("/reviews/A/");
  expect(["/reviews/A/", "/reviews/page/2/"].every(isReviewPage)).toBe(true);
  expect(["/reviews/", "/reviews", "/x/reviews/A/"].some(isReviewPage)).toBe(false);
});

test("a date-time of a day is its first instant", () => {
  const day = "2026-02-28";
  expect(isCalendarDate(day) && dateTimeOf(addDays(day, 1))).toBe("2026-03-01T00:00:00Z");
});

describe("paths and headers", () => {
  test("topics name themselves before the hub", () => {
    expect(TOPICS.map(({ path, mediaType }) => `${path} ${mediaType}`)).toEqual([
      "/feed.xml application/atom+xml; charset=utf-8",
      "/api/feed.json application/json; charset=utf-8",
      "/reviews.json application/json; charset=utf-8",
    ]);
    expect(isTopicPath("/feed.xml")).toBe(true);
    expect(isTopicPath("/insights.json")).toBe(false);
    expect(topicLinks("https://a.example", "/feed.xml")).toBe(
      '<https://a.example/feed.xml>; rel="self", <https://a.example/api/websub/hub>; rel="hub"',
    );
  });

  test("paths on the wire", () => {
    expect([HUB_PATH, MCP_PATH, SINCE_PATH, SINCE_INDEX_PATH, MANIFEST_PATH, ENTITIES_PATH]).toEqual([
      "/api/websub/hub",
      "/mcp",
      "/api/reviews/since/",
      "/api/reviews/since/index.json",
      "/manifest.json",
      "/api/entities.json",
    ]);
    expect(ENTITY_KINDS).toEqual(["technicians", "services", "service_areas"]);
  });

  test("names and revisions of the MCP server", () => {
    expect(MCP_SERVER).toEqual({
      name: "verified-reviews",
      title: "Reviews of one business",
      version: "1.0.0",
    });
    expect(SESSION_REVISIONS).toEqual(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
    expect(STATELESS_REVISION).toBe("2026-07-28");
  });

  test("headers of every answer", () => {
    expect(CACHE_CONTROL).toBe("public, max-age=60, stale-while-revalidate=300, stale-if-error=86400");
    expect(REFERRER_POLICY).toBe("strict-origin-when-cross-origin");
    expect(CONTENT_SECURITY_POLICY.split("; ").toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  test("a body since a date opens and ends as JSON", () => {
    const since = "2026-03-01";
    const body = isCalendarDate(since) ? `${SINCE_OPENING.toString()}${sinceTail(since, 0).toString()}` : "";
    expect(JSON.parse(body)).toEqual({ reviews: [], since, count: 0 });
    expect(body.endsWith("\n")).toBe(true);
  });
});

describe("the manifest", () => {
  const artifact: Artifact = {
    media_type: "text/plain",
    bytes: 1,
    sha256: "a".repeat(64),
    etag: '"a"',
    last_modified: "2026-01-01T00:00:00Z",
    encodings: {},
  };

  test("a path names a file, with a suffix for its coding", () => {
    expect(CODINGS).toEqual(["br", "gzip"]);
    expect(fileOf("/reviews.json")).toBe("reviews.json");
    expect(fileOf("/reviews/", "br")).toBe("reviews/index.html.br");
    expect(fileOf("/feed.xml", "gzip")).toBe("feed.xml.gz");
  });

  test("an entity tag is the start of the digest in quotes", () => {
    const digest = sha256Hex(Buffer.from("abc"));
    expect(digest).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(etagOf(digest)).toBe('"ba7816bf8f01cfea414140de5dae2223"');
  });

  test("the release is a digest of origin and artifacts, whatever the order of the paths", () => {
    const base_url = "https://a.example";
    const release = releaseOf({ base_url, artifacts: { "/b": artifact, "/a": artifact }, segments: [] });
    const json = JSON.stringify(artifact);
    const text = `https://a.example\n/a\n${json}\n/b\n${json}\n[]`;
    expect(release).toBe(createHash("sha256").update(text).digest("hex").slice(0, 16));
    expect(releaseOf({ base_url, artifacts: { "/a": artifact, "/b": artifact }, segments: [] })).toBe(
      release,
    );
  });
});

describe("small rules", () => {
  test("the oldest entries go until the bound is kept", () => {
    const kept = new Map([1, 2, 3, 4].map((key) => [key, key]));
    forgetOldest(kept, 4);
    expect([...kept.keys()]).toEqual([1, 2, 3, 4]);
    forgetOldest(kept, 2);
    expect([...kept.keys()]).toEqual([3, 4]);
  });

  test.for([
    ["[[[]]]", 3, false],
    ["[[[]]]", 2, true],
    ['{"a":{"b":[]}}', 3, false],
    ['{"a":{"b":[]}}', 2, true],
    ["[[],[],[],[]]", 2, false],
    ["[{},{},{}]", 2, false],
    ['["[[[[["]', 1, false],
    [String.raw`["\"[[[[","\\",[]]`, 2, false],
    [String.raw`["\\",[[[]]]]`, 3, true],
    ["]]]", 1, false],
    ["[[", 2, false],
    ["[[[", 3, false],
  ] as const)("%s is nested deeper than %i levels: %s", ([json, levels, isDeeper]) => {
    expect(isNestedDeeper(json, levels)).toBe(isDeeper);
  });

  test.for([
    ["ratng", ["rating", "author"], "rating"],
    ["RATING", ["author", "rating"], "rating"],
    ["tex", ["text", "test"], "text"],
    ["abc", ["xyz"], undefined],
    ["ab", ["abcd"], "abcd"],
    ["a", ["abcd"], undefined],
    ["min_ratig_x", ["min_rating"], "min_rating"],
    ["", [], undefined],
    [`${"a".repeat(64)}bbbb`, ["a".repeat(64)], "a".repeat(64)],
  ] as const)("%j is most likely one of %j: %s", ([word, known, meant]) => {
    expect(nearest(word, known)).toBe(meant);
  });

  test("the own first name of a technician is shared with no other", () => {
    const [ana, ANA, bo, cher] = [
      { id: "1", name: "Ana Silva" },
      { id: "2", name: "ANA Reed" },
      { id: "3", name: "Bo  Lee" },
      { id: "4", name: "Cher" },
    ] as const;
    expect(ownFirstName(ana, [ana, bo])).toBe("Ana");
    expect(ownFirstName(ana, [ana, ANA])).toBeUndefined();
    expect(ownFirstName(bo, [ana, bo, cher])).toBe("Bo");
    expect(ownFirstName(cher, [ana, cher])).toBeUndefined();
    const doctor = { id: "5", name: "Dr. Ana Chen" };
    expect(ownFirstName(doctor, [doctor, bo])).toBe("Ana");
    expect(ownFirstName(doctor, [doctor, ana])).toBeUndefined();
  });

  test("a brotli ending holds 1 to 65,536 bytes", () => {
    expect(() => brotliEnding(new Uint8Array(0))).toThrow("a tail has 1 to 65,536 bytes");
    expect(() => brotliEnding(new Uint8Array(65_537))).toThrow(RangeError);
    const ending = brotliEnding(new Uint8Array(65_536));
    expect([...ending.subarray(0, 3), ...ending.subarray(-1)]).toEqual([0xf8, 0xff, 0x0f, 0x03]);
  });
});

test("only the page of a withheld review is one", () => {
  const id = "01HZZZZZZZZZZZZZZZZZZZZZZZ";
  const digests = new Set([withheldDigest(id)]);
  const isWithheld = (path: string): boolean => isWithheldPage(path, digests);
  expect([`/reviews/${id}/`, `/reviews/${id}`].every(isWithheld)).toBe(true);
  const others = [
    `/x/reviews/${id}/`,
    `/reviews/${id}/x`,
    "/reviews/01HZZZZZZZZZZZZZZZZZZZZZZY/",
    "/reviews/",
  ];
  expect(others.some(isWithheld)).toBe(false);
  expect(isWithheldPage(`/reviews/${id}/`, undefined)).toBe(false);
});
