import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT_NAMES, type FormatName, formatOf } from "../../scripts/import/formats.ts";
import { importReviews } from "../../scripts/import/import.ts";
import { parseOptions } from "../../scripts/import/options.ts";
import { SKIPPED } from "../../scripts/import/reasons.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { emptyFolder } from "../support/content.ts";
import { reviewsIn } from "../support/import.ts";

/** Exports in the layouts that their services document, with invented contents. */
const EXPORTS = join(import.meta.dirname, "exports");

function take(format: FormatName, file: string) {
  const content = emptyFolder();
  const options = parseOptions([format, file, "--content", content, "--verified-by", "platform"]);
  if (!options.ok || options.value === "help") throw new Error("expected options");
  const report = importReviews(options.value, { today: "2026-11-21" as CalendarDate, run: 1 });
  if (!report.ok) throw new Error(report.error.join("\n"));
  return { report: report.value, reviews: reviewsIn(content) };
}

const TEXT = "Called in the morning, done by noon.";

interface Layout {
  readonly file: string;
  readonly first: object;
  readonly unused: readonly string[];
  readonly report?: object;
}

const LAYOUTS: Partial<Record<FormatName, Layout>> = {
  "google-api": {
    file: "google-api.json",
    first: {
      author: "Kim Doe",
      rating: 5,
      text: TEXT,
      owner_reply: { text: "Thank you!", date: "2026-03-06" },
    },
    unused: ["reviewMediaItems"],
    report: { stated: { source: "google", count: 412, at: "2026-03-06" } },
  },
  "google-places": {
    file: "google-places.json",
    first: {
      author: "Kim Doe",
      author_avatar_url: "https://lh3.googleusercontent.com/a/kim=s128",
      rating: 4,
      text: "Schnell und sauber.",
      source_url: "https://www.google.com/maps/reviews/data=Chd1",
    },
    unused: ["relativePublishTimeDescription", "text", "flagContentUri"],
    report: { stated: { source: "google", count: 412, at: "2026-03-04" } },
  },
  "trustpilot-api": {
    file: "trustpilot-api.json",
    first: {
      author: "Kim D",
      text: "Fixed the same day\nCalled in the morning, done by noon.",
      owner_reply: { text: "Thank you, Kim.", date: "2026-03-05" },
    },
    unused: ["language", "updatedAt", "businessUnit", "isVerified", "numberOfLikes", "links", "reportData"],
    report: { withheld: 1 },
  },
  shopify: {
    file: "shopify.csv",
    first: { author: "Kim Doe", text: "Solid\nDoes not drip, at last.", owner_reply: { date: "2026-03-06" } },
    unused: ["product_handle", "email", "location"],
    report: { withheld: 1 },
  },
  okendo: {
    file: "okendo.csv",
    first: { text: "Solid\nDoes not drip.", photos: ["https://a.example/1.jpg", "https://a.example/2.jpg"] },
    unused: ["handle", "productId", "sku", "countryCode", "email"],
  },
  yotpo: {
    file: "yotpo.json",
    first: {
      author: "Kim D.",
      author_avatar_url: "https://a.example/kim.jpg",
      rating: 5,
      text: "Solid\nDoes not drip.",
      owner_reply: { text: "Thank you!", date: "2026-03-05" },
      photos: ["https://a.example/1.jpg"],
    },
    unused: ["votes_up", "votes_down", "source_review_id", "sentiment", "product_id"],
  },
  "reviews.io": {
    file: "reviews.io.json",
    first: { author: "Kim Doe", text: `Quick\n${TEXT}`, photos: ["https://a.example/1.jpg"] },
    unused: ["order_number", "tags", "replies"],
    report: { stated: { source: "reviews.io", count: 104, at: "2026-03-04" } },
  },
  feefo: {
    file: "feefo.json",
    first: {
      author: "Kim D.",
      text: `Quick\n${TEXT}`,
      source_url: "https://www.feefo.com/en-US/reviews/harbour-lane-plumbing/5f0c3e2ae4b0",
    },
    unused: ["merchant", "products_purchased", "last_updated_date"],
    report: { stated: { source: "feefo", count: 230, at: "2026-03-04" } },
  },
  "feefo-csv": {
    file: "feefo-csv.csv",
    first: { author: "Kim Doe", text: TEXT, date: "2026-03-04" },
    unused: ["Email", "Sale Date", "Product Id", "Product Rating", "Product Comment"],
  },
  yelp: {
    file: "yelp.json",
    first: {
      author: "Kim D.",
      author_avatar_url: "https://s3-media3.fl.yelpcdn.com/photo/kim/o.jpg",
      text: "Called in the morning, done by...",
      source_url: "https://www.yelp.com/biz/harbour-lane?hrid=xAG4O7l-t1ubbwVAlPnDKg",
    },
    unused: [],
    report: { stated: { source: "yelp", count: 77, at: "2026-03-04" } },
  },
  facebook: {
    file: "facebook.json",
    first: { author: "Kim Doe", rating: 5, text: TEXT, date: "2018-03-04" },
    unused: ["recommendation_type"],
    report: { skipped_by_reason: [{ reason: SKIPPED.noRating, count: 1 }] },
  },
  "json-ld": {
    file: "json-ld.json",
    first: { author: "Kim Doe", rating: 5, text: TEXT, source: "Review Place" },
    unused: [],
  },
};

