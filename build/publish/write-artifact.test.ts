import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";

const ROUNDS = 300;

/** A thread that makes the folders of each round when the other one does. */
const RACER = `
  const { workerData } = require("node:worker_threads");
  const { root, rounds, arrived } = workerData;
  import(${JSON.stringify(new URL("write-artifact.ts", import.meta.url))}).then(({ makeParents }) => {
    for (let round = 1; round <= rounds; round += 1) {
      Atomics.add(arrived, 0, 1);
      while (Atomics.load(arrived, 0) < 2 * round);
      makeParents(root, round + "/page/1/index.html");
    }
  });
`;

test("threads make the same folders at the same time", async () => {
  const root = emptyFolder();
  const arrived = new Int32Array(new SharedArrayBuffer(4));
  const racers = [0, 1].map(
    () => new Worker(RACER, { eval: true, workerData: { root, rounds: ROUNDS, arrived } }),
  );
  try {
    await Promise.all(racers.map(async (racer) => once(racer, "exit")));
  } finally {
    await Promise.all(racers.map(async (racer) => racer.terminate()));
  }
  expect(existsSync(join(root, String(ROUNDS), "page", "1"))).toBe(true);
});
