import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CalendarDate } from "../../model/calendar-date.ts";
import { emptyFolder, review, writeContent } from "../../test/support/content.ts";
import { load } from "./load.ts";

const digestOf = (text: string): string => hash("sha256", text, "base64url");

const TODAY = "2026-06-01" as CalendarDate;

test("texts of reviews are checked once, and those that were cleaned are cleaned each time", async () => {
  const whole = [review({ id: `${"0".repeat(25)}1`, text: "One." })];
  const lines = [
    JSON.stringify(review({ id: `${"0".repeat(25)}2`, text: "Two." })),
    " ",
    JSON.stringify(review({ id: `${"0".repeat(25)}3`, text: "Three \u0007." })),
  ];
  const content = writeContent(emptyFolder(), {
    reviews: { "a.json": whole, "b.jsonl": `${lines.join("\n")}\n` },
  });
  const texts = new Map<string, readonly number[]>();
  const first = await load(content, TODAY, texts);
  expect(first).toMatchObject({ ok: true, value: { reviews: { length: 3 } } });
  // Other files are known by their name, a line feed and their text.
  expect([...texts].filter(([key]) => !key.includes("\n"))).toEqual([
    [JSON.stringify(whole), []],
    [digestOf(`${lines.join("\n")}\n`), [1, 2]],
  ]);
  expect(await load(content, TODAY, texts)).toEqual(first);
});

test("a file that is valid as it is written is checked once, as the file of its name", async () => {
  const content = writeContent(emptyFolder(), { reviews: {} });
  const texts = new Map<string, readonly number[]>();
  const first = await load(content, TODAY, texts);
  const faq = readFileSync(join(content, "faq.json"), "utf8");
  expect(texts.get(`faq.json\n${faq}`)).toEqual([]);
  expect(await load(content, TODAY, texts)).toEqual(first);
  writeFileSync(join(content, "entities.json"), faq);
  expect(await load(content, TODAY, texts)).toMatchObject({ ok: false });
});

test("a checked review is still compared with the other files and with the date", async () => {
  const line = JSON.stringify(review({ date: "2026-05-01" }));
  const content = writeContent(emptyFolder(), { reviews: { "a.jsonl": line, "b.jsonl": line } });
  const checked = new Map<string, readonly number[]>([[digestOf(line), []]]);
  const found = await load(content, "2026-04-01" as CalendarDate, checked);
  expect(found.ok ? [] : found.error).toEqual([
    expect.stringContaining("lies in the future"),
    expect.stringContaining("is used twice"),
  ]);
});
