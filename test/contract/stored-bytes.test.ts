import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { createHmac } from "node:crypto";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { etagOf, sha256Hex } from "../../model/manifest.ts";
import type { Manifest } from "../../model/manifest.ts";
import { SEARCH_TABLE_PATH } from "../../model/search-table.ts";
import { loadSearchTable } from "../../runtime/artifacts/load-search-table.ts";
import { hashedPieces, StoredBytes } from "../../runtime/artifacts/stored-bytes.ts";
import { CallbackClient } from "../../runtime/hub/callback/callback-client.ts";
import { Networks } from "../../runtime/hub/callback/networks.ts";
import { NameResolver } from "../../runtime/hub/callback/resolver.ts";
import { deliveryRequest, type TopicContent } from "../../runtime/hub/deliver.ts";
import { topicRelease } from "../../runtime/topic-release.ts";
import type { Release } from "../../runtime/artifacts/release.ts";
import { buildOrFail, readRootOf } from "../support/build.ts";
import { collect } from "../support/collect.ts";
import { emptyFolder, idOf, review, writeContent } from "../support/content.ts";
import { publishNumber } from "../support/releases.ts";
import { startSubscriber } from "../support/subscriber.ts";
import { trustedTls } from "../support/tls.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const digestOf = (text: string): string => sha256Hex(Buffer.from(text));

const CODED = [
  ["identity", ""],
  ["gzip", ".gz"],
  ["br", ".br"],
] as const;

const REVIEWS = 1500;
const MB = 1_000_000;

let dist: string;
let root: Manifest;

/** Texts of random letters, so that the gzip representation is long as well. */
const contentOf = (reviews: readonly object[]): string =>
  writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": reviews } });

let reviews: ReturnType<typeof review>[];

beforeAll(() => {
  const letters = digestOf("").repeat(40);
  reviews = Array.from({ length: REVIEWS }, (_, number) => {
    const text = Array.from({ length: 24 }, (__, part) => digestOf(`${number} ${part}`)).join(" ");
    return review({
      id: idOf(number),
      text: `${text} ${letters.slice(0, number % 7)}`,
      date: dateOf(number),
    });
  });
  dist = join(emptyFolder(), "dist");
  buildOrFail(contentOf(reviews), dist);
  root = readRootOf(dist);
}, 120_000);

const dateOf = (number: number): string =>
  new Date(Date.UTC(2020, 0, 1 + (number % 900))).toISOString().slice(0, 10);

async function start(folder = dist): Promise<Running> {
  const running = await startSidecar(folder, { pollSeconds: 1000 });
  onTestFinished(running.stop);
  return running;
}

test("representations that are too long to hold are sent as the files have them", async () => {
  const { port, sidecar } = await start();
  const { representations } = sidecar.release?.artifacts.get("/reviews.json") ?? { representations: [] };
  expect(representations.map(({ coding, bytes }) => [coding, bytes instanceof StoredBytes])).toEqual([
    ["identity", true],
    ["br", true],
    ["gzip", true],
  ]);
  for (const [coding, suffix] of CODED) {
    const answered = await send(port, "/reviews.json", { "accept-encoding": coding });
    expect(answered.status).toBe(200);
    expect(answered.body.equals(readFileSync(join(dist, `reviews.json${suffix}`)))).toBe(true);
    const head = await send(port, "/reviews.json", { "accept-encoding": coding }, "HEAD");
    expect(head.headers["content-length"]).toBe(String(answered.body.length));
    expect(head.body.length).toBe(0);
    const known = { "accept-encoding": coding, "if-none-match": answered.headers.etag ?? "" };
    expect((await send(port, "/reviews.json", known)).status).toBe(304);
  }
});

test("the first search table is the verified bytes of its file, which are not read again", async () => {
  const { sidecar } = await start();
  const { artifacts, searchTable } = sidecar.release as Release;
  const bytes = artifacts.get(SEARCH_TABLE_PATH)?.representations[0].bytes as Buffer;
  expect(bytes.length).toBeGreaterThan(MB);
  expect(searchTable.textBlocks.every(({ texts }) => texts.buffer === bytes.buffer)).toBe(true);
});

