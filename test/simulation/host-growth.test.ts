import { expect, test } from "vitest";
import type { CallbackRequest, CallbackResult } from "../../runtime/hub/callback/callback-client.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { SqlStore } from "../../runtime/hub/store/sql-store.ts";
import { seededRandom } from "../../scripts/generate.ts";
import { echoOf, formOf, releaseOf, responseWith, startHubIn } from "./simulated-hub.ts";
import { World } from "./world.ts";

/** One platform with many customers, and strangers who try to make a host grow that did not ask for it. */

/** The number of attacks of each kind. */
const SEEDS = Number(process.env["REVIEWS_TEST_GROWTH_SEEDS"] ?? 1);
const MAX_PER_HOST = 20;
const RATE_LIMIT = 30;
/** Subscriptions that decoys may miss within the 30 hours of an attack. */
const MISSED = 12;
const HOUR = 3_600_000;
const ATTEMPT_MS = 100_000;
const RELEASE_MS = 2 * HOUR;

interface Site {
  /** True if the site responds to a verification of this path with its challenge. */
  readonly confirms: (path: string) => boolean;
  readonly deliveryStatus?: number;
  /** The status for a path that the site does not know. */
  readonly unknownStatus?: number;
}

interface Outcome {
  /** Subscriptions by callback, in the end. */
  readonly active: ReadonlySet<string>;
  /** Most GETs to one host within an hour, once the first burst is over. */
  readonly maxGets: number;
}

/** Sends a subscribe for each URL in turn, for `hours`, while releases come out. */
async function subscribeAll(
  urls: readonly string[],
  site: Site,
  { hours = 30, seed = 1 }: { readonly hours?: number; readonly seed?: number } = {},
): Promise<Outcome> {
  const world = new World();
  const store = new SqlStore(openSqlite(":memory:"));
  const gets = new Map<string, number>();
  const hub = startHubIn(world, {
    store,
    policy: { maxPerHost: MAX_PER_HOST, verificationsPerHostHour: RATE_LIMIT, idleMs: 60_000 },
    transport: (request) => {
      const hour = `${request.callback.hostname} ${Math.floor(world.elapsed / HOUR)}`;
      if (request.method === "GET" && world.elapsed > HOUR) gets.set(hour, (gets.get(hour) ?? 0) + 1);
      return Promise.resolve(responseOf(request, site));
    },
    random: seededRandom(seed),
  });
  for (let release = 0; release * RELEASE_MS < hours * HOUR; release += 1) {
    world.at(release * RELEASE_MS, () => void hub.announce(releaseOf(release + 1)));
  }
  const subscribe = async (index: number): Promise<void> => {
    const form = formOf("subscribe", urls[index % urls.length] ?? "");
    await hub.request(form, `198.51.${index & 255}.1`);
  };
  for (let at = 0; at * ATTEMPT_MS < hours * HOUR; at += 1) {
    world.at(1000 + at * ATTEMPT_MS, () => void subscribe(at));
  }
  await world.runUntil(hours * HOUR);
  const active = new Set<string>();
  for (const url of urls) {
    if ((await store.find(url, "/feed.xml"))?.live !== undefined) active.add(url);
  }
  await hub.drain();
  await store.close();
  return { active, maxGets: Math.max(...gets.values()) };
}