test.for(Object.entries(LAYOUTS))(
  "%s: every field of the layout",
  ([format, { file, first, unused, report }]) => {
    const name = format as FormatName;
    const taken = take(name, join(EXPORTS, file));
    expect(taken.reviews[0]).toMatchObject({ verified: true, ...first });
    expect(taken.report).toMatchObject({ added: 1, warnings: [], unused_columns: unused, ...report });
    if (format !== "json-ld") expect(taken.reviews[0]?.source).toBe(formatOf(name).source);
    expect(JSON.stringify(taken.reviews)).not.toContain("mail.example");
  },
);

test("every layout that is described somewhere has an export here", () => {
  const described = FORMAT_NAMES.filter((name) => formatOf(name).layout !== undefined && name !== "mangrove");
  expect(Object.keys(LAYOUTS).toSorted()).toEqual([...described, "shopify"].toSorted());
  expect(readdirSync(EXPORTS)).toHaveLength(Object.keys(LAYOUTS).length);
});

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** As the Mangrove server writes keys: PEM on one line. */
const pemOf = (key: KeyObject): string =>
  `-----BEGIN PUBLIC KEY-----${key.export({ type: "spki", format: "der" }).toString("base64")}-----END PUBLIC KEY-----`;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The copy of the claims that the API puts next to the token. */
const copyOf = (claims: object): object => Object.fromEntries([["payload", claims]]);

function signed(claims: object, key = privateKey, kid = pemOf(publicKey)) {
  const head = `${encode({ typ: "JWT", alg: "ES256", kid })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(head), { key, dsaEncoding: "ieee-p1363" }).toString(
    "base64url",
  );
  return { signature, kid, ...copyOf(claims), jwt: `${head}.${signature}`, scheme: "https" };
}

const REVIEW = {
  iat: 1_772_600_000,
  sub: "https://harbour-lane.example",
  rating: 75,
  opinion: TEXT,
  images: [{ src: "https://files.mangrove.reviews/1", label: "tap" }],
  metadata: { nickname: "kim", client_id: "https://mangrove.reviews" },
};

test("mangrove: reviews whose author signed them, as they were signed", () => {
  const genuine = signed(REVIEW);
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const reviews = [
    { ...genuine, ...copyOf({ ...REVIEW, opinion: "Altered next to the token." }) },
    signed({ ...REVIEW, rating: 70 }),
    signed({ ...REVIEW, action: "delete", sub: "urn:maresi:abc" }),
    signed(REVIEW, other.privateKey),
    { ...signed(REVIEW, other.privateKey, pemOf(other.publicKey)), kid: pemOf(publicKey) },
    { ...genuine, jwt: genuine.jwt.replace(/\.[^.]+\./, `.${encode({ ...REVIEW, rating: 0 })}.`) },
    { ...genuine, jwt: undefined },
    { ...genuine, jwt: `${encode({ alg: "none" })}.${encode(REVIEW)}.` },
  ];
  const file = join(emptyFolder(), "reviews.json");
  writeFileSync(file, JSON.stringify({ reviews }));
  const { report, reviews: taken } = take("mangrove", file);
  expect(taken).toMatchObject([
    {
      author: "kim",
      rating: 4,
      text: TEXT,
      date: "2026-03-04",
      source: "mangrove",
      photos: ["https://files.mangrove.reviews/1"],
      signature: genuine.jwt,
    },
  ]);
  expect(Object.fromEntries(report.skipped_by_reason.map(({ reason, count }) => [reason, count]))).toEqual({
    [SKIPPED.signature]: 5,
    [SKIPPED.halfStars]: 1,
    [SKIPPED.noReview]: 1,
  });
  expect(report.unused_columns).toEqual([]);
});
