import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { readPack } from "../../../build/load/aspects.ts";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { emptyFolder } from "../../../test/support/content.ts";
import {
  type InlineReview,
  parseTagged,
  readInlineReviews,
  readInlineSentences,
  type TaggedText,
} from "./inline-labels.ts";
import { inventedFiles } from "./training-texts.ts";

test("a tag labels the words up to the next one", () => {
  const { text, spans } = parseTagged(
    "[]We called. [price- honesty-]They lied about the fee, [quality+]but it works.",
  );
  expect(text).toBe("We called. They lied about the fee, but it works.");
  expect(
    spans.map(({ aspect, polarity, start, end }) => [aspect + polarity, text.slice(start, end)]),
  ).toEqual([
    ["price-", "They lied about the fee,"],
    ["honesty-", "They lied about the fee,"],
    ["quality+", "but it works."],
  ]);
});

test.for([
  ["We called.", "every part of the text needs a tag before it"],
  ["", "every part of the text needs a tag before it"],
  ["[price]Dear.", 'unknown label "price"'],
  ["[price~]Dear.", 'unknown label "price~"'],
] as const)("rejects %j", ([line, problem]) => {
  expect(() => parseTagged(line)).toThrow(problem);
});

function fileOf(content: string): string {
  const file = join(emptyFolder(), "one.txt");
  writeFileSync(file, content);
  return file;
}

test("a file has two lines for each review", () => {
  const reviews = readInlineReviews(fileOf("# 2\n[price-]Dear.\n\n# 5\n[]We called.\n"));
  expect(reviews.map(({ rating, text }) => [rating, text])).toEqual([
    [2, "Dear."],
    [5, "We called."],
  ]);
});

test.for([
  ["2\n[]We called.\n", ":1: expected"],
  ["# 6\n[]We called.\n", ":1: expected"],
  ["# 2\nWe called.\n", ":2: every part"],
] as const)("names the line that is wrong in %j", ([content, problem]) => {
  expect(() => readInlineReviews(fileOf(content))).toThrow(problem);
});

test("a file of sentences has one in each line", () => {
  const sentences = readInlineSentences(fileOf("[price-]Dear.\n\n[]We called.\n"));
  expect(sentences.map(({ text, spans }) => [text, spans.length])).toEqual([
    ["Dear.", 1],
    ["We called.", 0],
  ]);
  expect(() => readInlineSentences(fileOf("[]We called.\nDear.\n"))).toThrow(":2: every part");
});

const TEXTS = join(import.meta.dirname, "..", "whole-reviews");
const inventedOf = (pack: PackName): InlineReview[] => inventedFiles("", pack).flatMap(readInlineReviews);
const byPack = PACK_NAMES.map((pack) => [pack, inventedOf(pack)] as const);
const invented = byPack.flatMap(([, reviews]) => reviews);

const sentencesOf = (pack: PackName): TaggedText[] =>
  inventedFiles("sentences", pack).flatMap(readInlineSentences);
const sentencesByPack = PACK_NAMES.map((pack) => [pack, sentencesOf(pack)] as const);
const sentences = sentencesByPack.flatMap(([, ofPack]) => ofPack);

test.for([
  ["texts", byPack, 64_711],
  ["sentences", sentencesByPack, 83_515],
] as const)(
  "the invented %s are as many as docs/labeling.md says, and none comes twice in a trade",
  ([, ofPacks, count]) => {
    expect(new Set(ofPacks.flatMap(([pack, all]) => all.map(({ text }) => `${pack}: ${text}`))).size).toBe(
      count,
    );
    expect(ofPacks.reduce((sum, [, all]) => sum + all.length, 0)).toBe(count);
  },
);

test.for([...byPack, ...sentencesByPack])("their labels are aspects of %s", ([pack, all]) => {
  const ids = new Set(readPack(pack).aspects.map(({ id }) => id));
  expect(all.flatMap(({ spans }) => spans.filter(({ aspect }) => !ids.has(aspect)))).toEqual([]);
});

test.for(["", "sentences"] as const)(
  "no two files in invented/%s have the same name, which names their author",
  (kind) => {
    const authors = PACK_NAMES.flatMap((pack) => inventedFiles(kind, pack)).map((file) => basename(file));
    expect(authors.length).toBeGreaterThan(20);
    expect(new Set(authors).size).toBe(authors.length);
  },
);

test("none of them is a held-out text", () => {
  const texts = new Set([...invented, ...sentences].map(({ text }) => text));
  const found = ["aside", "hard", "plain", "typed", "everyday", "trades"].flatMap((set) =>
    readFileSync(join(TEXTS, `${set}.jsonl`), "utf8")
      .trimEnd()
      .split("\n")
      .filter((line) => texts.has((JSON.parse(line) as { readonly text: string }).text)),
  );
  expect(found.length).toBe(0);
});
