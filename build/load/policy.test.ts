import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, policyFor, review, writeContent } from "../../test/support/content.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { load } from "./load.ts";

const TODAY = "2026-11-21" as CalendarDate;
const POLICY = policyFor([]);

interface Files {
  readonly reviews?: readonly object[];
  readonly policy?: object;
  readonly totals?: object;
}

function written({ reviews = [review()], policy = POLICY, totals }: Files): string {
  const folder = writeContent(emptyFolder(), { policy, reviews: { "a.json": reviews } });
  if (totals) writeFileSync(join(folder, "source-totals.json"), JSON.stringify(totals));
  return folder;
}

async function loaded(files: Files) {
  const content = await load(written(files), TODAY);
  if (!content.ok) throw new Error(content.error.join("\n"));
  return content.value;
}

async function problems(files: Files): Promise<string[]> {
  const folder = written(files);
  const content = await load(folder, TODAY);
  return content.ok ? [] : content.error.map((line) => line.replaceAll(`${folder}/`, ""));
}

describe("a review is published", () => {
  const own = { source: "walk-in", verification: { method: "order", by: "the office", at: "2026-03-02" } };
  test.for([
    ["if its source has a method", {}, 1],
    ["if it has a method of its own", own, 1],
    ["not if it is unverified", { verified: false }, 0],
    ["not if it is withheld, whatever verified says", { withheld: { reason: "spam" } }, 0],
  ] as const)("%s", async ([, difference, count]) => {
    const { reviews, withheld } = await loaded({ reviews: [review(difference)] });
    expect([reviews.length, withheld.length]).toEqual([count, 1 - count]);
  });
});

test("a withheld review is counted with its stars, source and reason", async () => {
  const { withheld } = await loaded({
    reviews: [
      review({ rating: 2, verified: false }),
      review({ rating: 1, source: "yelp", withheld: { reason: "legal", note: "a court order" } }),
    ],
  });
  expect(withheld.map(({ rating, source, reason }) => [rating, source, reason])).toEqual([
    [2, "google", "unverified"],
    [1, "yelp", "legal"],
  ]);
});

test("what the source removed needs no author; any other review does", async () => {
  const { author: _, text: __, ...removed } = review({ verified: false });
  expect(await problems({ reviews: [{ ...removed, withheld: { reason: "source_removed" } }] })).toEqual([]);
  expect(await problems({ reviews: [removed] })).toEqual(["reviews/a.json: [0].author: is missing"]);
});

test("verified reviews of a source without a method are one problem that names the source", async () => {
  const reviews = [review(), review({ source: "yelp" }), review({ source: "yelp" })];
  expect(await problems({ reviews })).toEqual([
    "policy.json: sources.yelp: is missing, and 2 of its reviews say verified: true without a verification of their own, first reviews/a.json: [1]: say here how this source is verified, or set verified: false",
  ]);
});

test("a review by an insider must be withheld", async () => {
  expect((await problems({ reviews: [review({ relationship: "employee" })] }))[0]).toMatch(
    /^reviews\/a\.json: \[0\]\.relationship: marks a review by an insider/,
  );
  const withheld = { relationship: "owner", withheld: { reason: "not_a_customer" } };
  expect(await problems({ reviews: [review(withheld)] })).toEqual([]);
});

test.for([
  ["no method", { sources: { google: { how: "Somehow." } } }, "sources.google.verification: is missing"],
  [
    "an unknown method",
    { sources: { google: { how: "Somehow.", verification: "trust" } } },
    "sources.google.verification: must be one of order, invoice, invitation, platform, attested",
  ],
  [
    "nothing that readers see",
    { sources: { google: { how: "", verification: "order" } } },
    "sources.google.how: must not be empty",
  ],
  ["nowhere to report", { report: {} }, "report: must have email or url"],
  ["a date to come", { reviewed_at: "2026-11-23" }, "reviewed_at: lies in the future"],
  ["a text that is not there", { text: "terms.md" }, "terms.md: is missing"],
] as const)("a policy is refused with %s", async ([, difference, message]) => {
  expect((await problems({ policy: { ...POLICY, ...difference } }))[0]).toContain(message);
});

test("a content folder without a policy is refused with the reason and the command", async () => {
  const folder = written({});
  rmSync(join(folder, "policy.json"));
  const content = await load(folder, TODAY);
  expect(content.ok ? [] : content.error).toEqual([
    expect.stringMatching(
      /policy\.json: is missing; it says who publishes.* may call them verified; npm run policy/,
    ),
  ]);
});

test("a policy that is a year older than the newest review warns, whatever the clock says", async () => {
  const policy = { ...POLICY, reviewed_at: "2025-02-28" };
  expect((await loaded({ policy })).warnings).toEqual([
    expect.stringContaining("policy.json was last reviewed on 2025-02-28, more than a year before"),
  ]);
  expect((await loaded({ policy: { ...POLICY, reviewed_at: "2025-03-01" } })).warnings).toEqual([]);
});

test("a policy by the business under another name warns: it may be that of another business", async () => {
  const publisher = { name: "Fennimore & Daughters", is_the_business: true };
  expect((await loaded({ policy: { ...POLICY, publisher } })).warnings).toEqual([
    expect.stringContaining("the business publishes its reviews, and calls it Fennimore & Daughters: set"),
  ]);
  const other = { ...publisher, is_the_business: false };
  expect((await loaded({ policy: { ...POLICY, publisher: other } })).warnings).toEqual([]);
});

test("totals of sources are read, and one of an unknown source warns", async () => {
  const totals = {
    sources: { google: { count: 412, at: "2026-03-01" }, yelp: { count: 3, at: "2026-03-01" } },
  };
  const { policy, warnings } = await loaded({ totals });
  expect(policy.totals).toEqual(totals.sources);
  expect(warnings).toEqual([expect.stringContaining("states a total of yelp, which is not published")]);
});
