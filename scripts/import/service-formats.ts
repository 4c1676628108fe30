import { readCsv } from "./csv.ts";
import type { ExportFormat } from "./fields.ts";
import { GOOGLE_MEMBERS, googleRows, localServicesRows } from "./google.ts";
import { memberAt, type JsonRow } from "./json-fields.ts";
import { MANGROVE_MEMBERS, mangroveRow } from "./mangrove.ts";
import { answerReader, type DocumentRow, documentReader } from "./whole-document.ts";

/** The members of a row that every export of Google carries where the review has them. */
const GOOGLE_MAP = {
  author: ["author"],
  author_avatar_url: ["author_avatar_url"],
  reply: ["reply"],
  reply_date: ["reply_date"],
} as const;

/** The exports of review sites and shops. */
export const SERVICE_FORMATS = {
  "google-takeout": {
    about: "reviews*.json of Google Takeout",
    read: documentReader(googleRows, GOOGLE_MEMBERS),
    files: /(?:^|\/)reviews[^/]*\.json$/i,
    source: "google",
    map: GOOGLE_MAP,
  },
  "google-api": {
    about: "answers of the Google Business Profile API",
    layout: "https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews",
    read: documentReader(googleRows, GOOGLE_MEMBERS),
    source: "google",
    map: GOOGLE_MAP,
  },
  "google-local-services": {
    about: "Google Local Services review feed",
    read: documentReader(localServicesRows, GOOGLE_MEMBERS),
    source: "google",
  },
  "google-places": {
    about: "answers of the Google Places API (five reviews)",
    layout: "https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places",
    read: answerReader({ list: "reviews", total: "userRatingCount" }),
    source: "google",
    map: {
      id: ["name"],
      author: ["authorAttribution.displayName"],
      author_avatar_url: ["authorAttribution.photoUri"],
      date: ["publishTime"],
      text: ["originalText.text", "text.text"],
      source_url: ["googleMapsUri"],
    },
    isPartial: true,
  },
  trustpilot: {
    about: "CSV of Trustpilot",
    read: readCsv,
    source: "trustpilot",
    map: { source: [] },
  },
  "trustpilot-api": {
    about: "answers of the Trustpilot API",
    layout: "https://documentation-apidocumentation.trustpilot.com/business-units-api",
    read: answerReader({ list: "reviews", rowOf: withVisibility }),
    source: "trustpilot",
    map: {
      author: ["consumer.displayName"],
      rating: ["stars"],
      date: ["createdAt"],
      reply: ["companyReply.text"],
      reply_date: ["companyReply.createdAt"],
      verified: [],
    },
    only: [{ column: "status", value: "active" }],
  },
  "judge.me": {
    about: "CSV of Judge.me",
    read: readCsv,
    source: "judge.me",
    map: { source: [] },
    only: [{ column: "curated", value: "ok" }],
  },
  shopify: {
    about: "CSV of Shopify's Product Reviews app",
    read: readCsv,
    source: "shopify",
    only: [{ column: "state", value: "published" }],
  },
  okendo: {
    about: "CSV in Okendo's template",
    layout:
      "https://support.okendo.io/en/articles/2057320-importing-reviews-using-the-okendo-import-template",
    read: readCsv,
    source: "okendo",
  },
  yotpo: {
    about: "answers of the Yotpo API",
    layout: "https://apidocs.yotpo.com/reference/retrieve-reviews-for-a-product",
    read: answerReader({ list: "response.reviews" }),
    source: "yotpo",
    map: {
      author: ["user.display_name"],
      author_avatar_url: ["user.social_image"],
      rating: ["score"],
      photos: ["images_data"],
      reply: ["comment.content"],
      reply_date: ["comment.created_at"],
    },
  },
  "reviews.io": {
    about: "answers of the Reviews.io API",
    layout: "https://github.com/jabberdog/ReviewsApi",
    read: answerReader({ list: "reviews", total: "stats.total_reviews", rowOf: withFullName }),
    source: "reviews.io",
    map: {
      id: ["store_review_id"],
      verified: ["reviewer.verified_buyer"],
    },
  },
  feefo: {
    about: "answers of the Feefo API, service reviews",
    layout: "https://feefo.readme.io/reference/reviews-api-response",
    read: answerReader({ list: "reviews", total: "summary.meta.count" }),
    source: "feefo",
    map: {
      id: ["service.id", "service.review_id", "url"],
      author: ["customer.display_name", "customer.name"],
      rating: ["service.rating.rating"],
      date: ["service.created_at"],
      title: ["service.title"],
      text: ["service.review"],
      source_url: ["url"],
    },
  },
  "feefo-csv": {
    about: "CSV in Feefo's template",
    layout: "https://help.feefo.com/knowledge-base/importing-service-reviews",
    read: readCsv,
    source: "feefo",
    map: { date: ["Feedback Date"], rating: ["Service Rating"], text: ["Service Comment"] },
    dateFormat: "dmy",
  },
  yelp: {
    about: "answers of the Yelp API (three excerpts)",
    layout: "https://pub.dev/documentation/yelp_fusion_client/latest/",
    read: answerReader({ list: "reviews", total: "total" }),
    source: "yelp",
    map: { author: ["user.name"], author_avatar_url: ["user.image_url"], date: ["time_created"] },
    isPartial: true,
  },
  facebook: {
    about: "answers of the Facebook Graph API, page ratings",
    layout: "https://developers.facebook.com/docs/graph-api/reference/recommendation/",
    read: answerReader({ list: "data" }),
    source: "facebook",
    map: { id: ["open_graph_story.id"], author: ["reviewer.name"], date: ["created_time"] },
  },
  mangrove: {
    about: "answers of the Mangrove API, signatures checked",
    layout: "https://mangrove.reviews/standard",
    read: answerReader({ list: "reviews", rowOf: mangroveRow, members: MANGROVE_MEMBERS }),
    source: "mangrove",
  },
} as const satisfies Readonly<Record<string, ExportFormat>>;

/** Trustpilot hides a reported review while its status stays active. */
function withVisibility(review: JsonRow): DocumentRow {
  const isHidden = memberAt(review, "reportData.reviewVisibility") === "hidden";
  return { row: isHidden ? { ...review, status: "hidden" } : review };
}

function withFullName(review: JsonRow): DocumentRow {
  const names = ["reviewer.first_name", "reviewer.last_name"].map((path) => memberAt(review, path));
  return { row: { ...review, author: names.filter((name) => typeof name === "string").join(" ") } };
}
