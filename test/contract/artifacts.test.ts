import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check } from "../../model/check.ts";
import { TOPICS } from "../../model/topics.ts";
import { PUBLISHED_SCHEMAS } from "../../model/documents.ts";
import { artifactsOf, buildOrFail, readArtifact, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const folder = emptyFolder();
const dist = join(folder, "dist");
let running: Running;

beforeAll(async () => {
  const reviews = Array.from({ length: 90 }, (_, index) =>
    review({ date: `2026-03-${10 + (index % 12)}`, text: `No. ${index} great ş` }),
  );
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "all.json": reviews } }), dist);
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(running.port, path, headers, method);

describe("every artifact", () => {
  test("has each representation, with the validators and the length of the manifest", async () => {
    for (const [path, artifact] of artifactsOf(readManifestOf(dist))) {
      const plain = await get(path);
      expect(plain.body.equals(readArtifact(dist, path)), path).toBe(true);
      expect(plain.headers, path).toMatchObject({
        etag: artifact.etag,
        "content-type": artifact.media_type,
        "content-length": String(artifact.bytes),
        "last-modified": new Date(artifact.last_modified).toUTCString(),
        vary: "Accept-Encoding",
        "cache-control": "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
      });
      for (const [coding, decode] of [
        ["gzip", gunzipSync],
        ["br", brotliDecompressSync],
      ] as const) {
        const listed = artifact.encodings[coding];
        if (!listed) continue;
        const coded = await get(path, { "accept-encoding": coding });
        expect(coded.headers, `${path} ${coding}`).toMatchObject({
          etag: listed.etag,
          "content-encoding": coding,
          "content-length": String(listed.bytes),
        });
        expect(decode(coded.body).equals(plain.body), `${path} ${coding}`).toBe(true);
      }
    }
  });

  test("answers HEAD like GET, without the body", async () => {
    for (const path of [
      "/reviews.json",
      "/",
      "/feed.xml",
      "/api/reviews/since/2026-03-15",
      "/api/reviews/since/2020-01-01",
    ]) {
      const [head, whole] = await Promise.all([get(path, {}, "HEAD"), get(path)]);
      const { date: _, ...headers } = head.headers;
      expect(whole.headers, path).toMatchObject(headers);
      expect(head, path).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    }
  });
});

test("the three topics link themselves first and then the hub", async () => {
  for (const { path, mediaType } of TOPICS) {
    const { headers } = await get(path);
    const base = "https://reviews.harbour-lane.example";
    expect(headers["link"]).toBe(`<${base}${path}>; rel="self", <${base}/api/websub/hub>; rel="hub"`);
    expect(headers["content-type"]).toBe(mediaType);
  }
});

describe("content codings", () => {
  test.for([
    [undefined, undefined],
    ["", undefined],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["br, gzip", "br"],
    ["gzip, br", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["gzip;q=0.5, identity;q=0.7", undefined],
    ["*", "br"],
    ["*;q=0.1, br;q=0", "gzip"],
    ["gzip;q=0", undefined],
    ["deflate, zstd", undefined],
    ["gzip;q=2, br;q=abc", undefined],
    ["identity;q=0, gzip", "gzip"],
  ] as const)("Accept-Encoding %j gets %j", async ([field, coding]) => {
    const { status, headers } = await get(
      "/reviews.json",
      field === undefined ? {} : { "accept-encoding": field },
    );
    expect({ status, coding: headers["content-encoding"] }).toEqual({ status: 200, coding });
  });

  test.for(["identity;q=0", "*;q=0", "br;q=0, gzip;q=0, identity;q=0"])(
    "%j refuses every representation: 406",
    async (field) => {
      const { status, headers } = await get("/reviews.json", { "accept-encoding": field });
      expect(status).toBe(406);
      expect(headers["access-control-allow-origin"]).toBe("*");
    },
  );
});

describe("refusals have the same shape everywhere", () => {
  test.for([
    ["/nothing", "GET", 404],
    ["/api/reviews/since/", "GET", 400],
    ["/api/reviews/since/2026-02-30", "GET", 400],
    ["/api/reviews/since/2026-2-3", "GET", 400],
    ["/api/reviews/since/..%2f..%2fmanifest.json", "GET", 400],
    ["/api/reviews/since/2026-03-01%00", "GET", 400],
    ["/reviews.json", "POST", 405],
    ["/reviews.json", "DELETE", 405],
    ["/api/reviews/since/2026-03-01", "PUT", 405],
    ["/healthz", "POST", 405],
    ["/%", "GET", 400],
  ] as const)("%s %s: %i", async ([path, method, status]) => {
    const answer = await get(path, {}, method);
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["allow"] !== undefined).toBe(status === 405);
    const problem = JSON.parse(answer.body.toString("utf8")) as object;
    expect(check(PUBLISHED_SCHEMAS.problem)(problem)).toMatchObject({ ok: true });
    expect(problem).toMatchObject({ status });
    expect(answer.body.toString("utf8")).not.toContain("127.0.0.1");
  });

  test("a browser that follows a dead link gets the 404 page", async () => {
    const answer = await get("/nothing", { accept: "text/html,*/*" });
    expect(answer.status).toBe(404);
    expect(answer.body.toString("utf8")).toContain("<h1>Page not found</h1>");
  });
});

test("every path answers the CORS preflight", async () => {
  for (const path of ["/reviews.json", "/api/reviews/since/2026-03-01", "/healthz", "/nothing"]) {
    const { status, headers } = await get(
      path,
      { origin: "https://a.example", "access-control-request-method": "GET" },
      "OPTIONS",
    );
    expect(status, path).toBe(204);
    expect(headers["access-control-allow-origin"], path).toBe("*");
    expect(headers["access-control-allow-headers"], path).toContain("If-None-Match");
  }
});

test("an Authorization header is ignored", async () => {
  expect((await get("/reviews.json", { authorization: "Bearer x" })).status).toBe(200);
});

test("health and readiness", async () => {
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(200);
  const empty = await startSidecar(join(folder, "nowhere"));
  expect((await send(empty.port, "/readyz")).status).toBe(503);
  expect((await send(empty.port, "/healthz")).status).toBe(200);
  expect((await send(empty.port, "/reviews.json")).status).toBe(503);
  await empty.stop();
});
