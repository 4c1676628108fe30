import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { FormatName } from "../../scripts/import/formats.ts";
import { importReviews } from "../../scripts/import/import.ts";
import { parseOptions } from "../../scripts/import/options.ts";
import type { ReportDocument } from "../../scripts/import/report.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { WrittenReview } from "../../model/review.ts";
import { buildOrFail, readJsonOf } from "../support/build.ts";
import { emptyFolder, idOf, review as written, writeContent } from "../support/content.ts";
import { bytesIn, reviewsIn } from "../support/import.ts";

let today = "2026-11-21" as CalendarDate;

/** Imports one file. */
function take(content: string, format: FormatName, file: string | Uint8Array, args: readonly string[] = []) {
  const path = join(emptyFolder(), `export.${format === "csv" || format === "judge.me" ? "csv" : "json"}`);
  writeFileSync(path, file);
  const options = parseOptions([format, path, "--content", content, ...args]);
  if (!options.ok || options.value === "help") throw new Error(options.ok ? "help" : options.error.join());
  return importReviews(options.value, { today, run: 1 });
}

function reportOf(...args: Parameters<typeof take>): ReportDocument {
  const report = take(...args);
  if (!report.ok) throw new Error(report.error.join("\n"));
  return report.value;
}

function problemsOf(...args: Parameters<typeof take>): string {
  const report = take(...args);
  return report.ok ? report.value.problems.join("\n") : report.error.join("\n");
}

const GOOGLE = ["--source", "google"];
const HEADER = "id,author,rating,date,text,reply,reply_date";
const csv = (...rows: readonly string[]): string => `${HEADER}\n${rows.join("\n")}\n`;
const KIM = "1,Kim,5,2026-03-04,Good work.,Thanks!,2026-03-05";
const ANA = "2,Ana,1,2026-03-03,Nobody came.,,";

/** A content folder whose policy says how google is verified. */
const stated = (): string => writeContent(emptyFolder());

function edit(content: string, change: (review: WrittenReview) => WrittenReview): void {
  const file = join(content, "reviews", "2026-03.json");
  const reviews = JSON.parse(readFileSync(file, "utf8")) as WrittenReview[];
  writeFileSync(file, JSON.stringify(reviews.map(change)));
}

describe("verification", () => {
  test("without a method reviews wait, unverified, and the import fails; a statement in policy.json lifts them", () => {
    const content = emptyFolder();
    const report = reportOf(content, "csv", csv(KIM, ANA), GOOGLE);
    expect(report).toMatchObject({ added: 2, waiting: { google: 2 } });
    expect(report.problems[0]).toContain("every review waits");
    for (const review of reviewsIn(content))
      expect(review).toMatchObject({ verified: false, withheld: { reason: "unverified" } });

    const sources = { google: { verification: "platform", how: "Google checks accounts." } };
    writeFileSync(join(content, "policy.json"), JSON.stringify({ sources }));
    expect(reportOf(content, "csv", csv(KIM, ANA), GOOGLE)).toMatchObject({
      updates: [{ fields: ["verified", "withheld"] }, { fields: ["verified", "withheld"] }],
      waiting: {},
      problems: [],
    });
    for (const review of reviewsIn(content)) {
      expect(review).toMatchObject({ verified: true });
      expect(review).not.toHaveProperty("withheld");
      expect(review).not.toHaveProperty("verification");
    }
  });

  test("--verified-by names the method of each row, and none of a row that says no", () => {
    const content = emptyFolder();
    const rows = `${HEADER},verified\n${KIM},yes\n${ANA},no\n`;
    const report = reportOf(content, "csv", rows, [...GOOGLE, "--verified-by", "invoice"]);
    expect(report).toMatchObject({ added: 2, waiting: {}, problems: [] });
    expect(reviewsIn(content)).toMatchObject([
      { author: "Kim", verified: true, verification: { method: "invoice" } },
      { author: "Ana", verified: false },
    ]);
  });

  test("an empty statement, such as that of a skeleton, verifies nothing", () => {
    const content = emptyFolder();
    writeFileSync(join(content, "policy.json"), '{"sources": {"google": {"verification": "", "how": ""}}}');
    expect(reportOf(content, "csv", csv(KIM), GOOGLE).waiting).toEqual({ google: 1 });
  });

  test("what somebody withheld by hand stays withheld", () => {
    const content = stated();
    reportOf(content, "csv", csv(KIM, ANA), GOOGLE);
    edit(content, (review) =>
      review.author === "Kim"
        ? { ...review, verified: false }
        : { ...review, withheld: { reason: "legal", note: "court order" } },
    );
    const before = reviewsIn(content);
    expect(reportOf(content, "csv", csv(KIM, ANA), GOOGLE)).toMatchObject({ unchanged: 2, written: [] });
    expect(reviewsIn(content)).toEqual(before);
  });
});

