import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText, isClean, isInvisible } from "./text.ts";

test.for([
  ["plain", "plain"],
  ["  trimmed \n", "trimmed"],
  ["a\u0000b\u0007c\u009Fd", "abcd"],
  ["\u001B[31mred\u001B[0m", "red"],
  ["lone \uD800 half", "lone \uFFFD half"],
  ["e\u0301", "é"],
  ["one\r\ntwo\rthree", "one\ntwo\nthree"],
  ["ab\u202Ecd\u2066ef\u2069", "abcdef"],
  ["tag\u{E0041}\u{E007F} zero\u200Bwidth \uFEFFbom", "tag zerowidth bom"],
  ["non\uFFFE\uFFFF\u{1FFFE}character", "noncharacter"],
  ["👩‍🔧 👍🏽 नमस्ते", "👩‍🔧 👍🏽 नमस्ते"],
] as const)("%j becomes %j", ([raw, clean]) => {
  expect(cleanText(raw)).toBe(clean);
});

test("cleaned text is well-formed XML 1.0 text in NFC, and cleaning it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (raw) => {
      const clean = cleanText(raw);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean.normalize("NFC")).toBe(clean);
      expect(clean).toMatch(/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
      expect(cleanText(clean)).toBe(clean);
    }),
    { numRuns: 2000 },
  );
});

test.for([
  ["", true],
  [" \t\n\u00A0\u3000", true],
  ["\u200B\u200D\u00AD\uFE0F\u034F", true],
  ["\u0000\u0007", true],
  ["\u2800", true],
  ["\u200Ba", false],
  ["a\u200B", false],
  ["👍", false],
  [".", false],
] as const)("%j is invisible: %s", ([text, expected]) => {
  expect(isInvisible(text)).toBe(expected);
});

test.for([
  ["plain", true],
  ["  at the ends \n", true],
  [" é ", true],
  ["e\u0301", false],
  ["a\u0000", false],
  ["a\r\nb", false],
] as const)("%j is clean: %s", ([text, expected]) => {
  expect(isClean(text)).toBe(expected);
});
