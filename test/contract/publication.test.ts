import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ReviewsDocument, SinceDocument, SinceIndex } from "../../model/documents.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import { CODINGS, etagOf, fileOf, sha256Hex } from "../../model/manifest.ts";
import { newestFirst } from "../../model/review.ts";
import { dateSpans } from "../../model/since.ts";
import { check } from "../../model/check.ts";
import { PUBLISHED_SCHEMAS } from "../../model/documents.ts";
import {
  artifactsOf,
  buildOrFail,
  decode,
  readArtifact,
  readJsonOf,
  readManifestOf,
} from "../support/build.ts";
import { emptyFolder, ROOT } from "../support/content.ts";

/** The sample content, published once: the output of a newcomer's first build. */
const dist = join(emptyFolder(), "dist");
const content = join(ROOT, "content");

beforeAll(() => {
  buildOrFail(content, dist);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

interface Feed {
  readonly items: { readonly url: string; readonly date_published: string }[];
}

describe("the manifest", () => {
  test("lists every file of the release and nothing else", () => {
    const manifest = readManifestOf(dist);
    const listed = artifactsOf(manifest).flatMap(([path, { encodings }]) => [
      fileOf(path),
      ...CODINGS.filter((coding) => encodings[coding]).map((coding) => fileOf(path, coding)),
    ]);
    const segments = manifest.segments.map(({ path }) => fileOf(path));
    const own = ["manifest.json", "manifest.json.br", "manifest.json.gz", ...segments];
    expect(filesBelow(dist).toSorted()).toEqual([...listed, ...own].toSorted());
  });

  test("gives every representation its digest, length and strong entity tag", () => {
    for (const [path, artifact] of artifactsOf(readManifestOf(dist))) {
      const body = readArtifact(dist, path);
      expect(artifact, path).toMatchObject({
        bytes: body.length,
        sha256: sha256Hex(body),
        etag: etagOf(sha256Hex(body)),
      });
      const tags = new Set([artifact.etag]);
      for (const coding of CODINGS) {
        const form = artifact.encodings[coding];
        if (!form) continue;
        const bytes = readArtifact(dist, path, coding);
        expect(form, `${path} ${coding}`).toEqual({ bytes: bytes.length, etag: etagOf(sha256Hex(bytes)) });
        expect(decode[coding](bytes).equals(body), `${path} ${coding} decodes`).toBe(true);
        expect(tags.has(form.etag), `${path} ${coding} shares its tag`).toBe(false);
        tags.add(form.etag);
      }
    }
  });

  test("gives files their Last-Modified as file time, so that servers derive stable validators", () => {
    for (const [path, artifact] of artifactsOf(readManifestOf(dist))) {
      expect(statSync(join(dist, fileOf(path))).mtimeMs, path).toBe(Date.parse(artifact.last_modified));
    }
  });
});

describe("the documents", () => {
  test.for([
    ["/reviews.json", "reviews"],
    ["/insights.json", "insights"],
    ["/api/feed.json", "feed"],
    ["/manifest.json", "manifest"],
    ["/api/reviews/since/index.json", "since-index"],
  ] as const)("%s passes its published schema", ([path, name]) => {
    const document = readJsonOf<unknown>(dist, path);
    expect(check(PUBLISHED_SCHEMAS[name])(document)).toMatchObject({ ok: true });
    const { $schema, $id, title, ...published } = readJsonOf<Record<string, unknown>>(
      dist,
      `/schemas/${name}.json`,
    );
    expect({ $schema, title }).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: name,
    });
    expect($id).toBe(`${readManifestOf(dist).base_url}/schemas/${name}.json`);
    expect(published).toEqual(PUBLISHED_SCHEMAS[name]);
  });

  test("agree on their counts", () => {
    const { reviews, aggregate_rating } = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
    const insights = readJsonOf<InsightsDocument>(dist, "/insights.json");
    const feed = readJsonOf<Feed>(dist, "/api/feed.json");
    const atom = readArtifact(dist, "/feed.xml").toString("utf8");
    const index = readJsonOf<SinceIndex>(dist, "/api/reviews/since/index.json");
    expect(reviews.length).toBeGreaterThanOrEqual(150);
    expect(aggregate_rating.review_count).toBe(reviews.length);
    expect(Object.values(aggregate_rating.distribution).reduce((sum, count) => sum + count, 0)).toBe(
      reviews.length,
    );
    expect(insights.review_count).toBe(reviews.length);
    expect(insights.temporal.monthly.reduce((sum, month) => sum + month.review_count, 0)).toBe(
      reviews.length,
    );
    expect(index.dates.at(-1)?.count).toBe(reviews.length);
    expect(feed.items.map((item) => item.url)).toEqual(reviews.slice(0, 50).map((review) => review.url));
    expect([...atom.matchAll(/<entry><id>([^<]*)/g)].map((match) => match[1])).toEqual(
      feed.items.map((item) => item.url),
    );
    expect(readArtifact(dist, "/").toString("utf8")).toContain(`<strong>${reviews.length} reviews</strong>`);
  });

  test("hold the reviews newest first", () => {
    const { reviews } = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
    expect(reviews.toSorted(newestFirst)).toEqual(reviews);
  });

  test("count the mentions of each entity as reviews.json lists them", () => {
    const { reviews } = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
    const { entities } = readJsonOf<InsightsDocument>(dist, "/insights.json");
    for (const kind of ["technicians", "services", "service_areas"] as const) {
      expect(
        entities[kind].some(({ mention_count }) => mention_count > 0),
        kind,
      ).toBe(true);
      for (const { id, mention_count, first_mention, last_mention } of entities[kind]) {
        const mentioning = reviews.filter(({ mentions }) => mentions[kind].includes(id));
        expect(mention_count, id).toBe(mentioning.length);
        expect(last_mention, id).toBe(mentioning[0]?.date ?? null);
        expect(first_mention, id).toBe(mentioning.at(-1)?.date ?? null);
      }
    }
  });

  test("never contain an unverified review", () => {
    for (const file of filesBelow(dist).filter((name) => !/\.(br|gz)$/.test(name))) {
      expect(readArtifact(dist, `/${file}`).includes("UNVERIFIED-SENTINEL-7Q"), file).toBe(false);
    }
  });
});