function responseOf({ method, target }: CallbackRequest, site: Site): CallbackResult {
  if (method === "POST") return responseWith(site.deliveryStatus ?? 204);
  const [path = ""] = target.split("?hub.mode");
  return site.confirms(path) ? echoOf(target) : responseWith(site.unknownStatus ?? 404);
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const random = seededRandom(7);
const hook = (): string =>
  numbers(16)
    .map(() => Math.floor(random() * 16).toString(16))
    .join("");

test("customers of a platform subscribe by the hundred", async () => {
  const hooks = new Set(numbers(200).map(() => `/hooks/${hook()}`));
  const urls = [...hooks].map((path) => `https://platform.example.com${path}`);
  const { active } = await subscribeAll(urls, { confirms: (path) => hooks.has(path) });
  expect(active.size).toBe(200);
});

const VICTIM = "https://victim.example.com";
const HOOK = hook();

test.for<[string, (index: number) => string, Site]>([
  ["confirms everything", () => `/${hook()}`, { confirms: () => true }],
  [
    "confirms everything below a path",
    () => `/a/echo/${hook()}`,
    { confirms: (path) => path.startsWith("/a/echo/") },
  ],
  [
    "ignores a segment in between",
    (n) => `/a/${n}/echo`,
    { confirms: (path) => /^\/a\/[^/]+\/echo$/.test(path) },
  ],
  [
    "ignores the end of a segment",
    (n) => `/callback-${n}`,
    { confirms: (path) => path.startsWith("/callback-") },
  ],
  [
    "ignores the end of its path",
    (n) => `/${HOOK}/${n}`,
    { confirms: (path) => path.startsWith(`/${HOOK}`) },
  ],
  ["ignores its query", (n) => `/echo?n=${n}`, { confirms: (path) => path.startsWith("/echo?") }],
  [
    "ignores letter case",
    (n) =>
      `/${"websubcallback"
        .split("")
        .map((one, at) => ((n >> at) & 1 ? one.toUpperCase() : one))
        .join("")}`,
    { confirms: (path) => path.toLowerCase() === "/websubcallback" },
  ],
  [
    "ignores empty segments",
    (n) => `${"/".repeat(n + 1)}echo`,
    { confirms: (path) => /^\/+echo$/.test(path) },
  ],
  ["ignores path parameters", (n) => `/echo;n=${n}`, { confirms: (path) => path.startsWith("/echo;") }],
  [
    "confirms numbers of its own length only",
    (n) => `/${10_000 + n}`,
    { confirms: (path) => /^\/\d{5}$/.test(path) },
  ],
  ["fails deliveries", () => `/${hook()}`, { confirms: () => true, deliveryStatus: 500 }],
  [
    "is out of order for paths that it does not know",
    () => `/${HOOK}${hook()}`,
    { confirms: (path) => path.length === 33, unknownStatus: 503 },
  ],
])("a host that %s does not grow", { timeout: 3_600_000 }, async ([, pathOf, site]) => {
  const urls = numbers(1080).map((index) => `${VICTIM}${pathOf(index)}`);
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { active, maxGets } = await subscribeAll(urls, site, { seed });
    // A decoy misses now and then; the next one that does not ends the growth for a day.
    expect(active.size).toBeLessThanOrEqual(MAX_PER_HOST + MISSED);
    // The burst of a full bucket, and what it gains in an hour.
    expect(maxGets).toBeLessThanOrEqual(2 * RATE_LIMIT);
  }
});

test("names below one wildcard get no more subscriptions each than any host", async () => {
  const urls = numbers(1080).map((index) => `https://h${index % 3}.victim.example.com/${hook()}`);
  const { active } = await subscribeAll(urls, { confirms: () => true });
  for (const host of ["h0", "h1", "h2"]) {
    const ofHost = [...active].filter((url) => url.includes(`${host}.victim`));
    expect(ofHost.length).toBeLessThanOrEqual(MAX_PER_HOST);
  }
});

test("a stranger's own hook that confirms everything below it does not stop the platform's growth", async () => {
  const hooks = new Set(numbers(100).map(() => `/${hook()}`));
  const customers = [...hooks].map((path) => `https://platform.example.com${path}`);
  const own = numbers(500).map((index) => `https://platform.example.com/${HOOK}/${index}`);
  const urls = numbers(1000).map(
    (index) => (index % 2 === 0 ? customers[(index / 2) % 100] : own[(index - 1) / 2]) ?? "",
  );
  const site = { confirms: (path: string) => hooks.has(path) || path.startsWith(`/${HOOK}/`) };
  const { active } = await subscribeAll([...new Set(urls)], site, { hours: 60 });
  expect([...active].filter((url) => customers.includes(url)).length).toBeGreaterThan(60);
  expect([...active].filter((url) => own.includes(url)).length).toBeLessThanOrEqual(MAX_PER_HOST + MISSED);
});
