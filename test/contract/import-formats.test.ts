import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FORMAT_NAMES, type FormatName } from "../../scripts/import/formats.ts";
import { importReviews } from "../../scripts/import/import.ts";
import { parseOptions } from "../../scripts/import/options.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { readArtifact, readJsonOf } from "../support/build.ts";
import { emptyFolder, writeContent } from "../support/content.ts";
import { publishedSample } from "../support/sample.ts";
import { bytesIn, reviewsIn } from "../support/import.ts";

const put = (text: string, name: string): string => {
  const file = join(emptyFolder(), name);
  writeFileSync(file, text);
  return file;
};

function run(format: FormatName, texts: readonly string[], out: string, ...args: string[]) {
  const files = texts.map((text, at) => put(text, `reviews-${at}.txt`));
  const options = parseOptions([format, ...files, "--verified-by", "platform", "--content", out, ...args]);
  if (!options.ok || options.value === "help") throw new Error("expected options");
  return importReviews(options.value, { today: "2026-11-21" as CalendarDate, run: 1 });
}

function take(format: FormatName, texts: readonly string[], ...args: string[]) {
  const out = emptyFolder();
  const report = run(format, texts, out, ...args);
  if (!report.ok) throw new Error(report.error.join("\n"));
  return { report: report.value, reviews: reviewsIn(out), out };
}

function problems(format: FormatName, text: string): string {
  const out = emptyFolder();
  const report = run(format, [text], out);
  expect(bytesIn(out)).toEqual({});
  return report.ok ? "" : report.error.join("\n");
}

const TAKEOUT = {
  reviews: [
    {
      name: "accounts/1/locations/2/reviews/a",
      reviewer: { displayName: "Kim Doe" },
      starRating: "FIVE",
      comment: "(Translated by Google) Great work.\n\n(Original)\nTolle Arbeit.",
      createTime: "2025-03-04T10:11:12.123456Z",
      updateTime: "2025-03-05T10:11:12Z",
      reviewReply: { comment: "Danke!", updateTime: "2025-03-06T08:00:00Z" },
    },
    {
      name: "accounts/1/locations/2/reviews/b",
      reviewer: { displayName: "Ana" },
      starRating: "THREE",
      createTime: "2025-02-01T10:11:12Z",
    },
  ],
};

