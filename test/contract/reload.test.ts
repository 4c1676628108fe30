import { appendFileSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileOf, type Manifest } from "../../model/manifest.ts";
import { isReviewPage } from "../../model/review.ts";
import { originSource } from "../../runtime/artifacts/origin.ts";
import { ReleaseStore } from "../../runtime/artifacts/release-store.ts";
import { buildHere, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

interface SmallPublication {
  readonly folder: string;
  readonly content: string;
  readonly dist: string;
}

async function publishSmall(): Promise<SmallPublication> {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), {
    reviews: { "a.json": [review({ text: "first" })] },
  });
  const dist = join(folder, "dist");
  await buildHere(content, dist);
  return { folder, content, dist };
}

async function publishMore({ content, dist }: SmallPublication, text: string): Promise<Manifest> {
  writeFileSync(join(content, "reviews", "b.json"), JSON.stringify([review({ text, date: "2026-03-05" })]));
  await buildHere(content, dist);
  return readManifestOf(dist);
}

async function start(dist: string): Promise<Running> {
  const running = await startSidecar(dist);
  onTestFinished(running.stop);
  return running;
}

const search = async ({ port }: Running, query: string): Promise<number> => {
  const { body } = await send(port, `/api/reviews/search?query=${query}`);
  return (JSON.parse(body.toString("utf8")) as { matched: number }).matched;
};

test("a new release replaces artifacts, since and search at once", async () => {
  const small = await publishSmall();
  const running = await start(small.dist);
  const before = await send(running.port, "/api/reviews/since/2020-01-01");
  expect(await search(running, "second")).toBe(0);
  const manifest = await publishMore(small, "second");
  await running.sidecar.reload();
  expect((await send(running.port, "/reviews.json")).headers.etag).toBe(
    manifest.artifacts["/reviews.json"]?.etag,
  );
  const after = await send(running.port, "/api/reviews/since/2020-01-01", {
    "if-none-match": before.headers.etag ?? "",
  });
  expect(after.status).toBe(200);
  expect(await search(running, "second")).toBe(1);
});

describe("an incomplete or altered release is refused with a reason, and the old one stays", () => {
  test.for([
    [
      "an altered file",
      (dist: string) =>
        writeFileSync(
          join(dist, "feed.xml"),
          readFileSync(join(dist, "feed.xml"), "utf8").replace("second", "sec0nd"),
        ),
      "/feed.xml is not what the manifest says",
    ],
    [
      "a truncated file",
      (dist: string) => writeFileSync(join(dist, "reviews.json"), "{"),
      "/reviews.json has 1 bytes instead of",
    ],
    [
      "an empty gzip representation",
      (dist: string) => writeFileSync(join(dist, "reviews.json.gz"), ""),
      "/reviews.json.gz has 0 bytes instead of",
    ],
    [
      "an altered gzip representation",
      (dist: string) =>
        writeFileSync(
          join(dist, "reviews.json.gz"),
          Buffer.alloc(readFileSync(join(dist, "reviews.json.gz")).length),
        ),
      "as gzip is not what",
    ],
    ["a longer file", (dist: string) => appendFileSync(join(dist, "feed.xml"), "\n"), "/feed.xml has"],
    [
      "a pipe",
      (dist: string) => {
        rmSync(join(dist, "feed.xml"));
        spawnSync("mkfifo", [join(dist, "feed.xml")]);
      },
      "/feed.xml is not a regular file",
    ],
    ["a missing file", (dist: string) => rmSync(join(dist, "insights.json")), "/insights.json is missing"],
    [
      "a truncated manifest",
      (dist: string) =>
        writeFileSync(
          join(dist, "manifest.json"),
          readFileSync(join(dist, "manifest.json")).subarray(0, 200),
        ),
      "manifest.json is not JSON",
    ],
    [
      "an edited manifest",
      (dist: string) =>
        writeFileSync(
          join(dist, "manifest.json"),
          readFileSync(join(dist, "manifest.json"), "utf8").replace('"bytes": ', '"bytes": 1'),
        ),
      "does not fit its own release id",
    ],
  ] as const)("%s", async ([, damage, reason]) => {
    const small = await publishSmall();
    const running = await start(small.dist);
    const { etag } = (await send(running.port, "/reviews.json")).headers;
    await publishMore(small, "second");
    damage(small.dist);
    await running.sidecar.reload();
    await running.sidecar.reload();
    expect((await send(running.port, "/reviews.json")).headers.etag).toBe(etag);
    expect((await send(running.port, "/readyz")).status).toBe(200);
    const refused = running.logged.filter(({ event }) => event === "release-refused");
    expect(refused.length).toBe(1);
    expect(refused[0]?.["reason"]).toContain(reason);
    // The next complete release is loaded.
    rmSync(small.dist);
    cpSync(join(small.folder, "content"), join(small.folder, "content2"), { recursive: true });
    await buildHere(join(small.folder, "content2"), join(small.folder, "repaired"));
    symlinkSync(join(small.folder, "repaired"), small.dist);
    await running.sidecar.reload();
    expect(await search(running, "second")).toBe(1);
  });
});

