import { expect, test } from "vitest";
import { parseOptions, USAGE } from "./options.ts";

function optionsOf(...args: string[]) {
  const options = parseOptions(["csv", "a.csv", ...args]);
  if (!options.ok || options.value === "help") throw new Error("expected options");
  return options.value;
}

test("defaults of all options", () => {
  expect(optionsOf()).toMatchObject({
    format: "csv",
    files: ["a.csv"],
    rules: { defaults: { author: "Anonymous" }, dateFormat: "iso" },
    encoding: "utf-8",
    content: "content",
    isComplete: false,
    isDryRun: false,
    isJson: false,
  });
  expect(optionsOf().rules.defaults).not.toHaveProperty("source");
});

test.for<[string[], object]>([
  [
    ["--map", "rating=Review Stars", "--map=text=a=b"],
    {
      columns: {
        map: new Map([
          ["rating", ["Review Stars"]],
          ["text", ["a=b"]],
        ]),
      },
    },
  ],
  [["--map", "title="], { columns: { map: new Map([["title", []]]) } }],
  [["--only", "curated=ok"], { columns: { only: [{ column: "curated", value: "ok" }] } }],
  [["--source", " google "], { rules: { defaults: { source: "google" } } }],
  [["--verified-by", "invoice"], { method: "invoice" }],
  [["--ignore", "state", "--ignore", "x"], { columns: { ignored: ["state", "x"] } }],
  [["--complete"], { isComplete: true }],
  [["--content", "shop"], { content: "shop" }],
  [["--date-format", "dmy"], { rules: { dateFormat: "dmy" } }],
  [["--delimiter", "tab"], { columns: { delimiter: "\t" } }],
  [["--delimiter", ";"], { columns: { delimiter: ";" } }],
  [["--encoding", "latin1"], { encoding: "windows-1252" }],
  [
    ["--no-placeholders", "--placeholder", "No Comment.", "--placeholder", "-"],
    { rules: { placeholders: new Set(["no comment", "-"]) } },
  ],
])("%j", ([args, options]) => {
  expect(optionsOf(...args)).toMatchObject(options);
});

test.for<[string[], string]>([
  [[], "name a FORMAT and at least one FILE"],
  [["csv"], "name a FORMAT and at least one FILE"],
  [["xml", "a.xml"], "FORMAT must be one of csv, json, jsonl, google-takeout"],
  [["csv", "a.csv", "--dryrun"], "Unknown option '--dryrun'"],
  [["csv", "a.csv", "--map", "stars=Stars"], "the FIELD of --map must be one of id, author"],
  [["csv", "a.csv", "--map", "rating"], "--map needs FIELD=COLUMN"],
  [["csv", "a.csv", "--map", "id=a", "--map", "id=b"], "--map id= is given twice"],
  [["csv", "a.csv", "--only", "state"], "--only needs COLUMN=VALUE"],
  [["csv", "a.csv", "--source", " "], "--source must have 1 to 200 characters"],
  [["csv", "a.csv", "--verified-by", "me"], "--verified-by must be one of order, invoice, invitation"],
  [["yelp", "a.json", "--complete"], "--complete does not fit yelp: it never holds all reviews"],
  [["csv", "a.csv", "--date-format", "ymd"], "--date-format must be one of iso, dmy, mdy"],
  [["csv", "a.csv", "--delimiter", ";;"], "--delimiter must be one character"],
  [["csv", "a.csv", "--authors", "secret"], "--authors must be one of full, initials, first"],
  [["csv", "a.csv", "--encoding", "klingon"], '--encoding does not know "klingon"'],
])("%j is rejected", ([args, problem]) => {
  const options = parseOptions(args);
  expect(options.ok ? [] : options.error.join("\n")).toContain(problem);
});

test("all problems are listed together", () => {
  const options = parseOptions(["xml", "a", "--verified-by", "x", "--delimiter", "xx"]);
  expect(!options.ok && options.error).toHaveLength(3);
});

test("help needs no file and fits a terminal", () => {
  expect(parseOptions(["--help"])).toEqual({ ok: true, value: "help" });
  expect(Math.max(...USAGE.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
});