describe("the shards", () => {
  test("contain exactly the reviews since their date, as a prefix of one sequence", () => {
    const { reviews } = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
    const shards = artifactsOf(readManifestOf(dist)).filter(([path]) => /\/since\/\d/.test(path));
    expect(shards.length).toBe(30);
    for (const [path] of shards) {
      const since = path.slice(-10);
      const expected = reviews.filter(({ date }) => date >= since);
      expect(readJsonOf<SinceDocument>(dist, path), path).toEqual({
        reviews: expected,
        since,
        count: expected.length,
      });
      const prefix = `{"reviews":[${expected.map((review) => JSON.stringify(review)).join(",")}`;
      expect(readArtifact(dist, path).toString("utf8"), path).toBe(
        `${prefix}],"since":"${since}","count":${expected.length}}\n`,
      );
    }
  });

  test("can be cut from reviews.json with the index, whose offsets fall between reviews", () => {
    const index = readJsonOf<SinceIndex>(dist, "/api/reviews/since/index.json");
    const { reviews } = readJsonOf<ReviewsDocument>(dist, "/reviews.json");
    const all = readArtifact(dist, "/reviews.json");
    for (const { date, count, bytes } of index.dates) {
      const cut = all.subarray(index.reviews_offset, index.reviews_offset + bytes);
      expect(JSON.parse(`[${cut.toString("utf8")}]`), date).toEqual(
        reviews.filter((review) => review.date >= date),
      );
      expect(count, date).toBe(reviews.filter((review) => review.date >= date).length);
    }
    for (const { date, identity } of dateSpans(index)) {
      const part = all.subarray(identity.start, identity.start + identity.bytes).toString("utf8");
      expect(JSON.parse(`[${part.replace(/^,/, "")}]`), date).toEqual(
        reviews.filter((review) => review.date === date),
      );
    }
  });
});
