import { cpSync, readFileSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { hasSameContent, topicRelease } from "../../runtime/topic-release.ts";
import type { Release } from "../../runtime/artifacts/release.ts";
import { sha256Hex } from "../../model/manifest.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, idOf, review, writeContent } from "../support/content.ts";
import { call, connect, type ToolResult } from "../support/mcp.ts";
import { publishNumber } from "../support/releases.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const DATE = "2020-01-02";
/** No shard answers for it. */
const OLD_DATE = "2019-01-01";
const BASE_URL = "https://reviews.example";

let built: string;

beforeAll(() => {
  const reviews = Array.from({ length: 400 }, (_, number) => {
    const text = Array.from({ length: 24 }, (__, part) => sha256Hex(Buffer.from(`${number} ${part}`))).join(
      " ",
    );
    return review({ id: idOf(number), text, date: DATE });
  });
  built = join(emptyFolder(), "dist");
  buildOrFail(writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": reviews } }), built);
}, 120_000);

interface Altered extends Running {
  /** A link to the served folder. */
  readonly dist: string;
  /** The path of reviews.json. */
  readonly file: string;
  readonly bytes: Buffer;
  /** Gives the file its bytes and its time back. */
  readonly restore: () => void;
}

const copyOfRelease = (): string => {
  const copy = join(emptyFolder(), "release");
  cpSync(`${built}/`, copy, { recursive: true, dereference: true, preserveTimestamps: true });
  return copy;
};

/** A sidecar whose reviews.json was altered in its place after it was loaded. */
async function startAltered(): Promise<Altered> {
  const dist = join(emptyFolder(), "dist");
  symlinkSync(copyOfRelease(), dist);
  const running = await startSidecar(dist, { pollSeconds: 1000 });
  onTestFinished(running.stop);
  const file = join(dist, "reviews.json");
  const bytes = readFileSync(file);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, Buffer.alloc(bytes.length, "x"));
  utimesSync(file, 1, 1);
  const restore = (): void => {
    writeFileSync(file, bytes);
    utimesSync(file, atime, mtime);
  };
  return { ...running, dist, file, bytes, restore };
}

const events = ({ logged }: Running): unknown[] => logged.map(({ event }) => event);

test("a download of a file that is altered meanwhile breaks off", async () => {
  const dist = join(emptyFolder(), "dist");
  await publishNumber(dist, 1, [], 60_000_000);
  const { port, stop } = await startSidecar(dist, { pollSeconds: 1000 });
  onTestFinished(stop);
  const file = join(dist, "feed.xml");
  const published = readFileSync(file);
  const [response] = (await once(get({ port, path: "/feed.xml" }), "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  const reading = (async () => {
    for await (const part of response) {
      if (parts.length === 0) {
        writeFileSync(file, Buffer.alloc(published.length, "y"));
        utimesSync(file, 1, 1);
      }
      parts.push(part as Buffer);
    }
  })();
  await expect(reading).rejects.toThrow("aborted");
  const received = Buffer.concat(parts);
  expect(received.length).toBeLessThan(published.length);
  expect(received.equals(published.subarray(0, received.length))).toBe(true);
});

test("all that needs an altered file is unavailable until the file is as before", async () => {
  const altered = await startAltered();
  const paths = ["/reviews.json", `/api/reviews/since/${OLD_DATE}`, "/api/reviews/search?limit=1"];
  const statuses = async (): Promise<number[]> => {
    const responses = await Promise.all(paths.map((path) => send(altered.port, path)));
    return responses.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([503, 503, 503]);
  const client = await connect(altered.origin);
  const search = (): Promise<ToolResult> => call(client, "search_reviews", { limit: 1 });
  expect(await search()).toMatchObject({
    isError: true,
    content: [{ text: "The reviews cannot be read at the moment: try again in a minute" }],
  });
  const latest = client.readResource({ uri: "reviews://latest" });
  await expect(latest).rejects.toThrow("The reviews cannot be read at the moment");
  altered.restore();
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await search()).isError).not.toBe(true);
  expect(events(altered)).not.toContain("fault");
});

test("the same release in another folder takes the place of one with an altered file", async () => {
  const altered = await startAltered();
  const { port, sidecar, dist, bytes } = altered;
  const before = topicRelease(sidecar.release as Release, BASE_URL);
  symlinkSync(copyOfRelease(), `${dist}.next`);
  renameSync(`${dist}.next`, dist);
  await sidecar.reload();
  expect((await send(port, "/reviews.json")).body.equals(bytes)).toBe(true);
  expect((await send(port, `/api/reviews/since/${OLD_DATE}`)).status).toBe(200);
  expect(hasSameContent(before, sidecar.release as Release)).toBe(false);
  expect(events(altered)).not.toContain("release-refused");
});

test("an altered file is reported, and read again once it has its bytes back", async () => {
  const altered = await startAltered();
  const { port, sidecar, file, bytes } = altered;
  await sidecar.reload();
  expect(events(altered)).toContain("release-refused");
  expect((await send(port, "/reviews.json")).status).toBe(503);
  expect((await send(port, "/feed.xml")).status).toBe(200);
  writeFileSync(file, bytes);
  await sidecar.reload();
  expect((await send(port, "/reviews.json")).body.equals(bytes)).toBe(true);
});