describe("a status column", () => {
  const STATUS = `${HEADER},published\n${KIM},true\n${ANA},false\n`;

  test.for(["published", "State", "review_status", "status", "visibility", "Is Hidden", "moderation"])(
    "%s stops the import until somebody says what it means",
    (name) => {
      const content = stated();
      const problem = problemsOf(content, "csv", STATUS.replace("published", name), GOOGLE);
      expect(problem).toContain(
        `column "${name}" seems to say whether a review is shown ("true" 1, "false" 1)`,
      );
      expect(problem).toContain(`--ignore ${name}`);
      expect(bytesIn(content)).toEqual({});
    },
  );

  test("names of other columns do not", () => {
    const names = "published_at,order_status,customer_state,verification_status";
    expect(problemsOf(stated(), "csv", `${HEADER},${names}\n${KIM},,,,\n`, GOOGLE)).toBe("");
  });

  test("--only withholds the others without author, text and reply; --ignore imports all", () => {
    const content = stated();
    expect(reportOf(content, "csv", STATUS, [...GOOGLE, "--only", "published=true"])).toMatchObject({
      added: 1,
      withheld: 1,
      unused_columns: [],
    });
    expect(reviewsIn(content)[1]).toEqual({
      id: expect.any(String) as string,
      rating: 1,
      date: "2026-03-03",
      source: "google",
      verified: false,
      withheld: { reason: "source_removed", note: 'hidden at its source: published="false"' },
    });
    expect(reportOf(stated(), "csv", STATUS, [...GOOGLE, "--ignore", "published"])).toMatchObject({
      added: 2,
    });
  });

  test("a review that its source hides, and shows again, follows it", () => {
    const content = stated();
    const args = [...GOOGLE, "--only", "published=true"];
    const shown = STATUS.replace(",false", ",true");
    reportOf(content, "csv", shown, args);
    const before = bytesIn(content);
    expect(reportOf(content, "csv", STATUS, args)).toMatchObject({ unchanged: 1, withheld: 1 });
    expect(JSON.stringify(reviewsIn(content))).not.toContain("Nobody came");
    expect(reportOf(content, "csv", shown, args)).toMatchObject({ unchanged: 1, updated: 1, withheld: 0 });
    expect(bytesIn(content)).toEqual(before);
  });
});

