import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { emptyFolder } from "../support/content.ts";
import { postStateless } from "../support/mcp.ts";
import { publishNumber } from "../support/releases.ts";
import { send } from "../support/sidecar.ts";
import { startSidecarProcess } from "../support/sidecar-process.ts";

/** The time of a soak; growth is measured over its second half. */
const SECONDS = Number(process.env["REVIEWS_TEST_SOAK_SECONDS"] ?? 6);
const PATHS = ["/reviews.json", "/feed.xml", "/api/reviews/since/2026-01-01", "/api/reviews/search?limit=5"];

test(
  `${SECONDS} s of requests of all kinds and releases in between: no error, level memory and descriptors`,
  { timeout: SECONDS * 1000 + 60_000 },
  async () => {
    const dist = join(emptyFolder(), "dist");
    await publishNumber(dist, 0);
    const { port, child, exited, residentMb } = await startSidecarProcess(dist, { HUB_POLL_SECONDS: "1" });
    const descriptors = (): number => readdirSync(`/proc/${child.pid}/fd`).length;
    const statuses: Record<string, number> = {};
    const count = ({ status }: { readonly status: number }): void => {
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    const state = { isOver: false };
    const clients = Array.from({ length: 4 }, async () => {
      while (!state.isOver) {
        for (const path of PATHS) count(await send(port, path));
        count(await postStateless(port, "tools/call", { name: "search_reviews", arguments: {} }));
        count(await send(port, "/nothing"));
        // About 200 requests per second.
        await wait(100);
      }
    });
    let release = 0;
    const soak = async (ms: number): Promise<void> => {
      const endsAt = performance.now() + ms;
      while (performance.now() < endsAt) {
        await publishNumber(dist, (release += 1));
        await wait(1000);
      }
    };
    await soak(SECONDS * 500);
    const before = { residentMb: residentMb(), descriptors: descriptors() };
    await soak(SECONDS * 500);
    const after = { residentMb: residentMb(), descriptors: descriptors() };
    state.isOver = true;
    await Promise.all(clients);
    console.log(JSON.stringify({ statuses, release, before, after }));
    expect(Object.keys(statuses).toSorted()).toEqual(["200", "404"]);
    expect(after.residentMb - before.residentMb).toBeLessThan(30);
    expect(after.descriptors - before.descriptors).toBeLessThan(10);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  },
);
