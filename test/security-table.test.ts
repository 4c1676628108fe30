import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./support/content.ts";

/** The threat model names tests. A defence whose test was renamed or removed fails here. */
const ROWS = readFileSync(join(ROOT, "SECURITY.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:threat|-)/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | *\|?$/g, "").trim()));

/** `file`: "title", "title"; `file`: "title" */
function testsOf(cell: string): { file: string; titles: string[] }[] {
  return [...cell.matchAll(/`([\w./-]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)].map(
    ([, file = "", list = ""]) => ({
      file,
      titles: [...list.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
    }),
  );
}

test("every row has three cells", () => {
  expect(ROWS.length).toBeGreaterThan(15);
  for (const row of ROWS) expect(row, row[0]).toHaveLength(3);
});

test.for(ROWS)("%s", ([, defence = "", named = ""]) => {
  expect(defence).not.toBe("");
  const tests = testsOf(named);
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.flatMap(({ titles }) => titles).length).toBe(named.match(/"[^"]+"/g)?.length);
  for (const { file, titles } of tests) {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    const source = readFileSync(join(ROOT, file), "utf8");
    const declared = [...source.matchAll(/(["`])((?:(?!\1).)+)\1/g)].map((match) => match[2] ?? "");
    for (const title of titles)
      expect(
        declared.some((text) => text.endsWith(title)),
        `${file}: "${title}"`,
      ).toBe(true);
  }
});