test("dates are stitched from files", async () => {
  const { port } = await start();
  for (const date of ["2020-01-01", "2021-05-06"]) {
    const { body, headers } = await send(port, `/api/reviews/since/${date}`);
    expect(headers.etag).toBe(etagOf(sha256Hex(body)));
    expect(JSON.parse(body.toString("utf8"))).toMatchObject({ since: date });
  }
});

test("reviews that are found are read from the file", async () => {
  const { port } = await start();
  const { body } = await send(port, `/api/reviews/search?limit=3&query=${digestOf("7 7")}`);
  const found = JSON.parse(body.toString("utf8")) as { matched: number; reviews: { id: string }[] };
  expect(found.matched).toBe(1);
  expect(found.reviews.map(({ id }) => id)).toEqual([idOf(7)]);
});

/** A client and a subscriber whose callback it may call. */
async function startDelivery() {
  const subscriber = await startSubscriber(await trustedTls());
  onTestFinished(() => subscriber.stop());
  const networks = new Networks(["127.0.0.0/8"]);
  const client = new CallbackClient({ networks, perHost: 2, resolve: new NameResolver().resolve });
  onTestFinished(() => client.close());
  const callback = { url: "", key: "", hostname: "127.0.0.1", port: subscriber.port, target: "/callback" };
  return { subscriber, client, callback };
}

test("a long topic is signed and delivered from its file", async () => {
  const { sidecar } = await start();
  const { subscriber, client, callback } = await startDelivery();
  const { contents } = topicRelease(sidecar.release as Release, "https://reviews.example");
  const content = contents.get("/reviews.json") as TopicContent;
  expect(content.body).toBeInstanceOf(StoredBytes);
  const request = await deliveryRequest(callback, content, "a secret", "test");
  for (let delivery = 0; delivery < 2; delivery += 1)
    expect(await client.send(request)).toMatchObject({ ok: true, status: 204 });
  const bytes = readFileSync(join(dist, "reviews.json"));
  const signature = `sha256=${createHmac("sha256", "a secret").update(bytes).digest("hex")}`;
  for (const { body, headers } of await subscriber.until("/callback", "POST", 2)) {
    expect(body.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      "x-hub-signature": signature,
      "content-length": String(bytes.length),
      etag: root.artifacts["/reviews.json"]?.etag,
    });
  }
});

test("a long topic that changes is neither signed nor delivered", async () => {
  const file = join(emptyFolder(), "topic");
  cpSync(join(dist, "reviews.json"), file);
  const { size, atime, mtime } = statSync(file);
  const body = StoredBytes.open(file, size);
  const content = { body, mediaType: "application/json", etag: '"a"', links: "", modifiedAt: 0 };
  const { subscriber, client, callback } = await startDelivery();
  const request = await deliveryRequest(callback, content, null, "test");
  utimesSync(file, atime, new Date(mtime.getTime() + 1000));
  expect(await client.send(request)).toEqual({ ok: false, reason: "connection" });
  await expect(deliveryRequest(callback, content, "a secret", "test")).rejects.toThrow("has changed");
  expect(subscriber.received("/callback")).toEqual([]);
});

test("a file that has changed since it was verified is not served, and everything else still is", async () => {
  const { port, sidecar } = await start();
  const file = join(dist, "reviews.json");
  const { atime, mtime } = statSync(file);
  const { contents } = topicRelease(sidecar.release as Release, "https://reviews.example");
  const topic = contents.get("/reviews.json") as TopicContent;
  utimesSync(file, atime, new Date(mtime.getTime() + 1000));
  expect((topic.body as StoredBytes).isIntact()).toBe(false);
  expect((await send(port, "/reviews.json")).status).toBe(503);
  expect((await send(port, "/reviews.json", { "accept-encoding": "gzip" })).status).toBe(200);
  expect((await send(port, "/feed.xml")).status).toBe(200);
  utimesSync(file, atime, mtime);
  expect((await send(port, "/reviews.json")).status).toBe(200);
});

