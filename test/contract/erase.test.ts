import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer as collect } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Releases } from "../../build/publish/releases.ts";
import { fileOf } from "../../model/manifest.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { importRows } from "../support/import.ts";

const SECRET = "The heron stood in the cellar all afternoon.";

function erase(...args: string[]) {
  const run = spawnSync(process.execPath, [join(ROOT, "scripts", "erase.ts"), ...args], { encoding: "utf8" });
  return { status: run.status, text: run.stdout + run.stderr };
}

/** Every file below the folder that contains the words, in any content coding. */
const filesWith = (folder: string, words: string): string[] =>
  globSync(join(folder, "**"))
    .filter((file) => statSync(file).isFile())
    .filter((file) => {
      const bytes = readFileSync(file);
      const plain = file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes;
      return (file.endsWith(".gz") ? gunzipSync(bytes) : plain).includes(words);
    });

test("after an erasure no content file, artifact, cache or kept release contains the text", () => {
  const folder = emptyFolder();
  const [content, out, cache] = ["content", "dist", ".cache"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const gone = { text: SECRET, author: "Zebedee Quill", id: "01KJWBG7G00000000000000001" };
  const lines = [review({ text: SECRET, id: "01KJWBG7G00000000000000002" }), review()];
  writeContent(content, {
    reviews: {
      "2026-03.json": [review(gone), review()],
      "more.jsonl": lines.map((line) => JSON.stringify(line)).join("\n"),
    },
  });
  buildOrFail(content, out);
  writeFileSync(
    join(content, "reviews", "2026-03.json"),
    readFileSync(join(content, "reviews", "2026-03.json"), "utf8").replace("Good work.", "Other work."),
  );
  buildOrFail(content, out);
  expect(filesWith(folder, SECRET).length).toBeGreaterThan(5);
  expect(filesWith(cache, gone.id)).not.toEqual([]);
  for (const words of [SECRET, gone.author]) expect(filesWith(cache, words)).toEqual([]);
  const args = ["--content", content, "--out", out];
  const done = erase("01KJWBG7G00000000000000001", "01KJWBG7G00000000000000002", ...args);
  expect(done).toMatchObject({ status: 0 });
  expect(filesWith(folder, SECRET)).toEqual([]);
  expect(filesWith(out, "Other work.")).not.toEqual([]);
  expect(existsSync(join(content, "reviews", "more.jsonl"))).toBe(true);
  expect(filesWith(out, "01KJWBG7G00000000000000001")).toEqual([]);
  expect(globSync(join(`${out}.releases`, "0*"))).toHaveLength(1);
  for (const words of [SECRET, gone.author, gone.id]) expect(filesWith(cache, words)).toEqual([]);
  expect(erase("01KJWBG7G00000000000000001", ...args).status).toBe(0);
}, 60_000);

test("an import does not bring an erased review back", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"));
  const reviews = join(content, "reviews");
  const row = { id: "1", author: "Kim", rating: 5, date: "2026-03-04", text: SECRET };
  importRows([row], content);
  const [file = ""] = globSync(join(reviews, "*.json"));
  const [{ id }] = JSON.parse(readFileSync(file, "utf8")) as [{ id: string }];
  expect(erase(id, "--content", content, "--out", join(folder, "dist")).status).toBe(0);
  const again = importRows([{ ...row, date: "2026-03-05" }], content);
  expect(again).toMatchObject({ added: 0, skipped: 1 });
  expect(filesWith(folder, SECRET)).toEqual([]);
});

test("the last review is erased although nothing is left to publish", () => {
  const folder = emptyFolder();
  const only = review({ text: SECRET });
  const content = writeContent(join(folder, "content"), { reviews: { "a.json": [only] } });
  const out = join(folder, "dist");
  buildOrFail(content, out);
  expect(erase(String(only["id"]), "--content", content, "--out", out)).toMatchObject({ status: 0 });
  expect(filesWith(folder, SECRET)).toEqual([]);
}, 60_000);

test("ids that cannot be erased are reported", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "a.json": "[{" } });
  const args = ["--content", content, "--out", join(folder, "dist")];
  expect(erase("nonsense", ...args)).toMatchObject({ status: 2 });
  expect(erase("01KJWBG7G00000000000000001", ...args).text).toContain("nothing was erased");
  writeFileSync(join(content, "reviews", "a.json"), "[]");
  const unknown = erase("01KJWBG7G00000000000000001", ...args);
  expect(unknown.status).toBe(1);
  expect(unknown.text).toContain("no review has this id");
});

test("a quotation elsewhere in the content is reported", () => {
  const folder = emptyFolder();
  const id = "01KJWBG7G00000000000000001";
  const content = writeContent(join(folder, "content"), {
    reviews: { "a.json": [review({ id, text: SECRET })] },
    summary: `One said: ${SECRET}`,
  });
  const done = erase(id, "--content", content, "--out", join(folder, "dist"));
  expect(done.status).toBe(1);
  expect(done.text).toMatch(/summary\.md: still contains the text/);
});

