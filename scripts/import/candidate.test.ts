import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { readCandidate, type RowRules } from "./candidate.ts";
import type { RowValues } from "./fields.ts";
import { NOTED, SKIPPED } from "./reasons.ts";

const RULES: RowRules = {
  defaults: { author: "Anonymous", source: "google" },
  dateFormat: "iso",
  placeholders: new Set(["n/a"]),
  authors: "full",
  redact: false,
  keepsIds: false,
  today: "2026-11-21" as CalendarDate,
};
const ROW: RowValues = { id: "1", author: "Kim", rating: 5, date: "2026-03-04", text: "Good work." };

const read = (difference: RowValues, rules: Partial<RowRules> = {}) =>
  readCandidate({ ...ROW, ...difference }, { ...RULES, ...rules });

function carriedOf(difference: RowValues) {
  const candidate = read(difference);
  if (!candidate.ok) throw new Error(candidate.error.reason);
  return candidate.value.carried;
}

test.for<[string, RowValues, string]>([
  ["null rating", { rating: null }, SKIPPED.noRating],
  ["rating that is an object", { rating: { value: 5 } }, SKIPPED.noRating],
  ["half stars", { rating: 4.5 }, SKIPPED.halfStars],
  ["no date", { date: null }, SKIPPED.noDate],
  ["date in words", { date: "yesterday" }, SKIPPED.dateUnreadable],
  ["long author", { author: "x".repeat(201) }, SKIPPED.authorLength],
  ["long source", { source: "x".repeat(201) }, SKIPPED.sourceLength],
  ["long text", { text: "x".repeat(20_001) }, SKIPPED.textLength],
  ["title that makes the text too long", { title: "T", text: "x".repeat(19_999) }, SKIPPED.textLength],
  ["verified in other words", { verified: "maybe" }, SKIPPED.verifiedUnreadable],
])("%s is skipped", ([, difference, reason]) => {
  expect(read(difference)).toMatchObject({ ok: false, error: { reason } });
});

test("without a source anywhere a row is skipped, not given one", () => {
  const defaults = { author: "Anonymous" };
  expect(read({}, { defaults })).toMatchObject({ ok: false, error: { reason: SKIPPED.noSource } });
  expect(read({ source: "yelp" }, { defaults }).ok).toBe(true);
});

test("a text of 20,000 characters is taken, counted as code points", () => {
  expect(carriedOf({ text: "😀".repeat(20_000) }).text).toHaveLength(40_000);
});

test.for<[string, RowValues, object]>([
  ["text is cleaned", { text: "\uFEFFe\u0301 \u202Eok\u0007\r\nnext " }, { text: "é ok\nnext" }],
  ["a placeholder makes a rating without text", { text: "N/A" }, { text: null }],
  ["the title is the first line", { title: "Great" }, { text: "Great\nGood work." }],
  [
    "a reply needs its date",
    { reply: "Thanks", reply_date: "2026-03-05T09:00:00Z" },
    { owner_reply: { text: "Thanks", date: "2026-03-05" } },
  ],
  [
    "Google's translation of a reply is dropped",
    { reply: "Danke für den Besuch!\n\n(Translated by Google)\nThank you.", reply_date: "2026-03-05" },
    { owner_reply: { text: "Danke für den Besuch!" } },
  ],
  ["verified as JSON has it", { verified: false }, { verified: false }],
  ["verified as spreadsheets have it", { verified: "YES" }, { verified: true }],
  [
    "an address of the review",
    { source_url: "https://maps.example/r?id=1" },
    { source_url: "https://maps.example/r?id=1" },
  ],
])("%s", ([, difference, carried]) => {
  expect(carriedOf(difference)).toMatchObject(carried);
});

test.for<[string, RowValues, keyof ReturnType<typeof carriedOf>]>([
  ["no author", { author: "" }, "author"],
  ["an author that is an object", { author: { name: "Kim" } }, "author"],
  ["no answer to verified", { verified: "" }, "verified"],
  ["a reply without a date", { reply: "Thanks" }, "owner_reply"],
  ["a reply in the future", { reply: "Thanks", reply_date: "2027-01-01" }, "owner_reply"],
  ["a reply before 1990", { reply: "Thanks", reply_date: "1985-01-02" }, "owner_reply"],
  ["a long reply", { reply: "x".repeat(20_001), reply_date: "2026-03-05" }, "owner_reply"],
  ["a script as address", { source_url: "javascript:alert(1)" }, "source_url"],
  ["an avatar without scheme", { author_avatar_url: "www.example.com/a.png" }, "author_avatar_url"],
])("%s is not carried, so content keeps its own", ([, difference, field]) => {
  expect(carriedOf(difference)).not.toHaveProperty(field);
});

test("a row without any text column leaves the text of content alone", () => {
  const { text: _, ...row } = ROW;
  const candidate = readCandidate(row, RULES);
  expect(candidate.ok && candidate.value.carried).not.toHaveProperty("text");
});

