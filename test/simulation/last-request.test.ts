import { expect, test } from "vitest";
import type { Hub } from "../../runtime/hub/hub.ts";
import { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { seededRandom } from "../../scripts/generate.ts";
import { echoOf, formOf, releaseOf, startHubIn } from "./simulated-hub.ts";
import { World } from "./world.ts";

/** WebSub section 5.1: a later request overrides an earlier one once it is verified, whatever is in flight. */

const SEEDS = Number(process.env["REVIEWS_TEST_SEEDS"] ?? 300);
const CALLBACK = "https://slow.example.com/callback";
const MODES = ["subscribe", "unsubscribe"] as const;

interface Request {
  readonly mode: (typeof MODES)[number];
  readonly atMs: number;
}

/** Sends the requests to one of two sidecars in turn; each verification takes 0 to 400 ms. Resolves to the end state. */
async function stateAfter(requests: readonly Request[], random: () => number): Promise<string> {
  const world = new World();
  const store = new SqlStore(openSqlite(":memory:"));
  const hubs = [0, 1].map(() =>
    startHubIn(world, {
      store,
      transport: ({ target }) =>
        new Promise((resolve) => world.at(random() * 400, () => resolve(echoOf(target)))),
      isOnline: false,
      random,
    }),
  );
  const statuses: Promise<{ readonly status: number }>[] = [];
  for (const hub of hubs) await hub.announce({ ...releaseOf(1), contents: new Map() });
  for (const [index, { mode, atMs }] of requests.entries()) {
    const hub = hubs[index % hubs.length] as Hub;
    world.at(atMs, () => void statuses.push(hub.request(formOf(mode, CALLBACK), "203.0.113.1")));
  }
  await world.runUntil(30_000);
  expect(await Promise.all(statuses)).toEqual(requests.map(() => ({ status: 202 })));
  const found = await store.find(CALLBACK, "/feed.xml");
  await store.close();
  expect(found?.pending).toBeUndefined();
  return found?.live === undefined ? "unsubscribe" : "subscribe";
}

test.for([
  ["subscribe, unsubscribe during the verification", ["subscribe", "unsubscribe"], 100],
  ["subscribe, unsubscribe, subscribe", ["subscribe", "unsubscribe", "subscribe"], 50],
  ["subscribe, unsubscribe in the same millisecond", ["subscribe", "unsubscribe"], 0],
] as const)("%s: the last one wins", async ([, modes, pauseMs]) => {
  const requests = modes.map((mode, index) => ({ mode, atMs: 1000 + index * pauseMs }));
  expect(await stateAfter(requests, () => 0.75)).toBe(modes.at(-1));
});

test(
  `the last request wins in ${SEEDS} random sequences with slow callbacks`,
  { timeout: 3_600_000 },
  async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = seededRandom(seed);
      let atMs = 1000;
      const requests = Array.from({ length: 6 }, () => {
        atMs += Math.floor(random() * 300);
        return { mode: MODES[random() < 0.5 ? 0 : 1], atMs };
      });
      const shown = requests.map(({ mode, atMs: at }) => `${mode} at ${at}`).join(", ");
      expect(await stateAfter(requests, random), `seed ${seed}: ${shown}`).toBe(requests.at(-1)?.mode);
    }
  },
);
