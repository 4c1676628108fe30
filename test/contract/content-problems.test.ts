import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { load } from "../../build/load/load.ts";
import { calendarDateOf } from "../../model/calendar-date.ts";
import { buildOrFail, runBuild } from "../support/build.ts";
import { BUSINESS, emptyFolder, ENTITIES, review, writeContent } from "../support/content.ts";

const NOW = String(Date.parse("2026-11-21T10:00:00Z") / 1000);
const TODAY = calendarDateOf(Number(NOW) * 1000);

function refuse(content: string, ...more: readonly string[]): string[] {
  const env = { ...process.env, SOURCE_DATE_EPOCH: NOW };
  const run = runBuild(["--content", content, "--out", join(content, "..", "dist"), ...more], { env });
  expect(run.status, run.stderr).toBe(1);
  return run.stderr.replaceAll(`${content}/`, "").trimEnd().split("\n");
}

test("one run reports all problems of all files: file, path, message and value", () => {
  const content = writeContent(join(emptyFolder(), "content"), {
    business: {
      ...BUSINESS,
      type: "plumber",
      colour: "red",
      publishing: { ...BUSINESS.publishing, base_url: "https://x.example/" },
    },
    entities: {
      ...ENTITIES,
      services: [
        { id: "a-b", name: "A" },
        { id: "a-b", name: "B" },
      ],
    },
    reviews: {
      "a.json": [
        review({ rating: 6 }),
        review({ date: "2026-02-30" }),
        review({ rating: "5" }),
        { ...review(), id: "short" },
        { ...review(), txt: "Hi" },
        review({ owner_reply: { text: "Thanks" } }),
        review({ source_url: "javascript:alert(1)" }),
        { author: "No id", rating: 5, date: "2026-01-01", source: "google", verified: true },
      ],
      "b.jsonl": `${JSON.stringify(review({ date: "2026-11-23" }))}\n\nnot json\n${JSON.stringify(review({ rating: 0 }))}`,
      "c.json": { reviews: [review({ verified: "yes" })] },
      "d.json": 7,
      "e.json": "[1,",
    },
  });
  rmSync(join(content, "faq.json"));
  const lines = refuse(content);
  expect(lines.slice(0, -1).map((line) => line.replace(/is not JSON: .*/, "is not JSON"))).toEqual([
    'business.json: colour: is not a known field (got "red")',
    'business.json: type: must be a schema.org LocalBusiness subtype such as Bakery, or LocalBusiness (got "plumber")',
    'business.json: publishing.base_url: must be a URL such as https://reviews.example.org or https://example.org/reviews, without a trailing slash (got "https://x.example/")',
    "faq.json: is missing; create it, or name another folder with --content",
    "reviews/a.json: [0].rating: must be at most 5 (got 6)",
    'reviews/a.json: [1].date: must be a day that exists, YYYY-MM-DD (got "2026-02-30")',
    'reviews/a.json: [2].rating: must be of type integer (got "5")',
    'reviews/a.json: [3].id: must be a ULID: 26 characters of Crockford base 32 (got "short")',
    'reviews/a.json: [4].txt: is not a known field; did you mean text? (got "Hi")',
    "reviews/a.json: [5].owner_reply.date: is missing",
    'reviews/a.json: [6].source_url: must be an http or https URL (got "javascript:alert(1)")',
    "reviews/a.json: [7].id: is missing",
    'reviews/b.jsonl: line 1.date: lies in the future (got "2026-11-23")',
    "reviews/b.jsonl: line 3: is not JSON",
    "reviews/b.jsonl: line 4.rating: must be at least 1 (got 0)",
    'reviews/c.json: reviews[0].verified: must be of type boolean (got "yes")',
    "reviews/d.json: must be an array of reviews",
    "reviews/e.json: is not JSON",
    'entities.json: services[1].id: is used twice (got "a-b")',
  ]);
  expect(lines.at(-1)).toBe("nothing was published: 19 problems to fix");
});

