import { expect, test } from "vitest";
import { foldText } from "./fold.ts";
import { collect } from "../test/support/collect.ts";

test.for([
  ["GREAT", "great"],
  ["ẞ", "ß"],
  ["Σίσυφος", "σίσυφοσ"],
  ["ÉCOLE 12 [Aaz-Z]", "école 12 [aaz-z]"],
  ["\u212A", "k"],
  ["İ", "İ"],
  ["ı", "ı"],
  ["E\u0301", "é"],
  ["ǅ", "ǆ"],
  ["ﬁ", "ﬁ"],
  ["𐐀", "𐐨"],
] as const)("%s folds to %s", ([text, expected]) => {
  expect(foldText(text)).toBe(expected);
});

test("every character folds as the engine's own simple case folding (the u and i flags) says", () => {
  const wrong: string[] = [];
  for (let code = 0x80; code <= 0x1_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const character = String.fromCodePoint(code).normalize("NFC");
    const fold = foldText(character);
    if (fold === character) continue;
    const isSame = new RegExp(`^\\u{${fold.codePointAt(0)?.toString(16)}}$`, "iu").test(character);
    if (!isSame || foldText(fold) !== fold) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test("two characters that are equal but for case fold to the same", () => {
  const wrong: string[] = [];
  for (let code = 0x41; code <= 0x1_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const character = String.fromCodePoint(code);
    for (const other of [character.toLowerCase(), character.toUpperCase()]) {
      const isSingle =
        Array.from(other).length === 1 && other !== character && other.normalize("NFC") === other;
      if (!isSingle || character.normalize("NFC") !== character) continue;
      const isSame = new RegExp(`^\\u{${code.toString(16)}}$`, "iu").test(other);
      if (isSame !== (foldText(other) === foldText(character))) wrong.push(`${character} ${other}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("all of Unicode is folded without being kept", () => {
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let code = 0xe000; code <= 0x10_ff_ff; code += 1) foldText(String.fromCodePoint(code));
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10e6);
});
