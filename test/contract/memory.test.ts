import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LoadedArtifact } from "../../runtime/artifacts/read-artifact.ts";
import type { Release } from "../../runtime/artifacts/release.ts";
import { emptyFolder } from "../support/content.ts";
import { call, connect } from "../support/mcp.ts";
import { publishNumber } from "../support/releases.ts";
import { send, startSidecar } from "../support/sidecar.ts";
import { collect } from "../support/collect.ts";

test("a replaced release is garbage, whatever requests it has served", async () => {
  const dist = join(emptyFolder(), "dist");
  await publishNumber(dist, 1);
  const { port, origin, sidecar, stop } = await startSidecar(dist);
  onTestFinished(stop);
  const agent = await connect(origin);
  const seen: WeakRef<Release>[] = [];
  const artifacts: WeakRef<LoadedArtifact>[] = [];
  for (let number = 2; number <= 8; number += 1) {
    for (const path of ["/feed.xml", "/api/reviews/search?query=a", "/api/reviews/since/2020-01-01"]) {
      await send(port, path);
    }
    await call(agent, "search_reviews", { query: "a" });
    await publishNumber(dist, number);
    await sidecar.reload();
    seen.push(new WeakRef(sidecar.release as Release));
    artifacts.push(new WeakRef(sidecar.release?.artifacts.get("/feed.xml") as LoadedArtifact));
  }
  await agent.close();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  for (const held of [seen, artifacts])
    expect(held.map((one) => one.deref() !== undefined)).toEqual([...held.slice(1).map(() => false), true]);
});

test("cached dates do not keep the URLs of their requests in memory", async () => {
  const dist = join(emptyFolder(), "dist");
  await publishNumber(dist, 1);
  const { port, stop } = await startSidecar(dist);
  onTestFinished(stop);
  const requestDates = async (year: number): Promise<void> => {
    for (let day = 1; day <= 28; day += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        await send(port, `/api/reviews/since/${date}?${"&".repeat(15_000)}`);
      }
    }
  };
  await requestDates(2020);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (const year of [2021, 2022, 2023]) await requestDates(year);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(6e6);
});