const written = JSON.stringify([review({ author: "Zoë" })]);
const dated = (date: string): string => JSON.stringify([review({ date })]);
const linked = (url: string): string => JSON.stringify([review({ source_url: url })]);
const MISTAKES: readonly (readonly [
  name: string,
  file: string,
  bytes: string | Buffer,
  message: string | undefined,
])[] = [
  ["Latin 1", "a.json", Buffer.from(written, "latin1"), "line 1: is not UTF-8 text; save the file as UTF-8"],
  [
    "Latin 1 in a long file",
    "a.jsonl",
    Buffer.from(`\n\n${written}`, "latin1"),
    "line 3: is not UTF-8 text;",
  ],
  ["UTF-16", "a.json", Buffer.from(`\uFEFF${written}`, "utf16le"), "line 1: is not UTF-8 text;"],
  ["a byte order mark", "a.json", `\uFEFF${written}`, undefined],
  ["an empty file", "a.json", "", "is not JSON: Unexpected end of JSON input"],
  [
    "a comma too many",
    "a.json",
    written.replace("}", ",}"),
    "is not JSON: Expected double-quoted property name",
  ],
  ["a misspelt field", "a.json", written.replace("rating", "ratting"), "did you mean rating?"],
  ["no author", "a.json", written.replace("Zoë", ""), '[0].author: must not be empty (got "")'],
  ["a name in capitals", "A.JSON", written, "is not read; name it .json or .jsonl if it holds reviews"],
  ["an export", "a.csv", "Name,Stars\n", "import an export with npm run import"],
  ["notes next to reviews", "README.md", "notes", "is not read; name it .json or .jsonl if it holds reviews"],
  ["another ending", "a.jsonlines", written, "is not read; name it .json or .jsonl"],
  [
    "a second list",
    "a.json",
    `{"reviews":${written},"reviews_2":${written}}`,
    "reviews_2: is not read; put all",
  ],
  [
    "a field twice",
    "a.json",
    written.replace('"rating"', '"rating":1,"rating"'),
    'has the field "rating" twice',
  ],
  ["a list twice", "a.json", `{"reviews":${written},"reviews":[]}`, 'has the field "reviews" twice'],
  ["deep JSON", "a.json", "[".repeat(100_000), "is nested deeper than 64 levels"],
  ["a date before 1990", "a.json", dated("1989-12-31"), 'date: lies before 1990-01-01 (got "1989-12-31")'],
  ["the year 0", "a.json", dated("0000-01-01"), 'date: lies before 1990-01-01 (got "0000-01-01")'],
  [
    "a control character in a URL",
    "a.json",
    linked("https://x.example/\u0001"),
    "source_url: must be an http or https URL",
  ],
  [
    "a lone surrogate in a URL",
    "a.json",
    linked("https://x.example/\uD800"),
    "source_url: must be an http or https URL",
  ],
  [
    "a bidi override in a URL",
    "a.json",
    linked("https://x.example/\u202E"),
    "source_url: must be an http or https URL",
  ],
  [
    "an invisible source",
    "a.json",
    JSON.stringify([review({ source: "\u200B" })]),
    "source: must not be empty after cleaning",
  ],
  [
    "two lines in a source",
    "a.json",
    JSON.stringify([review({ source: "goo\rgle" })]),
    "source: must be one line of text after cleaning",
  ],
  [
    "an invisible author",
    "a.json",
    JSON.stringify([review({ author: "\u200D\u2800" })]),
    "author: must not be empty after cleaning",
  ],
  [
    "an invisible text",
    "a.json",
    JSON.stringify([review({ text: "\u200B \uFEFF" })]),
    "text: has no visible character; write null",
  ],
];

test.for(MISTAKES)("newcomers: %s", async ([, file, bytes, message]) => {
  const content = writeContent(join(emptyFolder(), "content"), { reviews: {} });
  writeFileSync(join(content, "reviews", file), bytes);
  const loaded = await load(content, TODAY);
  if (message === undefined) {
    expect(loaded.ok).toBe(true);
    return;
  }
  const [line, ...others] = loaded.ok ? [] : loaded.error.toReversed();
  expect(line).toContain(message);
  expect(line).toContain(`reviews/${file}: `);
  expect(others.filter((other) => !other.endsWith("is missing"))).toEqual([]);
});

test("reviews in subfolders are read, and hidden files are named but no fault", () => {
  const content = writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": [review()] } });
  mkdirSync(join(content, "reviews", "2025"));
  writeFileSync(join(content, "reviews", "2025", "b.json"), JSON.stringify([review(), review()]));
  writeFileSync(join(content, "reviews", ".a.json.swp"), "");
  const summary = buildOrFail(content, join(content, "..", "dist"));
  expect(summary.reviews).toBe(3);
  expect(summary.warnings).toEqual([
    `${join(content, "reviews", ".a.json.swp")} is a hidden file and was not read`,
  ]);
});