describe("--complete", () => {
  const complete = [...GOOGLE, "--complete"];

  test("withholds what the export no longer has, and takes away what is gone; without it the report says so", () => {
    const content = stated();
    reportOf(content, "csv", csv(KIM, ANA), GOOGLE);
    const [kim, ana] = reviewsIn(content);
    const later = csv("1,,5,2026-03-04,,,");
    expect(reportOf(content, "csv", later, GOOGLE)).toMatchObject({
      missing: [ana?.id],
      missing_withheld: false,
      updates: [{ id: kim?.id, fields: ["text"] }],
    });
    expect(reviewsIn(content)[1]).toEqual(ana);

    expect(reportOf(content, "csv", later, complete)).toMatchObject({
      missing: [ana?.id],
      missing_withheld: true,
      updates: [{ id: kim?.id, fields: ["author", "owner_reply"] }],
    });
    expect(reviewsIn(content)).toEqual([
      { ...kim, author: "Anonymous", text: null, owner_reply: null },
      {
        id: ana?.id,
        rating: 1,
        date: "2026-03-03",
        source: "google",
        verified: false,
        withheld: { reason: "source_removed", note: "gone from its source" },
      },
    ]);
    expect(reportOf(content, "csv", later, complete)).toMatchObject({ written: [], missing: [] });

    expect(reportOf(content, "csv", csv(KIM, ANA), complete)).toMatchObject({ updated: 2, missing: [] });
    expect(reviewsIn(content)).toEqual([kim, ana]);
  });

  test("other sources, rows that were left out, and replies of exports without a column for them stay", () => {
    const content = stated();
    reportOf(content, "csv", csv(KIM, ANA), GOOGLE);
    reportOf(content, "csv", csv("9,Lee,4,2026-03-01,Fine.,,"), [
      "--source",
      "yelp",
      "--verified-by",
      "platform",
    ]);
    const before = reviewsIn(content);
    const partial =
      "id,author,rating,date,text,shop\n1,Kim,5,2026-03-04,Good work.,1\n2,Ana,1,2026-03-03,Nobody came.,2\n";
    const report = reportOf(content, "csv", partial, [...complete, "--only", "shop=1"]);
    expect(report).toMatchObject({ unchanged: 1, skipped: 1, missing: [] });
    const unreadable =
      "id,author,rating,date,text\n1,Kim,5,2026-03-04,Good work.\n2,Ana,half,2026-03-03,Nobody came.\n";
    expect(reportOf(content, "csv", unreadable, complete)).toMatchObject({ skipped: 1, missing: [] });
    expect(reviewsIn(content)).toEqual(before);
  });

  test("an export without reviews is a mistake, and stops", () => {
    const content = stated();
    reportOf(content, "csv", csv(KIM), GOOGLE);
    expect(problemsOf(content, "csv", csv(), complete)).toContain(
      "every review of the source would be withheld",
    );
  });

  test("a reason that somebody wrote stays, and the text goes", () => {
    const content = stated();
    reportOf(content, "csv", csv(KIM, ANA), GOOGLE);
    edit(content, (review) =>
      review.author === "Ana" ? { ...review, withheld: { reason: "spam" } } : review,
    );
    reportOf(content, "csv", csv(KIM), complete);
    expect(reviewsIn(content)[1]).toMatchObject({ withheld: { reason: "spam" } });
    expect(reviewsIn(content)[1]).not.toHaveProperty("text");
  });
});

test("reviews as content has them keep what only content knows", () => {
  const mine = [
    { ...written({ source: "phone", id: idOf(2) }), verification: { method: "invoice", by: "office" } },
    {
      ...written({ source: "phone", id: idOf(1) }),
      verified: false,
      withheld: { reason: "spam", note: "bought" },
      incentive: { kind: "gift", note: "a mug" },
      photos: ["https://a.example/1.jpg"],
    },
  ];
  const content = emptyFolder();
  expect(reportOf(content, "reviews", JSON.stringify(mine))).toMatchObject({ added: 2, waiting: {} });
  for (const [at, imported] of reviewsIn(content).entries()) expect(imported).toMatchObject(mine[at] ?? {});
  const before = bytesIn(content);
  expect(reportOf(content, "reviews", JSON.stringify(mine))).toMatchObject({ unchanged: 2 });
  expect(bytesIn(content)).toEqual(before);
  const [kept] = mine;
  const broken = [{ ...kept, verification: { method: "hearsay" } }];
  expect(problemsOf(content, "reviews", JSON.stringify(broken))).toContain("all 1 rows were skipped");
});

test("all rows skipped: the import fails, and says so", () => {
  const report = reportOf(stated(), "csv", csv("1,Kim,good,2026-03-04,x,,"), GOOGLE);
  expect(report.problems).toEqual(["all 1 rows were skipped: nothing was imported"]);
});

test("dates that may name two days are asked about, and nothing is imported", () => {
  const rows = csv("1,Kim,5,13/05/2025,x,,", "2,Ana,5,03/04/2025,y,,");
  const content = stated();
  expect(problemsOf(content, "csv", rows, GOOGLE)).toMatch(
    /once: date may name two days; .*export\.csv:3: "03/,
  );
  expect(bytesIn(content)).toEqual({});
  reportOf(content, "csv", rows, [...GOOGLE, "--date-format", "dmy"]);
  expect(reviewsIn(content).map(({ date }) => date)).toEqual(["2025-05-13", "2025-04-03"]);
});

