import { afterAll, beforeAll, expect, test } from "vitest";
import { readRuntimeConfig } from "../../runtime/config.ts";
import { FEED, startHub, type TestHub } from "../support/hub.ts";
import { type NameServer, startNameServer } from "../support/name-server.ts";
import { startSubscriber, type Subscriber } from "../support/subscriber.ts";
import { LOOPBACK_HOSTS, trustedTls } from "../support/tls.ts";

/** Strangers at their full rate ask for names whose name server never answers. `npm run bench -- hub-attack` measures. */

const HEALTHY = Array.from({ length: 20 }, (_, index) => `hub.healthy-${index}.com`);
const NEVER_SEEN = Array.from({ length: 4 }, (_, index) => `hub.newcomer-${index}.com`);
/** Half of them are fresh subdomains of a single domain. */
const SILENT = Array.from({ length: 200 }, (_, index) =>
  index % 2 === 0 ? `hub.silent-${index}.com` : `h${index}.silent.com`,
);

let subscriber: Subscriber;
let server: NameServer;
let hub: TestHub;

beforeAll(async () => {
  subscriber = await startSubscriber(await trustedTls([...HEALTHY, ...NEVER_SEEN]), LOOPBACK_HOSTS);
  server = await startNameServer((name) => (name.includes("silent") ? "silence" : [addressOf(name)]));
  const defaults = readRuntimeConfig({});
  if (!defaults.ok) throw new Error(defaults.error.join("\n"));
  const { subscribesPerMinute, verificationsPerHostHour, maxPerHost, maxPending } = defaults.value.hub;
  const limits = { subscribesPerMinute, verificationsPerHostHour, maxPerHost, maxPending };
  hub = await startHub(
    { ...limits, nameServers: [server.address], retryDelaysSeconds: [0.3] },
    { trustedProxies: ["127.0.0.1/32"] },
  );
});

afterAll(async () => {
  await hub.stop();
  await server.stop();
  await subscriber.stop();
});

const addressOf = (name: string): string =>
  LOOPBACK_HOSTS[[...HEALTHY, ...NEVER_SEEN].indexOf(name) % LOOPBACK_HOSTS.length] ?? "127.0.0.1";

/** Subscribes from a client network of its own for every twenty requests, which is the burst that one may send. */
async function subscribe(host: string, index: number): Promise<number> {
  const form = {
    "hub.mode": "subscribe",
    "hub.callback": subscriber.url(`/${host}`, host),
    "hub.topic": FEED,
  };
  const client = `198.51.${Math.floor(index / 20)}.1`;
  return (await hub.post(form, { "x-forwarded-for": client })).status;
}

async function untilConfirmed(count: number): Promise<void> {
  await expect
    .poll(() => hub.sidecar.metrics.render(), { timeout: 5000 })
    .toContain(`hub_verifications_total{mode="subscribe",outcome="confirmed",status="200"} ${count}\n`);
}

test("200 silent names delay no delivery, end no subscription, and hold up no newcomer", async () => {
  for (const [index, host] of HEALTHY.entries()) expect(await subscribe(host, index)).toBe(202);
  await untilConfirmed(HEALTHY.length);

  const answers = await Promise.all(SILENT.map((host, index) => subscribe(host, 100 + index)));
  // The hundred subdomains of one domain share a budget of 30.
  expect(answers.filter((status) => status === 202)).toHaveLength(130);
  expect(answers.filter((status) => status === 429)).toHaveLength(70);

  const startedAt = performance.now();
  await hub.publish();
  for (const host of HEALTHY) await subscriber.until(`/${host}`, "POST", 1);
  for (const [index, host] of NEVER_SEEN.entries()) expect(await subscribe(host, 400 + index)).toBe(202);
  await untilConfirmed(HEALTHY.length + NEVER_SEEN.length);
  expect(performance.now() - startedAt).toBeLessThan(2000);

  const metrics = hub.sidecar.metrics.render();
  expect(metrics).toMatch(/^hub_deliveries_total\{outcome="delivered",status="204"\} 20$/m);
  expect(metrics).not.toMatch(/outcome="failed"|^hub_ended_total\{/m);
});
