import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import type { Artifact, Artifacts } from "../../model/manifest.ts";
import { lastRelease, type LastRelease } from "../../test/support/kept-release.ts";
import { encode, encodeSync } from "./encode.ts";
import { ping } from "./ping.ts";
import { ReleaseListing } from "./release-listing.ts";
import { settleAll } from "./settle-all.ts";
import { Staging } from "./staging.ts";
import { artifactOf, makeFolder } from "./write-artifact.ts";

const AT = "2026-01-02T03:04:05Z";
const TEXT = Buffer.from("review ".repeat(200));

const staged = (previous?: Artifact): Staging =>
  new Staging(emptyFolder(), previous && listingOf({ "/a": previous }), AT);

const listingOf = (artifacts: Artifacts): ReleaseListing =>
  new ReleaseListing(
    { version: 2, release: "0".repeat(16), base_url: "https://a.example", artifacts, segments: [] },
    () => ({}),
  );

test("all representations of a file are written with Last-Modified as their time", async () => {
  const staging = staged();
  await staging.add({ path: "/a/", mediaType: "text/plain", body: TEXT });
  const { root: manifest } = await staging.finish("https://a.example");
  const file = join(staging.folder, "a", "index.html");
  expect(readFileSync(file).equals(TEXT)).toBe(true);
  expect(gunzipSync(readFileSync(`${file}.gz`)).equals(TEXT)).toBe(true);
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(TEXT)).toBe(true);
  for (const name of [file, `${file}.gz`, `${file}.br`, join(staging.folder, "manifest.json")])
    expect(statSync(name).mtime.toISOString()).toBe("2026-01-02T03:04:05.000Z");
  const { media_type, bytes, last_modified, encodings } = manifest.artifacts["/a/"] as Artifact;
  expect([media_type, bytes, last_modified]).toEqual(["text/plain", TEXT.length, AT]);
  expect(encodings.gzip?.bytes).toBe(statSync(`${file}.gz`).size);
  expect(Object.keys(encodings)).toEqual(["gzip", "br"]);
  expect(JSON.parse(readFileSync(join(staging.folder, "manifest.json"), "utf8"))).toEqual(manifest);
});

test("the manifest lists paths in code-unit order and has the time of the newest artifact", async () => {
  const first = staged();
  await first.add({ path: "/a", mediaType: "text/plain", body: TEXT });
  const { artifacts } = (await first.finish("https://a.example")).root;
  const newer = { ...(artifacts["/a"] as Artifact), last_modified: "2027-01-01T00:00:00Z" };
  const staging = staged(newer);
  for (const path of ["/c", "/b", "/d", "/a", "/B"])
    await staging.add({ path, mediaType: "text/plain", body: TEXT });
  const { root: manifest } = await staging.finish("https://a.example");
  expect(Object.keys(manifest.artifacts)).toEqual(["/B", "/a", "/b", "/c", "/d"]);
  expect(statSync(join(staging.folder, "manifest.json")).mtime.toISOString()).toBe(
    "2027-01-01T00:00:00.000Z",
  );
  expect(staging.previousArtifact("/a")).toBe(newer);
  expect(staging.previousArtifact("/b")).toBeUndefined();
});

test("a path that two renderers make is a bug", async () => {
  const staging = staged();
  await staging.add({ path: "/a", mediaType: "text/plain", body: TEXT });
  expect(() => staging.record("/a", {} as Artifact)).toThrow("two renderers made /a");
});

test("many files are added as they are rendered, and the first failure is reported after all have ended", async () => {
  const staging = staged();
  const paths = Array.from({ length: 30 }, (_, index) => `/p${index}`);
  await staging.addAll(paths.map((path) => ({ path, mediaType: "text/plain", body: TEXT })));
  expect(paths.every((path) => existsSync(join(staging.folder, path.slice(1))))).toBe(true);
  const ended: string[] = [];
  const slow = async (): Promise<void> => {
    await encode(TEXT);
    ended.push("slow");
  };
  await expect(settleAll([Promise.reject(new Error("first")), slow()])).rejects.toThrow("first");
  expect(ended).toEqual(["slow"]);
});

