import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrFail, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const folder = emptyFolder();
const dist = join(folder, "dist");
let running: Running;

beforeAll(async () => {
  const reviews = Array.from({ length: 40 }, (_, index) =>
    review({ date: `2026-03-${10 + (index % 12)}`, text: `No. ${index} great` }),
  );
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "all.json": reviews } }), dist);
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

const LAST_MODIFIED = "Sat, 21 Mar 2026 00:00:00 GMT";
const OLDER = "Fri, 20 Mar 2026 23:59:59 GMT";

/** RFC 9110 section 13, row by row. `E` stands for the entity tag of the requested representation. */
const TABLE: readonly [rule: string, headers: Record<string, string>, status: number][] = [
  ["13.1.2 the current tag", { "if-none-match": "E" }, 304],
  ["13.1.2 weak comparison", { "if-none-match": "W/E" }, 304],
  ["13.1.2 another tag", { "if-none-match": '"other"' }, 200],
  ["13.1.2 a list, first", { "if-none-match": 'E, "b"' }, 304],
  ["13.1.2 a list, last, no space", { "if-none-match": '"a",W/"b",E' }, 304],
  ["13.1.2 empty members", { "if-none-match": ', , "a",, E ,' }, 304],
  ["8.8.3 a comma inside a tag", { "if-none-match": '"a,b", E' }, 304],
  ["8.8.3 a comma inside a tag is not a separator", { "if-none-match": '"a,E-' }, 200],
  ["13.1.2 any", { "if-none-match": "*" }, 304],
  ["13.1.2 * is not a member of a list", { "if-none-match": '"a", *' }, 200],
  ["8.8.3 a tag without quotes is invalid", { "if-none-match": "UNQUOTED" }, 200],
  ["8.8.3 lower-case w/ is invalid", { "if-none-match": "w/E" }, 200],
  ["8.8.3 tags without a comma are not a list", { "if-none-match": '"a" E' }, 200],
  ["8.8.3 an empty field", { "if-none-match": "" }, 200],
  ["13.1.3 the same second", { "if-modified-since": LAST_MODIFIED }, 304],
  ["13.1.3 earlier", { "if-modified-since": OLDER }, 200],
  ["13.1.3 later", { "if-modified-since": "Sun, 22 Mar 2026 00:00:00 GMT" }, 304],
  ["13.1.3 in the future", { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }, 304],
  ["5.6.7 RFC 850 form", { "if-modified-since": "Sunday, 22-Mar-26 00:00:00 GMT" }, 304],
  ["5.6.7 asctime form", { "if-modified-since": "Sun Mar 22 00:00:00 2026" }, 304],
  ["5.6.7 asctime form, one-digit day", { "if-modified-since": "Wed Apr  1 00:00:00 2026" }, 304],
  ["13.1.3 not an HTTP-date: ISO 8601", { "if-modified-since": "2026-03-22T00:00:00Z" }, 200],
  ["13.1.3 not an HTTP-date: another zone", { "if-modified-since": "Sun, 22 Mar 2026 00:00:00 CET" }, 200],
  ["13.1.3 not an HTTP-date: lower case", { "if-modified-since": "sun, 22 mar 2026 00:00:00 gmt" }, 200],
  ["13.1.3 a day that does not exist", { "if-modified-since": "Tue, 31 Apr 2026 00:00:00 GMT" }, 200],
  ["13.1.3 several values", { "if-modified-since": `${LAST_MODIFIED}, ${LAST_MODIFIED}` }, 200],
  ["13.2.2 If-None-Match first: matches", { "if-none-match": "E", "if-modified-since": OLDER }, 304],
  [
    "13.2.2 If-None-Match first: does not",
    { "if-none-match": '"x"', "if-modified-since": LAST_MODIFIED },
    200,
  ],
  [
    "13.1.3 ignored next to an invalid If-None-Match",
    { "if-none-match": "x", "if-modified-since": LAST_MODIFIED },
    200,
  ],
  ["13.1.1 If-Match, current", { "if-match": "E" }, 200],
  ["13.1.1 If-Match, any", { "if-match": "*" }, 200],
  ["13.1.1 If-Match, strong comparison", { "if-match": "W/E" }, 412],
  ["13.1.1 If-Match, another", { "if-match": '"x"' }, 412],
  ["13.2.2 If-Match holds, then If-None-Match", { "if-match": "E", "if-none-match": "E" }, 304],
  ["13.1.4 If-Unmodified-Since, changed since", { "if-unmodified-since": OLDER }, 412],
  ["13.1.4 If-Unmodified-Since, not changed", { "if-unmodified-since": LAST_MODIFIED }, 200],
  ["13.2.2 If-Match beats If-Unmodified-Since", { "if-match": "E", "if-unmodified-since": OLDER }, 200],
];

const RESOURCES = [
  "/reviews.json",
  "/feed.xml",
  "/",
  "/api/reviews/since/2026-03-20",
  "/api/reviews/since/2026-03-11",
  "/api/reviews/since/2019-01-01",
];
const CODINGS = ["identity", "gzip", "br"];

const SEARCH = "/api/reviews/search?rating=5&limit=3";

describe.for([...RESOURCES, SEARCH])("%s", (path) => {
  test.for(CODINGS)("as %s: every row, GET and HEAD", async (coding) => {
    const accept = { "accept-encoding": coding };
    const whole = await send(running.port, path, accept);
    const etag = whole.headers.etag ?? "";
    const wrong: string[] = [];
    for (const [rule, row, status] of TABLE) {
      const headers = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value.replace("E", etag)]),
      );
      for (const method of ["GET", "HEAD"]) {
        const answer = await send(running.port, path, { ...accept, ...headers }, method);
        if (answer.status !== status) wrong.push(`${rule} (${method}): ${answer.status}, not ${status}`);
        if (answer.status === 304 && answer.body.length > 0) wrong.push(`${rule}: a 304 with a body`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("a 304 repeats validators, caching and Vary, and describes no content (15.4.5)", async () => {
    const whole = await send(running.port, path, { "accept-encoding": "gzip" });
    const answer = await send(running.port, path, {
      "accept-encoding": "gzip",
      "if-none-match": whole.headers.etag ?? "",
    });
    expect(answer.status).toBe(304);
    for (const name of [
      "etag",
      "last-modified",
      "cache-control",
      "vary",
      "access-control-allow-origin",
      "link",
    ] as const) {
      expect(answer.headers[name], name).toBe(whole.headers[name]);
    }
    for (const name of ["content-type", "content-length", "content-encoding"] as const) {
      expect(answer.headers[name], name).toBeUndefined();
    }
  });
});

test.for(RESOURCES)("%s: the tag of one coding is not the tag of another (8.8.3.3)", async (path) => {
  const gzip = await send(running.port, path, { "accept-encoding": "gzip" });
  const answer = await send(running.port, path, { "if-none-match": gzip.headers.etag ?? "" });
  expect(answer.status).toBe(200);
});

test("an invalid date is 400 regardless of conditions (13.2.1)", async () => {
  const answer = await send(running.port, "/api/reviews/since/2026-02-30", { "if-none-match": "*" });
  expect(answer.status).toBe(400);
});

test("the table is about this release", () => {
  expect(readManifestOf(dist).artifacts["/reviews.json"]?.last_modified).toBe("2026-03-21T00:00:00Z");
});
