import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";
import { detectDialect } from "./csv-header.ts";
import type { ColumnChoice, ExportRow, Field } from "./fields.ts";
import { CommandError, SKIPPED } from "./reasons.ts";

const CHOICE: ColumnChoice = { map: new Map(), only: [], ignored: [], needed: ["rating", "date"] };

const SILENT = {
  column: () => undefined,
  unused: () => undefined,
  status: () => undefined,
  stated: () => undefined,
};

function rowsOf(text: string, choice: Partial<ColumnChoice> = {}): ExportRow[] {
  const rows: ExportRow[] = [];
  const sink = { ...SILENT, row: (row: ExportRow) => void rows.push(row) };
  readCsv("f.csv", text, { ...CHOICE, ...choice }, sink);
  return rows;
}

function problemsOf(text: string, choice: Partial<ColumnChoice> = {}): readonly string[] {
  try {
    rowsOf(text, choice);
    return [];
  } catch (error) {
    if (error instanceof CommandError) return error.problems;
    throw error;
  }
}

const TWO_ROWS = [
  { line: 2, values: { rating: "5", date: "2026-03-04", text: "Good, quick" } },
  { line: 3, values: { rating: "4", date: "2026-03-05", text: "" } },
];

test.for([
  ["comma", 'rating,date,text\n5,2026-03-04,"Good, quick"\n4,2026-03-05,\n'],
  ["semicolon", "rating;date;text\n5;2026-03-04;Good, quick\n4;2026-03-05;\n"],
  ["tab", "rating\tdate\ttext\n5\t2026-03-04\tGood, quick\n4\t2026-03-05\t\n"],
  ["bar", "rating|date|text\n5|2026-03-04|Good, quick\n4|2026-03-05|\n"],
  ["CRLF", 'rating,date,text\r\n5,2026-03-04,"Good, quick"\r\n4,2026-03-05,\r\n'],
  ["CR", 'rating,date,text\r5,2026-03-04,"Good, quick"\r4,2026-03-05,'],
  ["no end of line at the end", 'rating,date,text\n5,2026-03-04,"Good, quick"\n4,2026-03-05,'],
  ["quoted header", '"rating","date","text"\n"5","2026-03-04","Good, quick"\n"4","2026-03-05",""\n'],
  ["spaces and case in the header", ' Rating , DATE ,Text\n5,2026-03-04,"Good, quick"\n4,2026-03-05,\n'],
] as const)("reads %s", ([, text]) => {
  expect(rowsOf(text)).toEqual(TWO_ROWS);
});

test("reads the line with which Excel names the delimiter", () => {
  expect(detectDialect("sep=;")).toEqual({ delimiter: ";", headerLine: 2 });
  expect(rowsOf("sep=;\r\nrating;date\r\n5;2026-03-04\r\n")).toEqual([
    { line: 3, values: { rating: "5", date: "2026-03-04" } },
  ]);
});

test("commas inside quotes do not count for the delimiter", () => {
  expect(detectDialect('"a,b,c,d";date;rating').delimiter).toBe(";");
});

test("a named delimiter wins", () => {
  expect(
    rowsOf("rating:date,x\n5:2026-03-04\n", { delimiter: ":", map: new Map([["date", ["date,x"]]]) }),
  ).toEqual([{ line: 2, values: { rating: "5", date: "2026-03-04" } }]);
});

test("line numbers are those of an editor: quoted line ends and blank lines count", () => {
  const rows = rowsOf('rating,date,text\r\n5,d,"a\r\nb\r\nc"\r\n\r\n,,\r\n4,d,x\r\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 7]);
  expect(rows[0]).toMatchObject({ values: { text: "a\nb\nc" } });
});

test.for([
  ["too few columns", "5,d", SKIPPED.columns],
  ["too many columns", "5,d,x,y", SKIPPED.columns],
  ["an open quote that a later one closes", '5,d,"open\n4,d,"x"', SKIPPED.quotes],
  ["text after a closing quote", '5,d,"Good" work', SKIPPED.quotes],
] as const)("%s: the row is skipped, the next one read", ([, broken, reason]) => {
  const rows = rowsOf(`rating,date,text\n${broken}\n3,d,fine\n`);
  expect(rows).toMatchObject([{ line: 2, skipped: { reason } }, { values: { text: "fine" } }]);
});

test.for([
  ["doubled quotes", '"""Great"", she said"', '"Great", she said'],
  ["quotes inside a bare value", 'he said "hi"', 'he said "hi"'],
] as const)("%s are text", ([, written, text]) => {
  expect(rowsOf(`rating,date,text\n5,d,${written}\n`)).toMatchObject([{ values: { text } }]);
});

test.for<[string, string, Partial<ColumnChoice>, string]>([
  ["a quote that is never closed", 'rating,date\n5,d\n4,"d\n3,d\n', {}, "f.csv: line 3: a quote opens"],
  [
    "no rating column",
    "grade,date\n5,d\n",
    {},
    "no column is known as rating; choose one with --map rating=COLUMN",
  ],
  ["no source anywhere", "rating,date\n5,d\n", { needed: ["rating", "date", "source"] }, "--source NAME"],
  [
    "a mapped column that is missing",
    "rating,date\n5,d\n",
    { map: new Map<Field, readonly string[]>([["text", ["Txt"]]]) },
    'no column "Txt"; the header has "rating", "date"',
  ],
  [
    "a chosen column that is missing",
    "rating,date\n5,d\n",
    { only: [{ column: "state", value: "ok" }] },
    'no column "state"',
  ],
  [
    "two columns of one name",
    "rating,date,Date\n5,d,e\n",
    {},
    'columns "date" and "Date" could both be date',
  ],
  ["an empty file", "", {}, "is empty"],
])("%s stops the import", ([, text, choice, problem]) => {
  expect(problemsOf(text, choice).join("\n")).toContain(problem);
});

test("an empty mapping ignores the column; --only leaves rows out, or hides them where it is a status", () => {
  const choice = {
    map: new Map<Field, readonly string[]>([["text", []]]),
    only: [
      { column: "State", value: "ok" },
      { column: "shop", value: "1" },
    ],
  };
  const rows = "5,d,x,OK,1\n4,d,y,spam,1\n3,d,y,ok,2\n2,d,y,spam,2\n";
  expect(rowsOf(`rating,date,text,state,shop\n${rows}`, choice)).toEqual([
    { line: 2, values: { rating: "5", date: "d" } },
    { line: 3, values: { rating: "4", date: "d" }, hidden: 'State="spam"' },
    ...["3", "2"].map((rating, at) => ({
      line: 4 + at,
      values: { rating, date: "d" },
      skipped: { reason: SKIPPED.notChosen, detail: 'shop="2"' },
    })),
  ]);
});

test("knows the header of a well-known export", () => {
  const columns = new Map<Field, string>();
  const header =
    "Domain Url,Review Id,Review Created (UTC),Review Username,Review User Email,Review Title,Review Content,Review Stars,Company Response,Company Reply Date (UTC)";
  readCsv("f.csv", `${header}\n`, CHOICE, {
    ...SILENT,
    row: () => undefined,
    column: (field, column) => void columns.set(field, column),
  });
  expect(Object.fromEntries(columns)).toEqual({
    id: "Review Id",
    author: "Review Username",
    rating: "Review Stars",
    date: "Review Created (UTC)",
    text: "Review Content",
    title: "Review Title",
    reply: "Company Response",
    reply_date: "Company Reply Date (UTC)",
  });
});
