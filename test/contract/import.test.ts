import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { USAGE } from "../../scripts/import/options.ts";
import { SKIPPED } from "../../scripts/import/reasons.ts";
import type { ReportDocument } from "../../scripts/import/report.ts";
import type { WrittenReview } from "../../model/review.ts";
import { runBuild, readJsonOf } from "../support/build.ts";
import { emptyFolder, ROOT, writeContent } from "../support/content.ts";
import { bytesIn, reviewsIn } from "../support/import.ts";

const COMMAND = join(ROOT, "scripts", "import.ts");

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [COMMAND, ...args], { cwd: ROOT, encoding: "utf8" });
}

function reportOf(...args: string[]): ReportDocument {
  const { status, stdout, stderr } = run(...args, "--json");
  if (status !== 0) throw new Error(`exit ${status}: ${stderr}`);
  return JSON.parse(stdout) as ReportDocument;
}

function fileWith(name: string, content: string | Uint8Array): string {
  const file = join(emptyFolder(), name);
  writeFileSync(file, content);
  return file;
}

const CSV = [
  "Review Id;Review Username;Review Stars;Review Created (UTC);Review Title;Review Content;Review User Email",
  '7;Kim Doe;5;2026-03-04 09:30:00;Great;"Came on time;',
  'fixed it, ""really"" fixed it.";kim@mail.example',
  "8;José;FIVE;2026-03-05;;Did not answer;",
  "9;Ana;4.5;2026-03-06;;Half;",
  "10;Ana;4;6 weeks ago;;Which day?;",
  "11;Ana;4",
  "8;José;4;2026-03-05;;On second thoughts;",
  "",
].join("\r\n");

describe("a spreadsheet's CSV", () => {
  const out = emptyFolder();
  const file = fileWith("export.csv", `\uFEFF${CSV}`);
  const USUAL = ["--source", "trustpilot", "--verified-by", "order", "--content"];
  const report = reportOf("csv", file, ...USUAL, out);

  test("every row is counted once, and each skipped one has its line and reason", () => {
    expect(report).toMatchObject({ rows: 6, added: 2, updated: 0, unchanged: 0, merged: 1, skipped: 3 });
    expect(
      Object.fromEntries(report.skipped_by_reason.map((tally) => [tally.reason, tally.examples])),
    ).toEqual({
      [SKIPPED.halfStars]: [`${file}:5: "4.5"`],
      [SKIPPED.dateUnreadable]: [`${file}:6: "6 weeks ago"`],
      [SKIPPED.columns]: [`${file}:7: 3 instead of 7`],
    });
  });

  test("the reviews are what the rows say; the later row of an id wins; no e-mail address is written", () => {
    const reviews = reviewsIn(out);
    expect(reviews.map(({ author, rating, date, text }) => [author, rating, date, text])).toEqual([
      ["José", 4, "2026-03-05", "On second thoughts"],
      ["Kim Doe", 5, "2026-03-04", 'Great\nCame on time;\nfixed it, "really" fixed it.'],
    ]);
    expect(JSON.stringify(reviews)).not.toContain("mail.example");
  });

  test("the same reviews as JSON Lines, in another encoding, time zone and language, get the same ids", () => {
    const rows = [
      { id: 8, author: "José", rating: 4, date: "2026-03-05", text: "On second thoughts" },
      {
        id: "7",
        author: "Kim Doe",
        rating: "5 stars",
        date: "2026-03-04",
        title: "Great",
        text: 'Came on time;\nfixed it, "really" fixed it.',
      },
    ];
    const jsonl = fileWith(
      "export.jsonl",
      Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n"), "latin1"),
    );
    const again = emptyFolder();
    const env = { ...process.env, TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8" };
    const args = ["jsonl", jsonl, "--encoding", "windows-1252", ...USUAL, again];
    expect(spawnSync(process.execPath, [COMMAND, ...args], { cwd: ROOT, env }).status).toBe(0);
    expect(bytesIn(again)).toEqual(bytesIn(out));
  });

  test("a second run changes no byte and says so", () => {
    const before = bytesIn(out);
    const { status, stdout } = run("csv", file, ...USUAL, out);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /added +0\n +updated +0\n +unchanged +2\n +withheld +0\n +merged +1\n +skipped +3\n/,
    );
    expect(stdout).toMatch(/nothing changed\n$/);
    expect(bytesIn(out)).toEqual(before);
  });

  test("a dry run reports the same and writes nothing", () => {
    const nowhere = join(emptyFolder(), "content");
    const dry = reportOf("csv", file, ...USUAL, nowhere, "--dry-run");
    expect({ ...dry, dry_run: false }).toEqual({
      ...report,
      written: [join(nowhere, "reviews", "2026-03.json")],
    });
    expect(existsSync(nowhere)).toBe(false);
  });
});