test("totals that a source states are kept, of each source the last that was imported", () => {
  const content = stated();
  const page = (count: number, date: string) =>
    JSON.stringify({ rating: 4, totalReviewCount: count, reviews: [{ ...TAKEN, createTime: date }] });
  const file = join(content, "source-totals.json");
  mkdirSync(content, { recursive: true });
  writeFileSync(file, '{"sources": {"yelp": {"count": 7, "at": "2026-01-02"}}}');
  reportOf(content, "google-api", page(412, "2026-03-04T10:00:00Z"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    sources: { google: { count: 412, at: "2026-03-04" }, yelp: { count: 7, at: "2026-01-02" } },
  });
  expect(reportOf(content, "google-api", page(412, "2026-03-04T10:00:00Z")).written).toEqual([]);
  const earlier = page(400, "2026-02-04T10:00:00Z");
  expect(reportOf(content, "google-api", earlier).stated).toMatchObject({ count: 400, at: "2026-02-04" });
  expect(readFileSync(file, "utf8")).toContain('"count": 400');
});

const TAKEN = {
  name: "accounts/1/locations/2/reviews/a",
  reviewer: { displayName: "Kim Doe" },
  starRating: "FIVE",
  comment: "Good.",
};

/** A review as its source shows it to the public. */
interface Shown {
  readonly id: string;
  readonly author: string;
  readonly rating: number;
  readonly date: string;
  readonly text: string;
  readonly reply?: { readonly text: string; readonly date: string };
  readonly isHidden?: true;
}

type Sources = Readonly<Record<"google" | "judge.me" | "phone", readonly Shown[]>>;

const reply = { text: "Thank you, we are on it.", date: "2026-03-12" };
const KIM_SHOWN: Shown = { id: "k", author: "Kim", rating: 5, date: "2026-03-04", text: "Good work." };
const ANA_SHOWN: Shown = { id: "a", author: "Ana", rating: 1, date: "2026-03-03", text: "Nobody came." };
const LEE_SHOWN: Shown = { id: "l", author: "Lee", rating: 4, date: "2026-03-01", text: "Fine." };

const FIRST_WEEK: Sources = {
  google: [
    { ...KIM_SHOWN, reply: { text: "Thanks!", date: "2026-03-05" } },
    ANA_SHOWN,
    { ...LEE_SHOWN, id: "deleted", text: "To be deleted." },
  ],
  "judge.me": [KIM_SHOWN, { ...ANA_SHOWN, isHidden: true }, { ...LEE_SHOWN, id: "moderated" }],
  phone: [KIM_SHOWN, ANA_SHOWN, LEE_SHOWN],
};

/** Edited, answered late, deleted, hidden, shown again, a reply and a text taken back, and one new review. */
const SECOND_WEEK: Sources = {
  google: [
    { ...KIM_SHOWN, rating: 3, text: "Good work, until it leaked." },
    { ...ANA_SHOWN, reply },
    { ...LEE_SHOWN, id: "new", date: "2026-03-10" },
  ],
  "judge.me": [{ ...KIM_SHOWN, text: "" }, ANA_SHOWN, { ...LEE_SHOWN, id: "moderated", isHidden: true }],
  phone: [KIM_SHOWN, LEE_SHOWN],
};

function takeoutOf(reviews: readonly Shown[]): Uint8Array {
  const rows = reviews.map(({ id, author, rating, date, text, reply: answer }) => ({
    name: `accounts/1/locations/2/reviews/${id}`,
    reviewer: { displayName: author },
    starRating: ["ONE", "TWO", "THREE", "FOUR", "FIVE"][rating - 1],
    createTime: `${date}T10:00:00Z`,
    updateTime: `${answer?.date ?? date}T11:00:00Z`,
    ...(text && { comment: text }),
    ...(answer && { reviewReply: { comment: answer.text, updateTime: `${answer.date}T09:00:00Z` } }),
  }));
  const page = strToU8(JSON.stringify({ reviews: rows, totalReviewCount: rows.length }));
  const folder = "Takeout/Google Business Profile/account-1/location-2";
  return zipSync({ [`${folder}/reviews.json`]: page, [`${folder}/data.json`]: strToU8("{}") });
}

const judgeMeOf = (reviews: readonly Shown[]): string =>
  [
    "title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,reply,reply_date,review_id",
    ...reviews.map(
      ({ id, author, rating, date, text, isHidden }) =>
        `,${text},${rating},${date} 10:00:00 UTC,web,${isHidden ? "spam" : "ok"},${author},x@mail.example,,,${id}`,
    ),
  ].join("\n");

const phoneOf = (reviews: readonly Shown[]): string =>
  [
    "No;Customer;Stars;Day;Comments",
    ...reviews.map(
      ({ id, author, rating, date, text }) =>
        `${id};${author};${rating};${date.split("-").toReversed().join(".")};${text}`,
    ),
  ].join("\n");

