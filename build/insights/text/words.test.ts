import { expect, test } from "vitest";
import { isAllCaps, wordAt, wordsOf } from "./words.ts";

test.for([
  ["Fast, friendly!", ["Fast:fast", "friendly:friendly"]],
  ["don't don’t", ["don't:dont", "don’t:dont"]],
  ["Mike's van", ["Mike:mike", "van:van"]],
  ["s", ["s:s"]],
  ["S. came", ["S:s", "came:came"]],
  ["'s", ["s:s"]],
  ["José café", ["José:jose", "café:cafe"]],
  ["24/7 a1", ["24:24", "7:7", "a1:a1"]],
  ["👍", []],
] as const)("%s", ([text, expected]) => {
  expect(wordsOf(text).map(({ start, end, folded }) => `${text.slice(start, end)}:${folded}`)).toEqual(
    expected,
  );
});

test("a possessive 's is no part of the word", () => {
  expect(wordsOf("Mike's s Mikes").map(({ isPossessive }) => isPossessive)).toEqual([true, false, false]);
});

test.for([
  ["GREAT WORK", true],
  ["GREAT work", false],
  ["GREATER wor", true],
  ["WORK OK", false],
  ["ÄÖÜ ÄÖÜ ÄÖ", true],
  ["AZAZAZAZ", true],
  ["AZAZAZAZ zaza", false],
  ["ZZZZZZ zz", true],
  ["ZZZZZ zzz", false],
  ["ÉÉÉÉÉÉÉÉ éééé", false],
  ["", false],
] as const)("%s is all caps: %s", ([text, expected]) => {
  expect(isAllCaps(text)).toBe(expected);
});

test("only a capital at the beginning makes a word capitalized", () => {
  expect(wordsOf("iPhone McCoy éclair éClair Éclair").map(({ isCapitalized }) => isCapitalized)).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

test.for([
  [0, 0],
  [2, 0],
  [3, 1],
  [4, 1],
  [9, 2],
  [99, 3],
] as const)("the first word that ends after offset %i", ([offset, index]) => {
  expect(wordAt(wordsOf("one two  three"), offset)).toBe(index);
});

test("no word ends after an offset in an empty text", () => {
  expect(wordAt([], 0)).toBe(0);
});