test("a release that was removed is served until the next one", async () => {
  const folder = join(emptyFolder(), "dist");
  cpSync(`${dist}/`, folder, { recursive: true, dereference: true });
  const { port } = await start(folder);
  rmSync(folder, { recursive: true });
  for (const [coding, suffix] of CODED) {
    const { body } = await send(port, "/reviews.json", { "accept-encoding": coding });
    expect(body.equals(readFileSync(join(dist, `reviews.json${suffix}`)))).toBe(true);
  }
  expect((await send(port, "/api/reviews/since/2021-05-06")).status).toBe(200);
  const { body } = await send(port, `/api/reviews/search?limit=3&query=${digestOf("7 7")}`);
  expect(JSON.parse(body.toString("utf8"))).toMatchObject({ matched: 1, reviews: [{ id: idOf(7) }] });
});

test("the files of replaced releases are closed", async () => {
  const folder = join(emptyFolder(), "dist");
  const releases = (): number =>
    readdirSync("/proc/self/fd").filter((name) => {
      const file = `/proc/self/fd/${name}`;
      return existsSync(file) && readlinkSync(file).startsWith(dirname(folder));
    }).length;
  await publishNumber(folder, 1, [], 2 * MB);
  const { sidecar } = await start(folder);
  const open = releases();
  expect(open).toBeGreaterThan(0);
  for (let number = 2; number <= 8; number += 1) {
    await publishNumber(folder, number, [], 2 * MB);
    await sidecar.reload();
  }
  await expect.poll(() => (collect(), releases())).toBeLessThanOrEqual(2 * open);
});

test("a release of any length takes little memory", async () => {
  const folder = join(emptyFolder(), "dist");
  await publishNumber(folder, 1);
  const { sidecar } = await start(folder);
  await publishNumber(folder, 2, [], 30 * MB);
  collect();
  const before = process.memoryUsage().arrayBuffers;
  await sidecar.reload();
  collect();
  expect(sidecar.release?.artifacts.get("/feed.xml")?.representations[0].bytes.length).toBeGreaterThan(
    30 * MB,
  );
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * MB);
});

/** Hashing keeps a few buffers for good: as many as were ever used at once, which depends on the load. */
async function fillBufferPool(): Promise<void> {
  const file = join(dist, "reviews.json");
  const stored = StoredBytes.open(file, statSync(file).size);
  const readers = Array.from({ length: 8 }, async function* read() {
    yield* hashedPieces(stored);
  });
  await Promise.all(readers.map((reader) => reader.next()));
  await Promise.all(readers.map((reader) => reader.return(undefined)));
}

test("a release shares the texts of unchanged months with the one before", async () => {
  await fillBufferPool();
  const folder = join(emptyFolder(), "dist");
  buildOrFail(contentOf(reviews), folder);
  const { port, sidecar } = await start(folder);
  const before = sidecar.release?.searchTable.textBlocks ?? [];
  const added = review({ id: idOf(REVIEWS), date: "2021-05-06", text: "one review more" });
  buildOrFail(contentOf([...reviews, added]), folder);
  collect();
  const held = process.memoryUsage().arrayBuffers;
  await sidecar.reload();
  collect();
  expect(process.memoryUsage().arrayBuffers - held).toBeLessThan(MB / 2);
  const blocks = sidecar.release?.searchTable.textBlocks ?? [];
  expect(blocks.length).toBe(before.length);
  expect(blocks.length).toBeGreaterThan(20);
  const changed = blocks.filter(({ texts }, index) => texts !== before[index]?.texts);
  expect(changed.map(({ texts }) => texts.includes("one review more"))).toEqual([true]);
  for (const [query, matched] of [
    ["one+review+more", 1],
    [digestOf("7 7"), 1],
    [digestOf("1499 23"), 1],
    ["absent", 0],
  ] as const) {
    const { body } = await send(port, `/api/reviews/search?query=${query}`);
    expect(JSON.parse(body.toString("utf8"))).toMatchObject({ matched });
  }
});

test("a search table that changes while it is loaded is refused", async () => {
  const folder = join(emptyFolder(), "dist");
  cpSync(`${dist}/`, folder, { recursive: true, dereference: true });
  const file = join(folder, "api/search-table.bin");
  const { atime, mtime, size } = statSync(file);
  const stored = StoredBytes.open(file, size);
  expect((await loadSearchTable(stored))?.rows).toBe(REVIEWS);
  utimesSync(file, atime, new Date(mtime.getTime() + 1000));
  await expect(loadSearchTable(stored)).rejects.toThrow("has changed since it was verified");
});
