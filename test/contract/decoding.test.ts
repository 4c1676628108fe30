import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Review } from "../../model/review.ts";
import { artifactsOf, buildOrFail, readArtifact, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const folder = emptyFolder();
const dist = join(folder, "dist");
/** The same content, published with a file for each of 60 dates. */
const wide = join(folder, "wide");
let running: Running;
const DATES = [
  "1999-01-01",
  "2025-12-03",
  "2026-01-20",
  "2026-02-01",
  "2026-03-09",
  "2026-03-10",
  "2026-03-21",
  "2030-01-01",
];

beforeAll(async () => {
  const reviews = Array.from({ length: 900 }, (_, index) =>
    review({
      date: `2026-0${1 + (index % 3)}-${10 + (index % 12)}`,
      text: `No. ${index} ${"süß 👍🏽 great ".repeat(index % 40)}`,
    }),
  );
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "all.json": reviews } }), dist);
  publishWide();
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

function publishWide(): void {
  const business = JSON.parse(readArtifact(join(folder, "content"), "/business.json").toString("utf8")) as {
    publishing: object;
  };
  const content = join(folder, "wide-content");
  spawnSync("cp", ["-r", join(folder, "content"), content]);
  writeContent(content, {
    business: {
      ...business,
      publishing: { ...business.publishing, since_window_days: 60, since_budget_mb: 100 },
    },
  });
  buildOrFail(content, wide);
}

const urlOf = (date: string): string => `${running.origin}/api/reviews/since/${date}`;
const plainOf = async (date: string): Promise<Buffer> =>
  (await send(running.port, `/api/reviews/since/${date}`)).body;
const has = (command: string): boolean => spawnSync("sh", ["-c", `command -v ${command}`]).status === 0;

test("the sidecar's bytes are the file's bytes, for every shard and coding", async () => {
  const shards = artifactsOf(readManifestOf(dist)).filter(([path]) => /since\/\d/.test(path));
  expect(shards.length).toBe(5);
  for (const [path, { encodings }] of shards) {
    for (const [accept, coding] of [
      ["identity", undefined],
      ["gzip", "gzip"],
      ["br", "br"],
    ] as const) {
      if (coding !== undefined && !encodings[coding]) continue;
      const answer = await send(running.port, path, { "accept-encoding": accept });
      expect(answer.body.equals(readArtifact(dist, path, coding)), `${path} ${accept}`).toBe(true);
    }
  }
});

test("a date without a file gets the bytes and the entity tag that its file would have", async () => {
  const shards = artifactsOf(readManifestOf(wide)).filter(([path]) => /since\/\d/.test(path));
  expect(shards.length).toBe(60);
  for (const [path, artifact] of shards) {
    const plain = await send(running.port, path);
    expect(plain.body.equals(readArtifact(wide, path)), path).toBe(true);
    expect(plain.headers.etag, path).toBe(artifact.etag);
    if (!artifact.encodings.gzip) continue;
    const gzip = await send(running.port, path, { "accept-encoding": "gzip" });
    expect(gzip.body.equals(readArtifact(wide, path, "gzip")), path).toBe(true);
    expect(gzip.headers.etag, path).toBe(artifact.encodings.gzip.etag);
  }
});

describe("stitched answers decode to the plain bytes", () => {
  test("Node's zlib and fetch", async () => {
    for (const date of DATES) {
      const plain = await plainOf(date);
      for (const [coding, decode] of [
        ["gzip", gunzipSync],
        ["br", brotliDecompressSync],
      ] as const) {
        const { body, headers } = await send(running.port, `/api/reviews/since/${date}`, {
          "accept-encoding": coding,
        });
        const decoded = headers["content-encoding"] === coding ? decode(body) : body;
        expect(decoded.equals(plain), `${date} ${coding}`).toBe(true);
      }
      const fetched = await fetch(urlOf(date), { headers: { "accept-encoding": "gzip" } });
      expect(Buffer.from(await fetched.arrayBuffer()).equals(plain), date).toBe(true);
    }
  });

  const hasCurl = has("curl");
  if (!hasCurl) process.stderr.write("SKIPPED: decoding by curl, which is not installed\n");
  test.skipIf(!hasCurl)("curl --compressed", async () => {
    for (const date of DATES) {
      const plain = await plainOf(date);
      const curl = await run("curl", ["-s", "--compressed", "-H", "Accept-Encoding: gzip", urlOf(date)]);
      expect(curl.equals(plain), date).toBe(true);
    }
  });

  const hasChromium = has("chromium");
  if (!hasChromium) process.stderr.write("SKIPPED: decoding by Chromium, which is not installed\n");
  test.skipIf(!hasChromium)("Chromium", { timeout: 60_000 }, async () => {
    const date = "2026-01-20";
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--user-data-dir=${join(folder, "profile")}`,
    ];
    const dom = (await run("chromium", [...flags, "--dump-dom", urlOf(date)])).toString("utf8");
    const shown = /<pre[^>]*>([\s\S]*)<\/pre>/.exec(dom)?.[1] ?? "";
    const text = shown.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    const { reviews, count } = JSON.parse(text) as { reviews: Review[]; count: number };
    expect(JSON.stringify({ reviews, since: date, count })).toBe(
      (await plainOf(date)).toString("utf8").trimEnd(),
    );
  });
});

/** Asynchronous, because the sidecar under test runs in this process. */
async function run(command: string, args: readonly string[]): Promise<Buffer> {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { encoding: "buffer", maxBuffer: 1 << 26 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}
