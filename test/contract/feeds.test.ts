import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { buildOrFail, readArtifact, readJsonOf } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";

const GRAMMAR = readFileSync(join(ROOT, "test", "support", "atom.rng"), "utf8");

/** Texts of kinds that have broken feeds, pages and scripts in other software. */
const HOSTILE = [
  "bell \u0007 null \u0000 escape \u001B[31mred\u001B[0m vertical \u000B tab",
  "lone \uD800 surrogate \uDC00 here",
  "not a character \uFFFE\uFFFF\u{1FFFF}",
  "]]> <![CDATA[ x ]]> <!-- -- -->",
  "</script><script>alert(1)</script><img src=x onerror=alert(1)>",
  "&amp; &lt; &#x3c;b&#x3e; %3Cb%3E <b onclick='x'>\"quoted\"</b>",
  "bidi \u202E override \u2066 isolate \u2069 \u{E0041}\u{E0042} tags",
  "line\u2028separator \u2029 paragraph \r\n\r\n  windows",
  "<%= process.env %> <%~ it %> ${it} {{it}}",
  "zwj family 👨‍👩‍👧‍👦 flag 🇩🇪 skin 👍🏽 combining e\u0301",
  "مرحبا بالعالم שלום 你好 नमस्ते",
];

// oxlint-disable-next-line no-control-regex -- the pattern matches the control characters that must be gone
const GONE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/;

const lineOf = (text: string): string => text.slice(0, 60).replaceAll(/[\r\n]/g, "");

function publish(reviews: readonly object[], sub = "content"): string {
  const folder = emptyFolder();
  writeContent(join(folder, sub), { reviews: { "all.json": reviews } });
  buildOrFail(join(folder, sub), join(folder, "dist"));
  return join(folder, "dist");
}

async function expectValidAtom(dist: string): Promise<void> {
  const xml = readArtifact(dist, "/feed.xml").toString("utf8");
  const result = await validateXML({ xml, schema: GRAMMAR, extension: "relaxng" });
  expect(result.errors).toEqual([]);
  expect(result.valid).toBe(true);
}

const hostile = HOSTILE.flatMap((text) => [
  review({ text, author: lineOf(text), date: "2026-03-02" }),
  review({
    text: null,
    author: lineOf(text),
    owner_reply: { text, date: "2026-03-03" },
    source: lineOf(text),
  }),
]);

test("feed.xml is well-formed and valid by the grammar of RFC 4287, with hostile reviews and without reviews", async () => {
  await expectValidAtom(publish(hostile));
  await expectValidAtom(publish([]));
});

test("the grammar rejects an invalid feed", async () => {
  const xml = readArtifact(publish(hostile), "/feed.xml").toString("utf8");
  for (const broken of [
    xml.replace(/<updated>[^<]*<\/updated>/, ""),
    xml.replace(/<id>[^<]*<\/id>/, "<id>no uri</id>"),
    xml.replace("T00:00:00Z", ""),
    xml.replace("<title>", "<heading>").replace("</title>", "</heading>"),
  ]) {
    const result = await validateXML({ xml: broken, schema: GRAMMAR, extension: "relaxng" });
    expect(result.valid).toBe(false);
  }
});

test("hostile texts are published as text in every format, with all valid characters", () => {
  const dist = publish(hostile);
  const page = readArtifact(dist, "/reviews/").toString("utf8");
  const atom = readArtifact(dist, "/feed.xml").toString("utf8");
  const feed = readJsonOf<{ items: { content_text: string }[] }>(dist, "/api/feed.json");
  // The site's own scripts are data blocks and files; review text is in neither.
  const own = /<script type="application\/ld\+json">[^<]*<\/script>|<script src="[^"<]*"[^><]*><\/script>/g;
  expect(page.replaceAll(own, "")).not.toMatch(/<script|<img|onerror=alert\(1\)>|process\.env<\/p>$/);
  expect(page).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
  expect(atom).toContain("]]&gt; &lt;![CDATA[");
  for (const text of [page, atom, JSON.stringify(feed)]) {
    expect(text).not.toMatch(GONE);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain("👨‍👩‍👧‍👦");
    expect(text).toContain("مرحبا بالعالم שלום 你好 नमस्ते");
  }
  expect(feed.items.every((item) => item.content_text !== "")).toBe(true);
});

test("feed.json names its topic and its hub, and has content for a rating without a text", () => {
  const dist = publish([review({ text: null, rating: 3, author: "Lee" })]);
  const feed = readJsonOf<Record<string, unknown>>(dist, "/api/feed.json");
  expect(feed).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    feed_url: "https://reviews.harbour-lane.example/api/feed.json",
    hubs: [{ type: "WebSub", url: "https://reviews.harbour-lane.example/api/websub/hub" }],
    items: [
      { content_text: "3 of 5 stars from Lee, without a text.", date_published: "2026-03-01T00:00:00Z" },
    ],
  });
});
