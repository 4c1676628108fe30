import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";
import { publishNumber } from "../support/releases.ts";

/** Starts a sidecar in a process whose modules nobody has loaded, and prints the CPU time of each turn of its loop. */
const script = (dist: string): string => `
  import { randomBytes } from "node:crypto";
  import { setImmediate as nextTurn } from "node:timers/promises";
  import { readRuntimeConfig } from ${JSON.stringify(join(ROOT, "runtime/config.ts"))};
  import { Sidecar } from ${JSON.stringify(join(ROOT, "runtime/sidecar.ts"))};
  const config = readRuntimeConfig({ DIST_DIR: ${JSON.stringify(dist)}, HUB_DATABASE: ":memory:" });
  const log = { info() {}, warn() {}, error() {} };
  const sidecar = new Sidecar(config.value, { log, clock: Date.now, fetchUrl: fetch, randomBytes });
  await sidecar.load();
  const turns = [];
  let isOpen = false;
  const opened = sidecar.openEndpoints().finally(() => (isOpen = true));
  while (!isOpen) {
    const before = process.threadCpuUsage();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    turns.push(user + system);
  }
  await opened;
  process.stdout.write(JSON.stringify(turns));
  process.exit(0);
`;

test("requests are answered while the code of /mcp and of the hub is loaded", async () => {
  const dist = join(emptyFolder(), "dist");
  await publishNumber(dist, 1);
  const args = ["--input-type=module", "--eval", script(dist)];
  const turns = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as number[];
  const total = turns.reduce((sum, turn) => sum + turn, 0);
  expect(turns.length).toBeGreaterThanOrEqual(6);
  expect(Math.max(...turns) / total).toBeLessThan(0.5);
});