test("the search finds hidden files, subfolders, replies, authors and short texts", () => {
  const folder = emptyFolder();
  const id = "01KJWBG7G00000000000000001";
  const reply = { text: "Sorry about the heron, dear customer.", date: "2026-03-05" };
  const content = writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } });
  mkdirSync(join(content, "reviews", "2025"));
  const gone = review({ id, text: 'Too "dear"!', author: "Élodie O'Neil", owner_reply: reply });
  writeFileSync(join(content, "reviews", "2025", "b.jsonl"), JSON.stringify(gone));
  writeFileSync(join(content, "reviews", ".backup.json"), JSON.stringify([{ text: gone["text"] }]));
  writeFileSync(join(content, ".summary.md.swp"), "\0\0u3210#! sorry about  the heron, dear customer.\0");
  writeFileSync(join(content, "notes.html"), "<p>by &Eacute;; \u00c9lodie O&#39;Neil</p>");
  const args = ["--content", content, "--out", join(folder, "dist")];
  expect(erase(id, "--prove", ...args).status).toBe(1);
  const done = erase(id, ...args);
  expect(done.status).toBe(1);
  expect(done.text).toMatch(/\.backup\.json: still contains the text/);
  expect(done.text).toMatch(/\.summary\.md\.swp: still contains the reply/);
  expect(done.text).toMatch(/notes\.html: still contains the author/);
  expect(readFileSync(join(content, "reviews", "2025", "b.jsonl"), "utf8")).toBe("");
  const proof = erase(id, "--prove", "--words", "élodie o'neil", ...args);
  expect(proof.text).toMatch(
    /searched for id \(1\), words \(1\) in\n.*content: \d+ files\n.*dist\.releases: does not exist/,
  );
  expect(proof.text).toMatch(/notes\.html: still contains the words\n/);
  expect(proof.text).toContain("left in 1 place\n");
});

test("releases go although the link to the published one is missing", () => {
  const folder = emptyFolder();
  const id = "01KJWBG7G00000000000000001";
  const content = writeContent(join(folder, "content"), {
    reviews: { "a.json": [review({ id, text: "Dear heron!" }), review()] },
  });
  const out = join(folder, "dist");
  buildOrFail(content, out);
  rmSync(out);
  expect(filesWith(`${out}.releases`, "Dear heron!").length).toBeGreaterThan(2);
  expect(erase(id, "--content", content, "--out", out).status).toBe(0);
  expect(filesWith(`${out}.releases`, "Dear heron!")).toEqual([]);
  expect(globSync(join(`${out}.releases`, "0*"))).toEqual([]);
  buildOrFail(content, out);
}, 60_000);

test("a proof searches every artifact of the live site", async () => {
  const folder = emptyFolder();
  const id = "01KJWBG7G00000000000000001";
  const content = writeContent(join(folder, "content"), {
    reviews: { "a.json": [review({ id, text: SECRET }), review()] },
  });
  const out = join(folder, "dist");
  buildOrFail(content, out);
  const live = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = join(out, fileOf(path));
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await once(live.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(live.address() as AddressInfo).port}`;
  const prove = async () => {
    const place = ["--content", content, "--out", join(folder, "elsewhere")];
    const sought = [id, "--prove", "--url", url, "--words", "heron stood in the cellar"];
    const child = spawn(process.execPath, [join(ROOT, "scripts", "erase.ts"), ...sought, ...place]);
    const [text, [status]] = await Promise.all([collect(child.stdout), once(child, "exit")]);
    return { text: text.toString(), status: status as number };
  };
  const before = await prove();
  expect(before.status).toBe(1);
  expect(erase(id, "--content", content, "--out", out).status).toBe(0);
  const after = await prove();
  expect(after.text).toMatch(/127\.0\.0\.1:\d+: \d{2,} artifacts and 1 removed pages\nnothing is left/);
  expect(after.status).toBe(0);
  live.close();
}, 60_000);

test("nothing is erased while a build is publishing, which would publish the reviews again", async () => {
  const folder = emptyFolder();
  const [content, out] = [join(folder, "content"), join(folder, "dist")];
  writeContent(content, {
    reviews: { "a.json": [review({ id: "01KJWBG7G00000000000000001", text: SECRET })] },
  });
  buildOrFail(content, out);
  const releases = new Releases(out);
  await releases.begin();
  const refused = erase("01KJWBG7G00000000000000001", "--content", content, "--out", out);
  releases.unlock();
  expect(refused.status).toBe(1);
  expect(refused.text).toContain(`${out}: nothing was erased: another build is publishing to it; wait until`);
  expect(filesWith(content, SECRET)).toHaveLength(1);
});
