import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pubsubhubbub, { type PubSub } from "pubsubhubbub";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ATOM, DATASET, FEED, startHub, type TestHub } from "../support/hub.ts";
import { type TestTls, trustedTls } from "../support/tls.ts";

/** The npm package `pubsubhubbub`, an independent subscriber, end to end over https. */

let tls: TestTls;
let hub: TestHub;
const servers: Server[] = [];

beforeAll(async () => {
  tls = await trustedTls();
  hub = await startHub();
});

afterAll(async () => {
  await hub.stop();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function start(): Promise<PubSub> {
  const state: { handle?: (request: object, response: object) => void } = {};
  const server = createServer({ key: tls.key, cert: tls.cert }, (request, response) =>
    state.handle?.(request, response),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const subscriber = pubsubhubbub.createServer({ callbackUrl: `https://localhost:${port}/callback?mine=1` });
  state.handle = subscriber.listener();
  return subscriber;
}

const once = (subscriber: PubSub, event: string): Promise<{ topic: string; feed?: Buffer }> =>
  new Promise((resolve) => subscriber.on(event, resolve));

test.for([FEED, ATOM, DATASET])("subscribes to %s, receives a release, and unsubscribes", async (topic) => {
  const subscriber = await start();
  const hubUrl = `${hub.origin}/api/websub/hub`;
  const denied: unknown[] = [];
  subscriber.on("denied", (denial) => void denied.push(denial));
  const subscribed = once(subscriber, "subscribe");
  await new Promise<void>((resolve, reject) =>
    subscriber.subscribe(topic, hubUrl, (error) => (error ? reject(error) : resolve())),
  );
  expect((await subscribed).topic).toBe(topic);
  // The event comes while the challenge is echoed: a release is delivered only once the hub has read the echo.
  const fed = once(subscriber, "feed");
  const state = { hasArrived: false };
  subscriber.on("feed", () => (state.hasArrived = true));
  for (let release = 0; release < 20 && !state.hasArrived; release += 1) {
    await hub.publish();
    await wait(100);
  }
  const { feed } = await fed;
  expect(feed?.toString()).toMatch(/release \d|"name":"\d/);
  const unsubscribed = once(subscriber, "unsubscribe");
  await new Promise<void>((resolve, reject) =>
    subscriber.unsubscribe(topic, hubUrl, (error) => (error ? reject(error) : resolve())),
  );
  expect((await unsubscribed).topic).toBe(topic);
  expect(denied).toEqual([]);
});