test("a name of 200,000 characters and a line feed is refused in linear time", () => {
  const content = writeContent(join(emptyFolder(), "content"), {
    reviews: { "a.json": [review({ author: `${"x".repeat(200_000)}\n` })] },
  });
  const startedAt = performance.now();
  expect(refuse(content)[0]).toContain("author: must have at most 200 characters");
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

test("a duplicate id is reported with both files, also for unverified reviews", () => {
  const duplicate = review();
  const content = writeContent(join(emptyFolder(), "content"), {
    reviews: { "a.json": [duplicate], "b.json": [{ ...duplicate, verified: false }] },
  });
  expect(refuse(content)[0]).toBe(
    `reviews/b.json: [0].id: is used twice, first in reviews/a.json (got "${String(duplicate["id"])}")`,
  );
});

test("tomorrow is an allowed date (time zones), the day after is not", () => {
  const content = writeContent(join(emptyFolder(), "content"), {
    reviews: { "a.json": [review({ date: "2026-11-22" })] },
  });
  const env = { ...process.env, SOURCE_DATE_EPOCH: NOW };
  expect(runBuild(["--content", content, "--out", join(content, "..", "dist")], { env }).status).toBe(0);
  writeFileSync(join(content, "reviews", "b.json"), JSON.stringify([review({ date: "2026-11-23" })]));
  expect(refuse(content)[0]).toContain("lies in the future");
});

test("a missing content folder is a problem, not a crash", () => {
  expect(refuse(join(emptyFolder(), "content"))[0]).toBe(
    "business.json: is missing; create it, or name another folder with --content",
  );
});

test("an invalid template is reported with its file", () => {
  const content = writeContent(join(emptyFolder(), "content"));
  mkdirSync(join(content, "templates"));
  writeFileSync(join(content, "templates", "index.eta"), "<% if ( { %>");
  expect(refuse(content)[0]).toMatch(/^templates\/index\.eta: /);
});

test(
  "below a path, a template's link to the root of the host is reported, and what to write instead",
  { timeout: 60_000 },
  () => {
    const content = writeContent(join(emptyFolder(), "content"));
    mkdirSync(join(content, "templates"));
    const card = '<p>A card</p>\n<a href="//cdn.example/">CDN</a> <a href="/reviews/">All</a>';
    writeFileSync(join(content, "templates", "review-card.eta"), card);
    expect(refuse(content, "--base-url", "https://example.org/shop")[0]).toBe(
      'templates/review-card.eta: line 2: /reviews/ leaves out the path of base_url; write <%= it.href("/reviews/") %>',
    );
    buildOrFail(content, join(emptyFolder(), "dist"));
  },
);

test("a template that replaces no built-in one is reported, with the name that was meant", () => {
  const content = writeContent(join(emptyFolder(), "content"));
  mkdirSync(join(content, "templates"));
  for (const name of [".DS_Store", "layuot.eta", "notes.txt"])
    writeFileSync(join(content, "templates", name), "");
  expect(refuse(content).slice(0, -1).toSorted()).toEqual([
    "templates/layuot.eta: replaces no template; did you mean layout.eta?",
    "templates/notes.txt: replaces no template; remove it",
  ]);
});

test("--json reports the same problems", () => {
  const content = writeContent(join(emptyFolder(), "content"), {
    reviews: { "a.json": [review({ rating: 9 })] },
  });
  const run = runBuild(["--content", content, "--out", join(content, "..", "dist"), "--json"]);
  expect(run.status).toBe(1);
  expect(JSON.parse(run.stdout)).toEqual({
    ok: false,
    problems: [`${content}/reviews/a.json: [0].rating: must be at most 5 (got 9)`],
  });
});

test.for([
  [["--colour"], "Unknown option '--colour'"],
  [["--base-url", "reviews.example"], "--base-url must be a URL such as"],
  [["--base-url", "https://reviews.example/a b"], "--base-url must be a URL such as"],
  [["extra"], "Unexpected argument 'extra'"],
] as const)("usage: %s exits with status 2 and a reason", ([args, reason]) => {
  const run = runBuild(args);
  expect(run.status).toBe(2);
  expect(run.stderr).toContain(reason);
  expect(run.stderr).toContain("usage: npm run build");
});