describe("Google", () => {
  test("Takeout: pages, the customer's own words, stars alone, one location under two accounts", () => {
    const older = {
      reviews: [
        {
          ...TAKEOUT.reviews[0],
          name: "accounts/9/locations/2/reviews/a",
          comment: "An older state.",
          updateTime: "2025-03-04T10:11:12Z",
        },
      ],
    };
    const { report, reviews } = take("google-takeout", [
      JSON.stringify(TAKEOUT),
      `\uFEFF${JSON.stringify(older)}`,
    ]);
    expect(report).toMatchObject({ rows: 3, added: 2, merged: 1, skipped: 0 });
    expect(reviews).toMatchObject([
      {
        author: "Kim Doe",
        rating: 5,
        date: "2025-03-04",
        text: "Tolle Arbeit.",
        source: "google",
        owner_reply: { text: "Danke!", date: "2025-03-06" },
        author_avatar_url: null,
      },
      { author: "Ana", rating: 3, text: null, owner_reply: null },
    ]);
  });

  test("the API: anonymous customers, no stars, several answers, and the ids that Takeout makes", () => {
    const reviews = [
      { ...TAKEOUT.reviews[0], reviewId: "a" },
      {
        reviewId: "c",
        name: "accounts/1/locations/2/reviews/c",
        reviewer: { displayName: "A Google User", isAnonymous: true },
        starRating: "ONE",
        createTime: "2025-01-02T00:00:00.123456789Z",
      },
      {
        reviewId: "d",
        reviewer: {},
        starRating: "STAR_RATING_UNSPECIFIED",
        createTime: "2025-01-02T00:00:00Z",
      },
    ];
    const pages = [{ reviews, averageRating: 3, totalReviewCount: 3, nextPageToken: "n" }, {}];
    const fromApi = take("google-api", [JSON.stringify(pages)]);
    const fromTakeout = take("google-takeout", [JSON.stringify(TAKEOUT)]);
    expect(fromApi.report).toMatchObject({ added: 2, skipped: 1 });
    expect(fromApi.report.skipped_by_reason[0]?.reason).toBe("has no rating");
    expect(fromApi.reviews[0]?.id).toBe(fromTakeout.reviews[0]?.id);
    expect(fromApi.reviews[1]).toMatchObject({ author: "Anonymous", rating: 1, date: "2025-01-02" });
  });

  test.for<[string, string]>([
    [
      JSON.stringify({ type: "FeatureCollection", features: [] }),
      "reviews that this account wrote on Google Maps",
    ],
    [JSON.stringify({ title: "Harbour Lane" }), "has no list named reviews"],
    ["PK\u0003\u0004...", "is not a ZIP archive that can be read"],
    [JSON.stringify(TAKEOUT).slice(0, 200), "is not JSON"],
    ["", "is not JSON"],
    [`{"reviews":${"[".repeat(100_000)}`, "is nested over 64 levels deep"],
  ])("%s stops the import with nothing written", ([text, problem]) => {
    expect(problems("google-takeout", text)).toContain(problem);
  });

  test("entries that are not reviews are skipped, each with its number", () => {
    const { report } = take("google-takeout", [JSON.stringify({ reviews: [null, 7, ...TAKEOUT.reviews] })]);
    expect(report).toMatchObject({ added: 2, skipped: 2 });
    expect(report.skipped_by_reason[0]?.examples[0]).toMatch(/:1: null$/);
  });

  test("Local Services: instants in microseconds, customers that nobody confirmed", () => {
    const feed = {
      metaData: { feedCategory: "LOCAL_SERVICES", totalCount: 2 },
      reviewItems: [
        {
          serviceProviderId: "p",
          ratingCount: 2,
          confirmedCustomer: true,
          reviews: [
            {
              reviewId: "1",
              author: "Kim",
              reviewText: "Good.",
              rating: 4,
              reviewTimestampMicros: "1741082400000000",
              category: { categoryId: "plumber" },
            },
          ],
        },
        {
          confirmedCustomer: false,
          reviews: [{ reviewId: "2", rating: 5, reviewTimestampMicros: 1741082400000001 }],
        },
      ],
    };
    const { reviews, report } = take("google-local-services", [JSON.stringify(feed)]);
    expect(report).toMatchObject({ added: 2, skipped: 0 });
    expect(reviews.find(({ rating }) => rating === 4)).toMatchObject({ date: "2025-03-04", verified: true });
    expect(reviews.find(({ rating }) => rating === 5)).toMatchObject({
      author: "Anonymous",
      verified: false,
    });
    expect(problems("google-local-services", '{"reviewItems":[{}]}')).toContain("reviewItems[0]");
    expect(problems("google-local-services", "[]")).toContain("no list named reviewItems");
  });
});

describe("shops", () => {
  const HEADER =
    "Domain Url,Webshop Name,Business Unit Id,Review Id,Review Created (UTC),Review Consumer User Id,Review Username," +
    "Review User Email,Review Title,Review Content,Review Stars,Source Of Review,Reference Id,Company Response," +
    "Company Reply Date (UTC),Review Language,Location Name";

  test("Trustpilot CSV", () => {
    const row =
      'shop.example,Shop,u1,r1,2025-03-04 10:11:12,c1,Kim D,kim@mail.example,Great,"Great job, all ""fixed"".\nSecond line",5,Organic,o-77,Thanks,2025-03-05 09:00:00,en,';
    const { reviews, out } = take("trustpilot", [`\uFEFF${HEADER}\r\n${row}\r\n`]);
    expect(reviews).toMatchObject([
      {
        author: "Kim D",
        rating: 5,
        date: "2025-03-04",
        text: 'Great\nGreat job, all "fixed".\nSecond line',
        source: "trustpilot",
        owner_reply: { text: "Thanks", date: "2025-03-05" },
      },
    ]);
    expect(JSON.stringify(bytesIn(out))).not.toMatch(/mail\.example|o-77|Organic/);
    expect(problems("trustpilot", "title,body\na,b\n")).toContain("no column is known as rating");
  });

  test("Judge.me CSV: reviews that the shop does not show are withheld", () => {
    const header =
      "title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location";
    const shown =
      "Fine,Works well,5,2025-03-02 10:12:00 UTC,web,ok,Kim,kim@mail.example,1,tap,,,https://a.example/1.jpg,203.0.113.7,US";
    const spam = shown.replace(",ok,", ",spam,").replace("2025-03-02", "2025-03-01");
    const { reviews, report, out } = take("judge.me", [`${header}\n${shown}\n${spam}\n`]);
    expect(report).toMatchObject({ added: 1, withheld: 1, skipped: 0 });
    expect(reviews).toMatchObject([
      {
        source: "judge.me",
        text: "Fine\nWorks well",
        date: "2025-03-02",
        photos: ["https://a.example/1.jpg"],
      },
      { withheld: { reason: "source_removed", note: 'hidden at its source: curated="spam"' } },
    ]);
    expect(reviews[1]).not.toHaveProperty("text");
    expect(JSON.stringify(bytesIn(out))).not.toMatch(/mail\.example|203\.0/);
  });
});

