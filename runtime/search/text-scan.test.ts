import fc from "fast-check";
import { expect, test } from "vitest";
import { TextScan } from "./text-scan.ts";
import { collect } from "../../test/support/collect.ts";

const letters = fc.constantFrom("a", "b", "ab", "aab", " ", "é", "👍", "zz");
const texts = fc.array(
  fc.array(letters, { maxLength: 60 }).map((parts) => parts.join("")),
  { minLength: 1, maxLength: 30 },
);
const needles = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));

test.for([
  ["with SIMD", undefined],
  ["without", () => undefined],
] as const)("%s: rows that hold the needle, each once, inside the range", ([, compile]) => {
  fc.assert(
    fc.property(texts, needles, fc.nat(30), fc.nat(30), (rows, needle, a, b) => {
      const scan =
        compile === undefined ? new TextScan(rows.length, 1) : new TextScan(rows.length, 1, compile);
      for (const text of rows) {
        const bytes = Buffer.from(text);
        if (!scan.addAscii(bytes, 0, bytes.length, 0x5c)) scan.add(text);
      }
      scan.close();
      const [first, last] = [Math.min(a, b, rows.length), Math.min(Math.max(a, b), rows.length)];
      const wanted = rows.flatMap((text, row) =>
        row >= first && row < last && text.includes(needle) ? [row] : [],
      );
      expect([...scan.find(needle, first, last)]).toEqual(wanted);
      const everywhere = rows.flatMap((text, row) => (text.includes(needle) ? [row] : []));
      expect([...scan.find(needle, 0, rows.length)]).toEqual(everywhere);
      expect([...scan.find(needle, 0, rows.length)]).toEqual(everywhere);
    }),
    { numRuns: 400 },
  );
});

test("ASCII is folded on the way in, and a stop byte or any other leaves the row to the caller", () => {
  const scan = new TextScan(1, 100);
  expect(scan.addAscii(Buffer.from("Grüße"), 0, 7, 0x5c)).toBe(false);
  expect(scan.addAscii(Buffer.from("a\\n"), 0, 3, 0x5c)).toBe(false);
  expect(scan.addAscii(Buffer.from("xGREAT Jobx"), 1, 10, 0x5c)).toBe(true);
  scan.close();
  expect([...scan.find("great job", 0, 1)]).toEqual([0]);
  expect([...scan.find("x", 0, 1)]).toEqual([]);
  expect([...scan.find("\0", 0, 1)]).toEqual([]);
  expect([...scan.find("", 0, 1)]).toEqual([]);
});

test("what was looked for and not found takes no more memory than it is counted for", () => {
  const scan = new TextScan(1, 100);
  scan.add("text");
  scan.close();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 100_000; count += 1) scan.find(`${count}`.padEnd(200, "\u015f"), 0, 1);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20e6);
  expect([...scan.find("text", 0, 1)]).toEqual([0]);
});