const PHONE = ["--source", "phone", "--map", "id=No", "--map", "author=Customer", "--map", "date=Day"];

function importAll(content: string, sources: Sources, on: string): readonly ReportDocument[] {
  today = on as CalendarDate;
  return [
    reportOf(content, "google-takeout", takeoutOf(sources.google), ["--complete"]),
    reportOf(content, "judge.me", judgeMeOf(sources["judge.me"]), ["--complete"]),
    reportOf(content, "csv", phoneOf(sources.phone), ["--complete", "--date-format", "dmy", ...PHONE]),
  ];
}

/** The reviews that readers see, sorted. */
const publicState = (sources: Sources): string[] =>
  Object.entries(sources)
    .flatMap(([source, reviews]) =>
      reviews
        .filter(({ isHidden }) => !isHidden)
        .map(({ author, rating, date, text, reply: answer }) =>
          JSON.stringify([source, author, rating, date, text || null, answer ?? null]),
        ),
    )
    .toSorted();

const stateOf = (published: readonly WrittenReview[]): string[] =>
  published
    .map(({ source, author, rating, date, text, owner_reply }) =>
      JSON.stringify([source, author, rating, date, text, owner_reply]),
    )
    .toSorted();

test(
  "an owner's afternoon: three sources, twice, a week apart, and the publication is their public state",
  { timeout: 60_000 },
  () => {
    const how = "Each review was matched to an order.";
    const sources = Object.fromEntries(
      ["google", "judge.me", "phone"].map((name) => [name, { verification: "order", how }]),
    );
    const policy = {
      publisher: { name: "Harbour Lane Plumbing", is_the_business: true },
      sources,
      report: { email: "reviews@harbour-lane.example" },
      response_days: 14,
      reviewed_at: "2026-03-01",
    };
    const content = writeContent(emptyFolder(), { policy });
    const dist = join(emptyFolder(), "dist");
    const publish = (): WrittenReview[] => {
      buildOrFail(content, dist, "--no-cache");
      return readJsonOf<{ reviews: WrittenReview[] }>(dist, "/reviews.json").reviews;
    };

    const first = importAll(content, FIRST_WEEK, "2026-03-06");
    expect(
      first.map(({ added, withheld, skipped, problems }) => [added, withheld, skipped, problems]),
    ).toEqual([
      [3, 0, 0, []],
      [2, 1, 0, []],
      [3, 0, 0, []],
    ]);
    const before = publish();
    expect(stateOf(before)).toEqual(publicState(FIRST_WEEK));

    const second = importAll(content, SECOND_WEEK, "2026-03-13");
    const after = publish();
    expect(stateOf(after)).toEqual(publicState(SECOND_WEEK));
    expect(JSON.parse(readFileSync(join(content, "source-totals.json"), "utf8"))).toEqual({
      sources: { google: { count: 3, at: "2026-03-12" } },
    });
    expect(JSON.stringify(bytesIn(content))).not.toMatch(/To be deleted|mail\.example/);

    const idsOf = (reviews: readonly WrittenReview[]) => new Set(reviews.map(({ id }) => id));
    const [old, current] = [idsOf(before), idsOf(after)];
    const updated = new Map(second.flatMap(({ updates }) => updates.map(({ id, fields }) => [id, fields])));
    const came = after.filter(({ id }) => !old.has(id)).map(({ id }) => id);
    const gone = before.filter(({ id }) => !current.has(id)).map(({ id }) => id);
    const shownAgain = [...updated].filter(([, fields]) => fields.includes("withheld")).map(([id]) => id);
    expect(came.toSorted()).toEqual(
      [...second.flatMap(({ additions }) => additions), ...shownAgain].toSorted(),
    );
    expect(gone.toSorted()).toEqual(
      second.flatMap(({ missing, withheld_ids }) => [...missing, ...withheld_ids]).toSorted(),
    );
    for (const review of after) {
      const earlier = before.find(({ id }) => id === review.id);
      if (earlier === undefined) continue;
      const fields = Object.keys(review) as (keyof WrittenReview)[];
      const changed = fields.filter(
        (field) => JSON.stringify(review[field]) !== JSON.stringify(earlier[field]),
      );
      expect(updated.get(review.id) ?? []).toEqual(expect.arrayContaining(changed));
      expect(updated.get(review.id) ?? []).toHaveLength(changed.length);
    }
  },
);