describe("schema.org", () => {
  const page = (blocks: readonly object[]): string =>
    `<!doctype html><html><head>${blocks
      .map((block) => `<script data-x="1" type='application/ld+json'>\n${JSON.stringify(block)}\n</script>`)
      .join("")}</head><body>(c)</body></html>`;
  const REVIEW = {
    "@type": "Review",
    author: { "@type": "Person", name: "Kim" },
    datePublished: "2025-03-04",
    reviewBody: "Good work.",
    reviewRating: { "@type": "Rating", ratingValue: "8", bestRating: "10" },
    publisher: { "@type": "Organization", name: "Review Place" },
    url: "https://place.example/r/1",
  };

  test("reviews anywhere in a page; other scales only where they give whole stars", () => {
    const nested = { "@context": "https://schema.org", "@graph": [{ "@type": "Plumber", review: [REVIEW] }] };
    const other = {
      ...REVIEW,
      author: "Ana",
      "@type": ["http://schema.org/UserReview"],
      reviewRating: { ratingValue: 7, bestRating: 10 },
    };
    const { reviews, report } = take("json-ld", [page([nested, other])]);
    expect(report).toMatchObject({ rows: 2, added: 1, skipped: 1 });
    expect(reviews).toMatchObject([
      {
        author: "Kim",
        rating: 4,
        text: "Good work.",
        source: "Review Place",
        source_url: "https://place.example/r/1",
      },
    ]);
    const json = take("json-ld", [JSON.stringify(nested)]);
    expect(json.reviews).toEqual(reviews);
  });

  test("pages without reviews stop the import", () => {
    expect(problems("json-ld", "<html></html>")).toContain("save the page's source");
    expect(problems("json-ld", page([{ "@type": "Plumber" }]))).toContain("no Review in it");
    expect(problems("json-ld", page([REVIEW]).replace('"Kim"', '"Kim'))).toMatch(
      /line 1: the JSON-LD block: is not JSON/,
    );
    const before = Date.now();
    for (const open of ["<script type=application/ld+json ", "<script type=application/ld+json>"])
      expect(problems("json-ld", open.repeat(20_000))).toContain("save the page's source");
    expect(Date.now() - before).toBeLessThan(5000);
  });
});

test("a published reviews.json gives the reviews that were published", () => {
  const [out, dist] = [emptyFolder(), publishedSample()];
  const report = run("reviews", [readArtifact(dist, "/reviews.json").toString("utf8")], out);
  expect(report.ok && report.value.skipped).toBe(0);
  const published = readJsonOf<{ reviews: { id: string }[] }>(dist, "/reviews.json");
  expect(reviewsIn(out).map(({ id }) => id)).toEqual(published.reviews.map(({ id }) => id));
  for (const [at, { verification: _method, ...back }] of reviewsIn(out).entries())
    expect(published.reviews[at]).toMatchObject(back);
  const again = run("reviews", [readArtifact(dist, "/reviews.json").toString("utf8")], out);
  expect(again.ok && again.value).toMatchObject({ added: 0, updated: 0 });
  expect(problems("reviews", "{}")).toContain("is not a reviews.json");
}, 60_000);

test("files over 500 MB are rejected before they are read", () => {
  const file = put("{", "huge.json");
  truncateSync(file, 501_000_000);
  for (const format of FORMAT_NAMES) {
    const options = parseOptions([format, file, "--source", "x", "--content", emptyFolder()]);
    if (!options.ok || options.value === "help") throw new Error("expected options");
    const report = importReviews(options.value, { today: "2026-11-21" as CalendarDate, run: 1 });
    expect(report.ok ? "" : report.error.join()).toContain("is over 500 MB; split it");
  }
});

test("a large page of Takeout is imported", () => {
  const reviews = Array.from({ length: 50_000 }, (_, at) => ({
    ...TAKEOUT.reviews[1],
    name: `accounts/1/locations/2/reviews/${at}`,
    comment: `Review ${at} ${"x".repeat(100)}`,
  }));
  const { report } = take("google-takeout", [JSON.stringify({ reviews })]);
  expect(report.added).toBe(50_000);
}, 60_000);

test("nothing is imported into a broken content folder", () => {
  const content = writeContent(emptyFolder(), { reviews: { "a.json": "[{" } });
  const report = run("google-takeout", [JSON.stringify(TAKEOUT)], content);
  expect(report.ok).toBe(false);
  expect(Object.keys(bytesIn(content))).toEqual(["a.json"]);
});