/** A static host that serves the published folder and records the requested paths. */
async function startOrigin(dist: string) {
  const requested: string[] = [];
  const state = { isDown: false, isSilent: false, delayMs: 0 };
  const server = createServer((request, response) => {
    requested.push(request.url ?? "/");
    if (!state.isSilent) setTimeout(() => answer(request, response), state.delayMs);
  });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? "/";
    if (state.isDown) {
      request.socket.destroy();
      return;
    }
    try {
      const body = readFileSync(join(dist, fileOf(path)));
      const etag = `"${body.length}-${body.subarray(0, 100).toString("hex").slice(0, 16)}-${body
        .toString("latin1")
        .split("")
        .reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) | 0, 7)}"`;
      if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { etag }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requested, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("ARTIFACT_ORIGIN: only changed artifacts are fetched, and an unchanged manifest costs one 304", async () => {
  const small = await publishSmall();
  const { requested, url } = await startOrigin(small.dist);
  const running = await startSidecar("nowhere", { artifactOrigin: url });
  onTestFinished(running.stop);
  await running.sidecar.reload();
  for (const path of ["/reviews.json", "/api/reviews/since/2020-01-01", "/"]) {
    expect((await send(running.port, path, { "accept-encoding": "gzip" })).status, path).toBe(200);
  }
  requested.length = 0;
  await running.sidecar.reload();
  expect(requested).toEqual(["/manifest.json"]);
  const manifest = await publishMore(small, "second");
  requested.length = 0;
  await running.sidecar.reload();
  expect(requested).toContain("/reviews.json");
  expect(requested).toContain("/reviews.json.gz");
  expect(requested).not.toContain("/openapi.json");
  expect(requested).not.toContain("/style.css");
  expect((await send(running.port, "/reviews.json")).headers.etag).toBe(
    manifest.artifacts["/reviews.json"]?.etag,
  );
});

test("ARTIFACT_ORIGIN: a mixture of two releases, as a CDN may serve for a while, is refused", async () => {
  const small = await publishSmall();
  const { url } = await startOrigin(small.dist);
  const releaseStore = new ReleaseStore(originSource(url, fetch));
  expect(await releaseStore.reload()).toEqual({ ok: true, value: "changed" });
  const release = releaseStore.release?.manifest.release;
  const old = readFileSync(join(small.dist, "reviews.json"));
  await publishMore(small, "second");
  writeFileSync(join(small.dist, "reviews.json"), old);
  expect(await releaseStore.reload()).toMatchObject({
    ok: false,
    error: expect.stringContaining("/reviews.json") as string,
  });
  expect(releaseStore.release?.manifest.release).toBe(release);
});

test("ARTIFACT_ORIGIN: a page that could not be fetched is tried again at the next request", async () => {
  const { dist } = await publishSmall();
  const { state, url } = await startOrigin(dist);
  const running = await startSidecar("nowhere", { artifactOrigin: url });
  onTestFinished(running.stop);
  await running.sidecar.reload();
  const page = Object.keys(readManifestOf(dist).artifacts).find(isReviewPage) ?? "";
  state.isDown = true;
  expect((await send(running.port, page)).status).toBe(503);
  state.isDown = false;
  expect((await send(running.port, page)).status).toBe(200);
});

test("ARTIFACT_ORIGIN: an unreachable origin is logged, and the sidecar keeps running", async () => {
  const running = await startSidecar("nowhere", { artifactOrigin: "http://127.0.0.1:9" });
  onTestFinished(running.stop);
  await running.sidecar.reload();
  expect(running.logged.map(({ event }) => event)).toContain("release-refused");
  expect((await send(running.port, "/readyz")).status).toBe(503);
  expect((await send(running.port, "/api/reviews/search")).status).toBe(503);
});

test("ARTIFACT_ORIGIN: a silent origin delays neither the port nor the next look", async () => {
  const { dist } = await publishSmall();
  const { state, url } = await startOrigin(dist);
  state.isSilent = true;
  const running = await startSidecar("nowhere", { artifactOrigin: url });
  onTestFinished(running.stop);
  for (const path of ["/readyz", "/reviews.json", "/"])
    expect((await send(running.port, path)).status, path).toBe(503);

  const releaseStore = new ReleaseStore(originSource(url, fetch, 1000));
  expect(await releaseStore.reload()).toEqual({
    ok: false,
    error: `${url}: ${url}/manifest.json sent nothing for 1 s`,
  });
  state.isSilent = false;
  expect(await releaseStore.reload()).toEqual({ ok: true, value: "changed" });
});

test("ARTIFACT_ORIGIN: a look at a slow origin ends in time, and the next one goes on from what has arrived", async () => {
  const { dist } = await publishSmall();
  const { state, url, requested } = await startOrigin(dist);
  state.delayMs = 80;
  const releaseStore = new ReleaseStore(originSource(url, fetch), 1000);
  const startedAt = performance.now();
  expect(await releaseStore.reload()).toEqual({
    ok: false,
    error: `${url}: the release did not arrive within 1 s`,
  });
  expect(performance.now() - startedAt).toBeLessThan(3000);
  const firstPaths = new Set(requested);
  await expect.poll(async () => (await releaseStore.reload()).ok, { timeout: 30_000 }).toBe(true);
  // A response that the end of the look has cut off is requested again.
  const requestedOnce = [...firstPaths].filter(
    (path) => requested.filter((one) => one === path).length === 1,
  );
  expect(requestedOnce.length).toBeGreaterThan(0);
});

test("ARTIFACT_ORIGIN: the limit on a manifest grows with what it lists", async () => {
  const entry = `"sha256": "${"0".repeat(320)}",`;
  const answer = (part: string, parts: number) => {
    const bytes = Buffer.from(part);
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => (sent++ < parts ? controller.enqueue(bytes) : controller.close()),
    });
    return originSource("https://cdn.example", () => Promise.resolve(new Response(body))).open(
      new AbortController().signal,
      undefined,
    );
  };
  // As many bytes as 200,000 reviews have; the parts end within an entry.
  const large = await answer(entry.repeat(200).slice(7) + entry.slice(0, 7), 1000);
  expect(large?.manifest.length).toBe(1000 * 200 * entry.length);
  await expect(answer("x".repeat(65_536), Infinity)).rejects.toThrow(
    "https://cdn.example/manifest.json is longer than what it lists",
  );
});
