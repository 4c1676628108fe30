import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { Networks } from "./callback/networks.ts";
import { Dispatcher, type TopicRelease } from "./dispatcher.ts";

const NOW = 1_000_000;

test("a topic that cannot be read is tried again later, and does not count as the subscriber's failure", async () => {
  const policy = {
    callbackPorts: "any",
    controlUrl: undefined,
    maxFailures: 3,
    retryDelaysSeconds: [300],
  } as const;
  const requested: unknown[] = [];
  const ports = {
    clock: () => NOW,
    transport: (request: unknown) => {
      requested.push(request);
      return Promise.reject(new Error("no request was expected"));
    },
    random: () => 0,
    token: () => "t",
    control: () => Promise.resolve(true),
    events: { verified: () => {}, delivered: () => {}, outageChanged: () => {} },
  };
  const dispatcher = new Dispatcher(policy, new Networks([]), ports);
  const content = {
    body: { length: 1, isIntact: () => false, pieces: () => Readable.from([]) },
    mediaType: "application/json",
    etag: '"a"',
    links: "",
    modifiedAt: NOW,
  };
  const release: TopicRelease = {
    baseUrl: "https://reviews.example",
    contents: new Map([["/reviews.json", content]]),
  };
  const subscription = {
    callback: "https://a.example.com/",
    callbackKey: "https://a.example.com/",
    host: "a.example.com",
    topic: "/reviews.json",
    live: { secret: null, expiresAt: NOW + 60_000, deliveredVersion: 1, failures: 0, retryAt: undefined },
    pending: undefined,
    lastStatus: undefined,
    lastAt: undefined,
  } as const;
  const versions = new Map([["/reviews.json", 2]] as const);
  const signal = await dispatcher.attempt(subscription, { release, versions }, false);
  expect(signal).toMatchObject({ kind: "failed", counts: false, status: "unreadable" });
  expect((signal as { retryAt: number }).retryAt).toBeGreaterThan(NOW + 100_000);
  expect(requested).toEqual([]);
});