test("a streamed file has the same entry as a buffered one", async () => {
  const [streamed, buffered] = [staged(), staged()];
  const gzip = gzipSync(TEXT, { level: 9 });
  async function* pieces() {
    for (let at = 0; at < TEXT.length; at += 100)
      yield { coding: "identity", bytes: TEXT.subarray(at, at + 100) } as const;
    yield { coding: "gzip", bytes: gzip } as const;
  }
  const stream = { path: "/s/t", mediaType: "text/plain", pieces: pieces(), brotliQuality: 9 };
  await (
    await streamed.addStream(stream)
  ).compressed;
  const br = readFileSync(join(streamed.folder, "s", "t.br"));
  await buffered.add({ path: "/s/t", mediaType: "text/plain", body: TEXT, encoded: { br, gzip } });
  const [one, other] = [
    await streamed.finish("https://a.example"),
    await buffered.finish("https://a.example"),
  ];
  expect(one).toEqual(other);
  for (const name of ["t", "t.gz", "t.br"])
    expect(statSync(join(streamed.folder, "s", name)).mtime.toISOString()).toBe("2026-01-02T03:04:05.000Z");
  expect(brotliDecompressSync(br).equals(TEXT)).toBe(true);
});

test.runIf(existsSync("/proc/self/fd"))("a stream that fails leaves no file open", async () => {
  async function* pieces() {
    for (let at = 0; at < 40; at += 1) yield { coding: "identity", bytes: Buffer.alloc(10_000, at) } as const;
    throw new Error("the source failed");
  }
  const openFiles = (): number => readdirSync("/proc/self/fd").length;
  const before = openFiles();
  const stream = { path: "/s", mediaType: "text/plain", pieces: pieces(), brotliQuality: 5 };
  await expect(staged().addStream(stream)).rejects.toThrow("the source failed");
  expect(openFiles()).toBe(before);
});

/** A release of a text, a stream and a page, as the next build finds it. */
async function published(): Promise<LastRelease> {
  const staging = staged();
  await addAllTo(staging, TEXT);
  return lastRelease(staging.folder, await staging.finish("https://a.example"));
}

async function addAllTo(staging: Staging, body: Buffer, mediaType = "text/plain"): Promise<void> {
  async function* pieces() {
    yield { coding: "identity", bytes: body } as const;
    yield { coding: "gzip", bytes: gzipSync(body) } as const;
  }
  await staging.add({ path: "/a", mediaType, body });
  await (
    await staging.addStream({ path: "/s", mediaType, pieces: pieces(), brotliQuality: 5 })
  ).compressed;
  if (!staging.keepPage("/p/", "shown")) await staging.add({ path: "/p/", mediaType, body });
}

const LATER = "2026-02-03T04:05:06Z";

test("what the published release has is kept, and its files are not in the folder", async () => {
  const { listing, kept } = await published();
  const staging = new Staging(emptyFolder(), listing, LATER, kept);
  await addAllTo(staging, TEXT);
  expect((await staging.finish("https://a.example")).root).toEqual(listing.root);
  expect([...staging.keptFiles].toSorted()).toEqual(
    ["a", "p/index.html", "s"].flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
  );
  expect(readdirSync(staging.folder).filter((name) => !name.startsWith("manifest.json"))).toEqual([]);
});

test.for<[string, (staging: Staging) => Promise<void>]>([
  ["bytes", (staging) => addAllTo(staging, Buffer.from("other"))],
  ["media types", (staging) => addAllTo(staging, TEXT, "text/html")],
])("other %s are not kept, but for a page that shows the same", async ([, add]) => {
  const { listing, kept } = await published();
  const staging = new Staging(emptyFolder(), listing, LATER, kept);
  await add(staging);
  const { artifacts } = (await staging.finish("https://a.example")).root;
  expect([...staging.keptFiles].toSorted()).toEqual(["p/index.html", "p/index.html.br", "p/index.html.gz"]);
  expect(artifacts["/p/"]).toEqual(listing.artifact("/p/"));
  for (const path of ["/a", "/s"]) expect(artifacts[path]).toMatchObject({ last_modified: LATER });
});

test("a page that shows something else is not kept, and its new key is recorded", async () => {
  const { listing, kept } = await published();
  const staging = new Staging(emptyFolder(), listing, LATER, kept);
  for (const [path, key] of Object.entries({ "/p/": "other", "/new/": "shown" })) {
    expect(staging.keepPage(path, key)).toBe(false);
    await staging.add({ path, mediaType: "text/html", body: Buffer.from(key) });
  }
  expect(staging.keptFiles.size).toBe(0);
  const [root] = (await staging.finish("https://a.example")).parts;
  expect(root).toMatchObject({ listing: "/manifest.json", keys: { "/p/": "other", "/new/": "shown" } });
});

