import { setTimeout as wait } from "node:timers/promises";
import { startNameServer } from "../test/support/name-server.ts";
import { TEST_BASE_URL } from "../test/support/releases.ts";
import { arrivalMs, type BenchSetup, type HubSender, hubSender, withReceivers } from "./hub-senders.ts";
import { median } from "./peer.ts";
import { printTable } from "./table.ts";

const DNS_MS = 20;
const SILENT = 200;
/** The burst that one client network may send. */
const BURST = 20;
const ROUNDS = 8;
const WARM_UPS = 8;
/** Lookups of silent names have ended, and idle connections are closed. */
const REST_MS = 6000;

const ADDRESSES = Array.from({ length: 300 }, (_, index) => `127.0.${1 + (index >> 7)}.${1 + (index & 127)}`);
const HOSTS = ADDRESSES.map((_, index) => `hub.customer-${index}.com`);
const NEWCOMERS = Array.from({ length: ROUNDS * 3 }, (_, index) => `hub.newcomer-${index}.com`);

/** `npm run bench -- hub-attack`: strangers ask for names whose name server is silent, at their full rate. */
export async function run(): Promise<void> {
  const server = await startNameServer(
    (name) => (name.includes("silent") ? "silence" : [addressOf(name)]),
    // Without a TTL, every new connection looks its host up.
    { delayMs: DNS_MS, ttlSeconds: 0 },
  );
  const env = {
    HUB_NAME_SERVERS: server.address,
    HUB_MAX_FAILURES: "3",
    HUB_SUBSCRIBES_PER_MINUTE: "10",
    TRUSTED_PROXIES: "127.0.0.1/32",
  };
  try {
    await withReceivers(ADDRESSES, [...HOSTS, ...NEWCOMERS], async (port, receiving) => {
      const setup = { ...receiving, env };
      await attack(port, setup);
      await distinctHosts(port, setup);
    });
  } finally {
    await server.stop();
  }
}

const addressOf = (name: string): string =>
  ADDRESSES[(Number(/\d+/.exec(name)?.[0]) || 0) % ADDRESSES.length] ?? "127.0.1.1";

const callbacksOf = (hosts: readonly string[], port: number): string[] =>
  hosts.map((host, index) => `https://${host}:${port}/s/${index}`);

async function attack(port: number, setup: BenchSetup): Promise<void> {
  const sender = await hubSender("attack", callbacksOf(HOSTS.slice(0, 100), port), setup);
  const calm: number[] = [];
  const attacked: number[] = [];
  const verifiedMs: number[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    if (round >= 0) await wait(REST_MS);
    const before = arrivalMs(await sender.send(), 0.99);
    if (round < 0) continue;
    calm.push(before);
    await wait(REST_MS);
    const silent = Array.from({ length: SILENT }, (_, index) => `hub.silent-${round}-${index}.com`);
    await Promise.all(
      silent.map((host, index) => subscribe(sender, host, port, round * 100 + index / BURST)),
    );
    attacked.push(arrivalMs(await sender.send(), 0.99));
    const names = NEWCOMERS.slice(round * 3, round * 3 + 3);
    for (const [index, host] of names.entries()) {
      const startedAt = performance.now();
      await subscribe(sender, host, port, round * 100 + 50 + index);
      await untilConfirmed(sender, round * 3 + index + 1);
      verifiedMs.push(performance.now() - startedAt);
    }
  }
  const metrics = await sender.metrics();
  const ended = [...metrics.matchAll(/^hub_ended_total\{.*\} (\d+)/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  );
  await sender.stop();
  const ratio = median(attacked.map((ms, index) => ms / (calm[index] ?? ms)));
  printTable(
    `hub: a release to 100 hosts while strangers ask for ${SILENT} silent names, medians of ${ROUNDS} rounds`,
    ["p99 calm", "p99 attacked", "ratio", "subscriptions ended", "a newcomer verified within"],
    [
      [
        `${median(calm).toFixed(0)} ms`,
        `${median(attacked).toFixed(0)} ms`,
        ratio.toFixed(2),
        String(ended),
        `${Math.max(...verifiedMs).toFixed(0)} ms`,
      ],
    ],
  );
}

async function distinctHosts(port: number, setup: BenchSetup): Promise<void> {
  const senders = [
    await hubSender("literals", callbacksOf(ADDRESSES, port), setup),
    await hubSender("names", callbacksOf(HOSTS, port), setup),
  ];
  const rates: number[][] = [[], []];
  for (let round = -2; round < ROUNDS; round += 1) {
    await wait(REST_MS);
    for (const [index, sender] of senders.entries()) {
      const { startedAt, arrivals } = await sender.send();
      if (round >= 0) rates[index]?.push((arrivals.length * 1000) / (Math.max(...arrivals) - startedAt));
    }
  }
  for (const sender of senders) await sender.stop();
  const [literals = [], names = []] = rates;
  const ratio = median(names.map((rate, index) => rate / (literals[index] ?? rate)));
  printTable(
    `hub: a release to ${HOSTS.length} hosts without open connections, DNS ${DNS_MS} ms, medians of ${ROUNDS} rounds`,
    ["callbacks", "deliveries/s", "ratio"],
    [
      ["address literals", median(literals).toFixed(0), "1.00"],
      ["names", median(names).toFixed(0), ratio.toFixed(2)],
    ],
  );
}

/** Subscribes from a client network of its own for each whole number. */
async function subscribe({ origin }: HubSender, host: string, port: number, network: number): Promise<void> {
  const body = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.callback": `https://${host}:${port}/new`,
    "hub.topic": `${TEST_BASE_URL}/api/feed.json`,
  });
  const client = `198.${51 + Math.floor(network / 256)}.${Math.floor(network) % 256}.1`;
  const headers = { "X-Forwarded-For": client };
  const { status } = await fetch(`${origin}/api/websub/hub`, { method: "POST", body, headers });
  if (status !== 202) throw new Error(`a subscribe for ${host} got ${status}`);
}

async function untilConfirmed(sender: HubSender, count: number): Promise<void> {
  const confirmed = new RegExp(`outcome="confirmed",status="200"\\} ${count}$`, "m");
  while (!confirmed.test(await sender.metrics())) await wait(10);
}