test.for<[RowValues, string]>([
  [{ author: "kim@mail.example" }, NOTED.authorMasked],
  [{ text: "N/A" }, NOTED.placeholder],
  [{ text: "Call 0113 496 0000" }, NOTED.personal],
  [{ author: "Kim 0113 496 0000" }, NOTED.personalAuthor],
  [{ reply: "We wrote to kim.doe@mail.example", reply_date: "2026-03-05" }, NOTED.personalReply],
  [{ id: "kim@mail.example" }, NOTED.personalId],
  [{ id: " #NAME? " }, NOTED.brokenId],
  [{ source_url: "nowhere" }, NOTED.url],
  [{ author: ["Kim"] }, NOTED.object],
  [{ reply: "Thanks", reply_date: "soon" }, NOTED.replyDate],
])("%j is noted", ([difference, reason]) => {
  const candidate = read(difference);
  expect(candidate.ok && candidate.value.notes.map((note) => note.reason)).toEqual([reason]);
});

test("an author's number and a reply that are not published are not noted as personal", () => {
  const candidate = read({ author: "Kim 0113 496 0000", reply: "Call 0113 496 0000" }, { authors: "first" });
  expect(candidate.ok && candidate.value.notes.map((note) => note.reason)).toEqual([NOTED.replyDate]);
});

test("the id of a row without a source id does not know the e-mail address", () => {
  const [one, two] = ["kim@mail.example", "karl@other.example"].map((author) => read({ id: "", author }));
  expect(one?.ok && one.value.id).toBe(two?.ok && two.value.id);
});

test("rows whose ids a spreadsheet broke are different reviews", () => {
  const [one, two, none] = ["#NAME?", "#REF!", ""].map((id) => read({ id, text: `Review ${id}` }));
  expect(one?.ok && two?.ok && one.value.id !== two.value.id).toBe(true);
  const without = read({ id: "", text: "Review #NAME?" });
  expect(one?.ok && without.ok && one.value.id === without.value.id).toBe(true);
  expect(none?.ok && none.value.notes).toEqual([]);
});

test("options that fill gaps do not move ids", () => {
  const defaults = { author: "A customer", source: "google", verified: false };
  const [one, two] = [read({ id: "", author: "" }), read({ id: "", author: "" }, { defaults })];
  expect(one.ok && one.value.id).toBe(two.ok && two.value.id);
});

test("another style of names publishes less and is the same review", () => {
  const [full, initials, first] = (["full", "initials", "first"] as const).map((authors) =>
    read({ id: "", author: "Élodie van Doe-Smith" }, { authors }),
  );
  expect(full?.ok && full.value.carried.author).toBe("Élodie van Doe-Smith");
  expect(initials?.ok && initials.value.carried.author).toBe("É. v. D.");
  expect(first?.ok && first.value.carried.author).toBe("Élodie");
  expect(new Set([full, initials, first].map((one) => one?.ok && one.value.id)).size).toBe(1);
});

test("redaction takes addresses and numbers out of title, text and reply, and notes how many", () => {
  const candidate = read(
    {
      title: "Ask kim@mail.example",
      text: "Call 0113 496 0000 or 555-123-4567. Paid 120.00 at 10:30.",
      reply: "Write to desk@shop.example",
      reply_date: "2026-03-05",
    },
    { redact: true },
  );
  if (!candidate.ok) throw new Error(candidate.error.reason);
  const { carried, notes } = candidate.value;
  expect(carried.text).toBe(
    "Ask [e-mail removed]\nCall [telephone removed] or [telephone removed]. Paid 120.00 at 10:30.",
  );
  expect(carried.owner_reply?.text).toBe("Write to [e-mail removed]");
  expect(notes).toEqual([
    { reason: NOTED.redacted, detail: "1 e-mail, 2 telephone, 0 card" },
    { reason: NOTED.redactedReply, detail: "1 e-mail, 0 telephone, 0 card" },
  ]);
  expect(JSON.stringify(candidate.value)).not.toMatch(/mail\.example|496|4567|shop/);
});

test("redaction is not passed by invisible, full-width and spelled-out characters", () => {
  const text =
    "john\u200B@mail.example 555-123\u200B-4567 ｊｏｈｎ＠mail.example 555\u2011123\u20114567 john [at] mail (dot) example 4111 1111 1111 1111";
  const candidate = read({ text }, { redact: true });
  if (!candidate.ok) throw new Error(candidate.error.reason);
  expect(candidate.value.carried.text).toBe(
    "[e-mail removed] [telephone removed] [e-mail removed] [telephone removed] [e-mail removed] [card number removed]",
  );
  expect(read({ text: "call five five five one two three four" }, { redact: true })).toEqual({
    ok: false,
    error: { reason: SKIPPED.personal, detail: "" },
  });
  expect(read({ reply: "Kim [at] mail", reply_date: "2026-03-05" }, { redact: true }).ok).toBe(false);
  expect(read({ author: "+44 113 496 0000" }, { redact: true }).ok).toBe(false);
});