test("a stream is compressed at the requested quality", async () => {
  const words = Buffer.from(
    Array.from({ length: 10_000 }, (_, at) => `word${(at * at * at) % 4001} `).join(""),
  );
  async function* pieces() {
    yield { coding: "identity", bytes: words } as const;
  }
  const sizes: number[] = [];
  for (const brotliQuality of [1, 11]) {
    const staging = staged();
    const stream = { path: "/s", mediaType: "text/plain", pieces: pieces(), brotliQuality };
    await (
      await staging.addStream(stream)
    ).compressed;
    const br = readFileSync(join(staging.folder, "s.br"));
    expect(brotliDecompressSync(br).equals(words)).toBe(true);
    sizes.push(br.length);
  }
  const [fast = 0, dense = 0] = sizes;
  expect(dense).toBeLessThan(fast);
  const whole = await encode(words);
  expect(whole.br?.length).toBeLessThan(fast);
  expect((await encode(words, {}, "quick")).br?.length).not.toBe(whole.br?.length);
});

/** Two pieces of what is compressed at once, and a little. */
const LARGE = Buffer.concat(Array.from({ length: 9 }, () => randomBytes(1_000_000)));

async function* largePieces() {
  yield { coding: "identity", bytes: LARGE } as const;
  yield { coding: "gzip", bytes: Buffer.from("gzip") } as const;
}

test("other work goes on while the brotli representation of a stream is made", async () => {
  const staging = staged();
  const stream = { path: "/s", mediaType: "text/plain", pieces: largePieces(), brotliQuality: 1 };
  const { compressed } = await staging.addStream(stream);
  expect(readFileSync(join(staging.folder, "s")).equals(LARGE)).toBe(true);
  expect(readFileSync(join(staging.folder, "s.gz"), "utf8")).toBe("gzip");
  expect(() => staging.record("/s", {} as Artifact)).not.toThrow();
  await expect(compressed).rejects.toThrow("two renderers made /s");
  expect(brotliDecompressSync(readFileSync(join(staging.folder, "s.br"))).equals(LARGE)).toBe(true);
});

test("a brotli representation that cannot be made is reported", async () => {
  const staging = staged();
  const stream = { path: "/s", mediaType: "text/plain", pieces: largePieces(), brotliQuality: 1 };
  const { compressed } = await staging.addStream(stream);
  rmSync(join(staging.folder, "s"));
  await expect(compressed).rejects.toThrow("ENOENT");
});

test("folders are made at any depth, but the root only exists if the build made it", async () => {
  const staging = staged();
  await staging.add({ path: "/a/b/c/d", mediaType: "text/plain", body: TEXT });
  await staging.add({ path: "/a/b/e/", mediaType: "text/plain", body: TEXT });
  expect(existsSync(join(staging.folder, "a", "b", "e", "index.html"))).toBe(true);
  for (const path of ["/a", "/a/b", "/a/b/c"]) {
    const gone = new Staging(join(emptyFolder(), "gone"), undefined, AT);
    await expect(gone.add({ path, mediaType: "text/plain", body: TEXT })).rejects.toThrow("ENOENT");
    expect(existsSync(gone.folder)).toBe(false);
  }
});

test("Last-Modified stays while the bytes stay, and never goes back", () => {
  const digests = { identity: { bytes: 3, sha256: "a".repeat(64) }, encodings: {} };
  const made = (previous: Artifact | undefined, modifiedAt: string): string =>
    artifactOf("text/plain", digests, { previous, modifiedAt }).last_modified;
  const previous = artifactOf("text/plain", digests, { previous: undefined, modifiedAt: AT });
  expect(previous.last_modified).toBe(AT);
  expect(made(previous, "2026-05-01T00:00:00Z")).toBe(AT);
  const other = { ...previous, bytes: 4 };
  expect(made(other, "2026-05-01T00:00:00Z")).toBe("2026-05-01T00:00:00Z");
  expect(made(other, AT)).toBe("2026-01-02T03:04:06Z");
  expect(made(other, "2020-01-01T00:00:00Z")).toBe("2026-01-02T03:04:06Z");
  expect(made({ ...previous, media_type: "text/html" }, "2026-05-01T00:00:00Z")).toBe("2026-05-01T00:00:00Z");
});

