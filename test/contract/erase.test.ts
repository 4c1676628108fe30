import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
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
  const gone = review({ text: SECRET, id: "01KJWBG7G00000000000000001" });
  const lines = [review({ text: SECRET, id: "01KJWBG7G00000000000000002" }), review()];
  writeContent(content, {
    reviews: {
      "2026-03.json": [gone, review()],
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
  const args = ["--content", content, "--out", out];
  const done = erase("01KJWBG7G00000000000000001", "01KJWBG7G00000000000000002", ...args);
  expect(done).toMatchObject({ status: 0 });
  expect(filesWith(folder, SECRET)).toEqual([]);
  expect(filesWith(out, "Other work.")).not.toEqual([]);
  expect(existsSync(join(content, "reviews", "more.jsonl"))).toBe(true);
  expect(filesWith(out, "01KJWBG7G00000000000000001")).toEqual([]);
  expect(globSync(join(`${out}.releases`, "0*"))).toHaveLength(1);
  expect(existsSync(cache) && filesWith(cache, SECRET).length > 0).toBe(false);
  expect(erase("01KJWBG7G00000000000000001", ...args).status).toBe(0);
}, 60_000);

test("an import does not bring an erased review back", () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"));
  const reviews = join(content, "reviews");
  const row = { id: "1", author: "Kim", rating: 5, date: "2026-03-04", text: SECRET };
  importRows([row], reviews);
  const [file = ""] = globSync(join(reviews, "*.json"));
  const [{ id }] = JSON.parse(readFileSync(file, "utf8")) as [{ id: string }];
  expect(erase(id, "--content", content, "--out", join(folder, "dist")).status).toBe(0);
  const again = importRows([{ ...row, date: "2026-03-05" }], reviews);
  expect(again).toMatchObject({ added: 0, skipped: 1 });
  expect(filesWith(folder, SECRET)).toEqual([]);
});

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
