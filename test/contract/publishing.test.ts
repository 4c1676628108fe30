import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex, etagOf, type Manifest } from "../../model/manifest.ts";
import { emptyFolder, ROOT } from "../support/content.ts";
import { publishNumber } from "../support/releases.ts";
import { send, startSidecar } from "../support/sidecar.ts";

/** The readers of 4000 releases check more than 30,000 sets. */
const RELEASES = Number(process.env["REVIEWS_TEST_RELEASES"] ?? 200);
/** Over HTTP the publisher, the sidecar and the readers share one thread. */
const RELEASES_OVER_HTTP = 40;
const READERS = 8;
const PATHS = ["/feed.xml", "/api/feed.json", "/insights.json", "/a/", "/b/"];

const publish = (dist: string, number: number): Promise<void> =>
  publishNumber(dist, number, ["/insights.json", "/a/", "/b/"]);

test(
  `${RELEASES} releases under ${READERS} readers of sets of files: no set is mixed`,
  { timeout: 180_000 + RELEASES * 200 },
  async () => {
    const folder = emptyFolder();
    mkdirSync(folder, { recursive: true });
    const dist = join(folder, "dist");
    const stopFile = join(folder, "stop");
    await publish(dist, 0);
    const outputs = Array.from({ length: READERS }, async () => {
      const child = spawn(process.execPath, [join(ROOT, "test", "support", "reader.ts"), dist, stopFile]);
      let text = "";
      child.stdout.on("data", (part: Buffer) => (text += part.toString("utf8")));
      await once(child, "close");
      return text;
    });
    for (let number = 1; number <= RELEASES; number += 1) await publish(dist, number);
    writeFileSync(stopFile, "");
    const lines = await Promise.all(outputs);
    for (const line of lines) expect(line).toMatch(/^rounds \d+ releases \d+\n$/);
    const rounds = lines.map((line) => Number(line.split(" ")[1]));
    const sets = rounds.reduce((sum, count) => sum + count);
    console.log(`${sets} sets read`);
    // The number depends on the machine, but every reader must have read while releases were published.
    expect(Math.min(...rounds)).toBeGreaterThan(0);
    expect(sets).toBeGreaterThan(RELEASES);
  },
);

test(
  "over HTTP: while releases are published, each response, and each set checked against its manifest, is of one release",
  { timeout: 180_000 },
  async () => {
    const dist = join(emptyFolder(), "dist");
    await publish(dist, 0);
    const running = await startSidecar(dist);
    const state = { isOver: false };
    const readers = Array.from({ length: READERS }, async () => {
      let completeSets = 0;
      while (!state.isOver) {
        const manifest = JSON.parse(
          (await send(running.port, "/manifest.json")).body.toString("utf8"),
        ) as Manifest;
        const answers = await Promise.all(PATHS.map((path) => send(running.port, path)));
        for (const { status, headers, body } of answers) {
          expect(status).toBe(200);
          expect(headers.etag).toBe(etagOf(sha256Hex(body)));
        }
        const isOne = answers.every(
          ({ headers }, index) => headers.etag === manifest.artifacts[PATHS[index] ?? ""]?.etag,
        );
        const numbers = new Set(answers.map(({ body }) => /release (\d+)/.exec(body.toString("utf8"))?.[1]));
        // A set whose tags match the manifest is of that release; otherwise the reader starts again.
        if (isOne) {
          expect(numbers.size).toBe(1);
          completeSets += 1;
        }
      }
      return completeSets;
    });
    for (let number = 1; number <= RELEASES_OVER_HTTP; number += 1) {
      await publish(dist, number);
      await running.sidecar.reload();
    }
    state.isOver = true;
    const completeSets = await Promise.all(readers);
    expect(Math.min(...completeSets)).toBeGreaterThan(3);
    expect(running.logged.filter(({ event }) => event === "release-refused")).toEqual([]);
    await running.stop();
  },
);