test("encodings that are not smaller are left out, and a ready one is taken", async () => {
  expect(await encode(Buffer.from("a"))).toEqual({});
  expect(encodeSync(Buffer.from("a"))).toEqual({});
  expect(await encode(TEXT, {}, "none")).toEqual({});
  expect(encodeSync(TEXT, "none")).toEqual({});
  const ready = Buffer.from("ready");
  expect((await encode(TEXT, { br: ready })).br).toBe(ready);
  expect((await encode(TEXT, { gzip: ready })).gzip).toBe(ready);
  expect(await encode(TEXT, { br: Buffer.from(TEXT), gzip: ready })).toEqual({ gzip: ready });
});

test("both ways to compress give the same bytes, densely up to one megabyte", async () => {
  const mixed = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * index * 31) % 251));
  const [dense, quick] = [await encode(mixed), await encode(mixed, {}, "quick")];
  expect(encodeSync(mixed)).toEqual(dense);
  expect(encodeSync(mixed, "quick")).toEqual(quick);
  expect(dense.gzip).toEqual(gzipSync(mixed, { level: 9 }));
  expect(quick.gzip).toEqual(gzipSync(mixed, { level: 6 }));
  const [atLimit, overLimit] = [Buffer.alloc(1 << 18, mixed), Buffer.alloc((1 << 18) + 1, mixed)];
  expect(encodeSync(atLimit).gzip).toEqual(gzipSync(atLimit, { level: 9 }));
  expect(encodeSync(overLimit).gzip).toEqual(gzipSync(overLimit, { level: 6 }));
});

test("a folder is made for a page that is written later", () => {
  const folder = emptyFolder();
  makeFolder(folder, "/reviews/A/");
  expect(statSync(join(folder, "reviews", "A")).isDirectory()).toBe(true);
  mkdirSync(join(folder, "b"));
  expect(() => makeFolder(folder, "/b/")).not.toThrow();
});

test.runIf(existsSync("/proc/self/fd"))("every file is closed once it is written", async () => {
  const staging = staged();
  const openFiles = (): number => readdirSync("/proc/self/fd").length;
  const before = openFiles();
  for (const path of ["/a", "/b", "/c"]) await staging.add({ path, mediaType: "text/plain", body: TEXT });
  expect(openFiles()).toBe(before);
});

test("an existing file is never overwritten", async () => {
  const staging = staged();
  await staging.add({ path: "/a", mediaType: "text/plain", body: TEXT });
  const again = new Staging(staging.folder, undefined, AT);
  await expect(again.add({ path: "/a", mediaType: "text/plain", body: TEXT })).rejects.toThrow("EEXIST");
});

test("a ping names the three topics, and its failure is a sentence", async () => {
  const hub = "https://hub.example/api/websub/hub";
  const requests: [url: string, init: RequestInit][] = [];
  const answering =
    (answer: () => Response | Promise<Response>): typeof fetch =>
    async (url, init) => {
      requests.push([new Request(url).url, init ?? {}]);
      return answer();
    };
  const pinged = (answer: () => Response): Promise<string | undefined> =>
    ping(hub, "https://a.example", answering(answer));
  expect(await pinged(() => new Response(null, { status: 202 }))).toBeUndefined();
  const [url, init] = requests[0] ?? ["", {}];
  expect([url, init.method, init.redirect]).toEqual([hub, "POST", "error"]);
  expect((init.body as URLSearchParams).toString()).toBe(
    new URLSearchParams([
      ["hub.mode", "publish"],
      ["hub.url", "https://a.example/feed.xml"],
      ["hub.url", "https://a.example/api/feed.json"],
      ["hub.url", "https://a.example/reviews.json"],
    ]).toString(),
  );
  expect(await pinged(() => new Response(" no \n", { status: 400 }))).toBe(`${hub} answered 400: no`);
  expect(await pinged(() => new Response("x".repeat(300), { status: 500 }))).toBe(
    `${hub} answered 500: ${"x".repeat(200)}`,
  );
  expect(await pinged(() => new Response("  ", { status: 200 }))).toBe(`${hub} answered 200`);
  const failing = (reason: unknown): Promise<string | undefined> =>
    ping(
      hub,
      "https://a.example",
      answering(() => Promise.reject(reason)),
    );
  expect(await failing(new Error("refused"))).toBe(`${hub} could not be reached: refused`);
  expect(await failing(new Error("failed", { cause: new Error("no route") }))).toBe(
    `${hub} could not be reached: no route`,
  );
  expect(await failing("odd")).toBe(`${hub} could not be reached: odd`);
});
