import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileOf, type Manifest } from "../../model/manifest.ts";
import { isReviewPage } from "../../model/review.ts";
import { originSource } from "../../runtime/artifacts/origin.ts";
import { ReleaseStore } from "../../runtime/artifacts/release-store.ts";
import { buildOrFail, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

interface Place {
  readonly folder: string;
  readonly content: string;
  readonly dist: string;
}

function publishSmall(): Place {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), {
    reviews: { "a.json": [review({ text: "first" })] },
  });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  return { folder, content, dist };
}

function publishMore({ content, dist }: Place, text: string): Manifest {
  writeFileSync(join(content, "reviews", "b.json"), JSON.stringify([review({ text, date: "2026-03-05" })]));
  buildOrFail(content, dist);
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

test("a new release replaces the old one whole: artifacts, since and search", async () => {
  const place = publishSmall();
  const running = await start(place.dist);
  const before = await send(running.port, "/api/reviews/since/2020-01-01");
  expect(await search(running, "second")).toBe(0);
  const manifest = publishMore(place, "second");
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

describe("a release that is not whole is refused with a reason, and the old one stays", () => {
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
      "a file that is cut",
      (dist: string) => writeFileSync(join(dist, "reviews.json"), "{"),
      "/reviews.json is missing",
    ],
    [
      "an altered coded form",
      (dist: string) =>
        writeFileSync(
          join(dist, "reviews.json.gz"),
          Buffer.alloc(readFileSync(join(dist, "reviews.json.gz")).length),
        ),
      "as gzip is not what",
    ],
    [
      "a file that is gone",
      (dist: string) => rmSync(join(dist, "insights.json")),
      "/insights.json is missing",
    ],
    [
      "a manifest that is cut",
      (dist: string) =>
        writeFileSync(
          join(dist, "manifest.json"),
          readFileSync(join(dist, "manifest.json")).subarray(0, 200),
        ),
      "manifest.json is not JSON",
    ],
    [
      "a manifest that was edited",
      (dist: string) =>
        writeFileSync(
          join(dist, "manifest.json"),
          readFileSync(join(dist, "manifest.json"), "utf8").replace('"bytes": ', '"bytes": 1'),
        ),
      "does not fit its own release id",
    ],
  ] as const)("%s", async ([, spoil, reason]) => {
    const place = publishSmall();
    const running = await start(place.dist);
    const { etag } = (await send(running.port, "/reviews.json")).headers;
    publishMore(place, "second");
    spoil(place.dist);
    await running.sidecar.reload();
    await running.sidecar.reload();
    expect((await send(running.port, "/reviews.json")).headers.etag).toBe(etag);
    expect((await send(running.port, "/readyz")).status).toBe(200);
    const refused = running.logged.filter(({ event }) => event === "release-refused");
    expect(refused.length).toBe(1);
    expect(refused[0]?.["reason"]).toContain(reason);
    // Once it is mended, it is taken.
    rmSync(place.dist);
    cpSync(join(place.folder, "content"), join(place.folder, "content2"), { recursive: true });
    buildOrFail(join(place.folder, "content2"), join(place.folder, "mended"));
    symlinkSync(join(place.folder, "mended"), place.dist);
    await running.sidecar.reload();
    expect(await search(running, "second")).toBe(1);
  });
});

/** A static host that serves the published folder, counting what it is asked for. */
async function startOrigin(dist: string) {
  const asked: string[] = [];
  const state = { isDown: false };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
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
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("ARTIFACT_ORIGIN: only changed artifacts are fetched, and an unchanged manifest costs one 304", async () => {
  const place = publishSmall();
  const { asked, url } = await startOrigin(place.dist);
  const running = await startSidecar("nowhere", { artifactOrigin: url });
  onTestFinished(running.stop);
  for (const path of ["/reviews.json", "/api/reviews/since/2020-01-01", "/"]) {
    expect((await send(running.port, path, { "accept-encoding": "gzip" })).status, path).toBe(200);
  }
  asked.length = 0;
  await running.sidecar.reload();
  expect(asked).toEqual(["/manifest.json"]);
  const manifest = publishMore(place, "second");
  asked.length = 0;
  await running.sidecar.reload();
  expect(asked).toContain("/reviews.json");
  expect(asked).toContain("/reviews.json.gz");
  expect(asked).not.toContain("/openapi.json");
  expect(asked).not.toContain("/style.css");
  expect((await send(running.port, "/reviews.json")).headers.etag).toBe(
    manifest.artifacts["/reviews.json"]?.etag,
  );
});

test("ARTIFACT_ORIGIN: a mixture of two releases, as a CDN may show for a while, is refused", async () => {
  const place = publishSmall();
  const { url } = await startOrigin(place.dist);
  const releaseStore = new ReleaseStore(originSource(url, fetch));
  expect(await releaseStore.reload()).toEqual({ ok: true, value: "changed" });
  const release = releaseStore.release?.manifest.release;
  const old = readFileSync(join(place.dist, "reviews.json"));
  publishMore(place, "second");
  writeFileSync(join(place.dist, "reviews.json"), old);
  expect(await releaseStore.reload()).toMatchObject({
    ok: false,
    error: expect.stringContaining("/reviews.json") as string,
  });
  expect(releaseStore.release?.manifest.release).toBe(release);
});

test("ARTIFACT_ORIGIN: a page that could not be fetched once is there when it can be", async () => {
  const { dist } = publishSmall();
  const { state, url } = await startOrigin(dist);
  const running = await startSidecar("nowhere", { artifactOrigin: url });
  onTestFinished(running.stop);
  const page = Object.keys(readManifestOf(dist).artifacts).find(isReviewPage) ?? "";
  state.isDown = true;
  expect((await send(running.port, page)).status).toBe(404);
  state.isDown = false;
  expect((await send(running.port, page)).status).toBe(200);
});

test("ARTIFACT_ORIGIN: an origin that is down is told, and does not take the sidecar down", async () => {
  const running = await startSidecar("nowhere", { artifactOrigin: "http://127.0.0.1:9" });
  onTestFinished(running.stop);
  expect(running.logged[0]).toMatchObject({ event: "release-refused" });
  expect((await send(running.port, "/readyz")).status).toBe(503);
  expect((await send(running.port, "/api/reviews/search")).status).toBe(503);
});