test("imported reviews can be built and published", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"));
  const rows = [
    { rating: 5, date: "2026-03-04", text: "a\u0000\u202Eb", author: "kim@mail.example" },
    { rating: 1, date: "2026-03-05", text: "N/A", verified: "no" },
  ];
  const file = fileWith("rows.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  reportOf("jsonl", file, "--source", "google", "--content", content);
  const dist = join(folder, "dist");
  expect(runBuild(["--content", content, "--out", dist])).toMatchObject({ status: 0, stderr: "" });
  const published = readJsonOf<{ reviews: WrittenReview[] }>(dist, "/reviews.json").reviews;
  expect(published.map(({ author, rating, text }) => [author, rating, text])).toEqual([["K.", 5, "ab"]]);
});

describe("what stops an import", () => {
  const file = fileWith("rows.jsonl", '{"rating":5,"date":"2026-03-04"}\n');

  test.for<[string, string[], number, string]>([
    ["nothing", [], 2, "usage: npm run import"],
    ["no file", ["csv"], 2, "name a FORMAT and at least one FILE"],
    ["an unknown option", ["jsonl", file, "--sauce", "x"], 2, "Unknown option '--sauce'"],
    ["a file that is not there", ["csv", "/nowhere/a.csv"], 1, "/nowhere/a.csv: cannot be read (ENOENT)"],
    ["a folder without exports", ["csv", join(ROOT, "model")], 1, "holds no file of this format"],
    [
      "bytes that are no UTF-8",
      ["csv", fileWith("a.csv", Buffer.from("rating,date\n5,\xe9\n", "latin1"))],
      1,
      "line 2: is not UTF-8 text",
    ],
    [
      "a content folder that is a file",
      ["jsonl", file, "--source", "x", "--content", file],
      1,
      "cannot be read (ENOTDIR)",
    ],
  ])("%s", ([, args, status, message]) => {
    const result = run(...args);
    expect(result).toMatchObject({ status, stdout: "" });
    expect(result.stderr).toContain(message);
  });

  test("one broken file of content: everything is listed, nothing is written", () => {
    const out = emptyFolder();
    mkdirSync(join(out, "reviews"));
    writeFileSync(join(out, "reviews", "2026-01.json"), '[{"rating": 6}]');
    writeFileSync(join(out, "reviews", "2026-03.json"), "[]");
    const before = bytesIn(out);
    const result = run("jsonl", file, "--source", "google", "--content", out, "--json");
    expect(result.status).toBe(1);
    expect(result.stderr).toContain(
      `${join(out, "reviews", "2026-01.json")}: [0].rating: must be at most 5 (got 6)`,
    );
    expect(JSON.parse(result.stdout)).toEqual({ problems: result.stderr.trimEnd().split("\n") });
    expect(bytesIn(out)).toEqual(before);
  });

  test("the second of two files: nothing of the first is written", () => {
    const out = join(emptyFolder(), "content");
    expect(run("jsonl", file, "/nowhere/b.jsonl", "--source", "google", "--content", out).status).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

  test("help is not an error", () => {
    expect(run("--help")).toEqual(expect.objectContaining({ status: 0, stdout: USAGE, stderr: "" }));
  });
});

const MONTHS = Array.from(
  { length: 24 },
  (_, at) => `${2023 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
);

function rowsRated(rating: number): string {
  const rows = MONTHS.flatMap((month) =>
    Array.from({ length: 20 }, (_, at) => ({
      id: `${month}/${at}`,
      rating,
      date: `${month}-10`,
      text: `Text ${at}`,
    })),
  );
  return rows.map((row) => JSON.stringify(row)).join("\n");
}

const GOOGLE = ["--source", "google", "--verified-by", "platform", "--content"];

/** Starts an import and kills it at the nth change of the folder; false when it was faster. */
async function killAt(change: number, file: string, out: string): Promise<boolean> {
  const args = [COMMAND, "jsonl", file, ...GOOGLE, out];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "ignore" });
  let changes = 0;
  const watcher = watch(join(out, "reviews"), () => {
    changes += 1;
    if (changes === change) child.kill("SIGKILL");
  });
  await once(child, "exit");
  watcher.close();
  return child.signalCode === "SIGKILL";
}

test(
  "a killed import leaves each file old or new, and the same command finishes it",
  { timeout: 60_000 },
  async () => {
    const [older, newer] = [fileWith("older.jsonl", rowsRated(1)), fileWith("newer.jsonl", rowsRated(5))];
    const [before, after] = [emptyFolder(), emptyFolder()];
    for (const out of [before, after]) reportOf("jsonl", older, ...GOOGLE, out);
    reportOf("jsonl", newer, ...GOOGLE, after);
    const [oldBytes, newBytes] = [bytesIn(before), bytesIn(after)];
    let kills = 0;
    // Three changes per file while the new texts are written, then two per rename.
    for (const change of [1, 30, 66, 80, 100]) {
      const out = emptyFolder();
      cpSync(before, out, { recursive: true });
      if (await killAt(change, newer, out)) kills += 1;
      for (const name of MONTHS.map((month) => `${month}.json`))
        expect([oldBytes[name], newBytes[name]]).toContain(readFileSync(join(out, "reviews", name), "utf8"));
      reportOf("jsonl", newer, ...GOOGLE, out);
      expect(bytesIn(out)).toEqual(newBytes);
    }
    expect(kills).toBeGreaterThan(0);
  },
);

const starsByDay = (list: readonly WrittenReview[]): string[] =>
  list.map(({ date, rating }) => `${date} ${rating}`).toSorted();

const REAL = join(ROOT, "..", "shared", "data", "nhs", "nhs-patient-transport.jsonl");

test.skipIf(!existsSync(REAL))(
  "1,315 real comments (skipped where ../shared/data is not next to the project)",
  () => {
    const out = emptyFolder();
    const args = [
      "jsonl",
      REAL,
      "--map",
      "source=extra.trust",
      "--verified-by",
      "platform",
      "--content",
      out,
    ];
    const report = reportOf(...args);
    expect(report).toMatchObject({
      rows: 1315,
      added: 1278,
      merged: 0,
      skipped: 37,
      updated: 0,
      unchanged: 0,
    });
    expect(report.skipped_by_reason).toMatchObject([{ reason: SKIPPED.noRating, count: 37 }]);

    const rows = readFileSync(REAL, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as WrittenReview);
    const reviews = reviewsIn(out);
    expect(starsByDay(reviews)).toEqual(starsByDay(rows.filter(({ rating }) => rating !== null)));
    for (const [name, text] of Object.entries(bytesIn(out)))
      for (const { date } of JSON.parse(text) as WrittenReview[])
        expect(`${date.slice(0, 7)}.json`).toBe(name);
    expect(new Set(reviews.map(({ source, author }) => `${source} ${author}`))).toEqual(
      new Set(["NEAS Anonymous"]),
    );

    const bytes = bytesIn(out);
    expect(reportOf(...args)).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: 1278,
      skipped: 37,
      written: [],
    });
    expect(bytesIn(out)).toEqual(bytes);
  },
);
