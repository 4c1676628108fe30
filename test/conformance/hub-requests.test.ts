import { describe, expect, test } from "vitest";
import { ATOM, FEED, type Form, startHub } from "../support/hub.ts";
import { startSubscriber, status, subscribed } from "../support/subscriber.ts";
import { hubAndSubscriber } from "../support/hub-and-subscriber.ts";

/** Accepted and refused requests: WebSub sections 5.1, 5.1.1, 5.1.2 and 6. The ids are those of docs/websub-conformance.md. */

const { hub, subscriber, tls } = await hubAndSubscriber();

const form = (change: Record<string, string> = {}): Record<string, string> => ({
  "hub.mode": "subscribe",
  "hub.callback": subscriber.url("/requests"),
  "hub.topic": FEED,
  ...change,
});

const without = (name: string): Form => Object.entries(form()).filter(([field]) => field !== name);

describe("accepted with 202 and an empty body", () => {
  test.for<[string, () => Form]>([
    ["H-01: callback, mode and topic", () => form()],
    ["H-02: a secret", () => form({ "hub.secret": "s".repeat(20) })],
    ["H-03: a secret of 199 bytes", () => form({ "hub.secret": "s".repeat(199) })],
    ["H-04: a lease", () => form({ "hub.lease_seconds": "864000" })],
    ["H-04: an empty lease, which is as if absent", () => form({ "hub.lease_seconds": "" })],
    ["H-04: a huge lease, which is clamped", () => form({ "hub.lease_seconds": "9".repeat(400) })],
    [
      "H-05: an invalid lease in an unsubscribe",
      () => form({ "hub.mode": "unsubscribe", "hub.lease_seconds": "abc" }),
    ],
    ["H-06: unknown parameters", () => form({ foo: "bar", "hub.foo": "hub.bar", "hub.verify": "async" })],
    [
      "H-12: a topic with percent-encoded unreserved characters",
      () => form({ "hub.topic": FEED.replace("feed", "%66eed") }),
    ],
    ["H-60: publish with hub.url", () => ({ "hub.mode": "publish", "hub.url": FEED })],
    [
      "H-60: publish with hub.topic, repeated",
      () => [
        ["hub.mode", "publish"],
        ["hub.topic", FEED],
        ["hub.topic", ATOM],
      ],
    ],
  ])("%s", async ([, fields]) => {
    expect(await hub.post(fields())).toMatchObject({ status: 202, text: "" });
  });

  test("H-01: a charset parameter in the media type", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
    expect(await hub.post(form(), headers)).toMatchObject({ status: 202 });
  });
});

describe("H-17, H-18: refused with a status and a reason in plain text", () => {
  test.for<[string, number, string, () => Form]>([
    ["no mode", 400, "hub.mode is missing", () => without("hub.mode")],
    ["no callback", 400, "hub.callback is missing", () => without("hub.callback")],
    ["no topic", 400, "hub.topic is missing", () => without("hub.topic")],
    ["an empty callback", 400, "hub.callback is missing", () => form({ "hub.callback": "" })],
    ["another mode", 400, "hub.mode must be", () => form({ "hub.mode": "resubscribe" })],
    [
      "a repeated mode",
      400,
      "more than once",
      () => [...Object.entries(form()), ["hub.mode", "unsubscribe"]],
    ],
    [
      "a repeated callback",
      400,
      "more than once",
      () => [...Object.entries(form()), ["hub.callback", "https://a.b"]],
    ],
    [
      "H-11: a topic of another site",
      400,
      "hub.topic must be one of",
      () => form({ "hub.topic": "https://else.example/feed" }),
    ],
    [
      "H-11: a topic in another letter case",
      400,
      "hub.topic must be",
      () => form({ "hub.topic": FEED.toUpperCase() }),
    ],
    [
      "H-11: a topic with a trailing slash",
      400,
      "hub.topic must be",
      () => form({ "hub.topic": `${FEED}/` }),
    ],
    [
      "H-11: a topic by http",
      400,
      "hub.topic must be",
      () => form({ "hub.topic": FEED.replace("https", "http") }),
    ],
    [
      "H-03: a secret of 200 bytes",
      400,
      "less than 200 bytes",
      () => form({ "hub.secret": "s".repeat(200) }),
    ],
    [
      "H-03: a secret of 100 characters in 200 bytes",
      400,
      "less than 200",
      () => form({ "hub.secret": "é".repeat(100) }),
    ],
    ["a secret with a NUL", 400, "must not hold a NUL", () => form({ "hub.secret": "a\0b" })],
    ...["0", "-5", "1.5", "1e3", " 5", "abc"].map((lease): [string, number, string, () => Form] => [
      `H-04: a lease of "${lease}"`,
      400,
      "positive whole number",
      () => form({ "hub.lease_seconds": lease }),
    ]),
    [
      "H-62, spec 3: a callback by http",
      400,
      "must be an https URL",
      () => form({ "hub.callback": "http://a.example/" }),
    ],
    ["a callback that is not a URL", 400, "https URL", () => form({ "hub.callback": "callback" })],
    ["a callback with a fragment", 400, "fragment", () => form({ "hub.callback": "https://a.com/#x" })],
    ["a callback with a user", 400, "user name", () => form({ "hub.callback": "https://me@a.com/" })],
    ["a callback with a space", 400, "percent-encoded", () => form({ "hub.callback": "https://a.com/a b" })],
    [
      "a callback that is too long",
      400,
      "longer than 2048",
      () => form({ "hub.callback": `https://a.com/${"x".repeat(2048)}` }),
    ],
    [
      "a callback at a private address",
      400,
      "public name",
      () => form({ "hub.callback": "https://10.0.0.1/" }),
    ],
    [
      "a callback at the hub itself",
      400,
      "the hub itself",
      () => form({ "hub.callback": "https://reviews.example/x" }),
    ],
    ["publish without a topic", 400, "needs hub.url", () => ({ "hub.mode": "publish" })],
    [
      "publish of another site's topic",
      400,
      "hub.topic must be",
      () => ({ "hub.mode": "publish", "hub.url": "https://a.b/" }),
    ],
    ["H7: a form of more than 64 KiB", 413, "65536 bytes", () => `x=${"y".repeat(70_000)}`],
  ])("%s", async ([, code, reason, fields]) => {
    const answer = await hub.post(fields());
    expect(answer.status).toBe(code);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.text).toContain(reason);
  });

  test.for(["application/json", "multipart/form-data; boundary=x", "text/plain", ""])(
    "a body of %s is 415",
    async (type) => {
      expect(await hub.post(form(), { "content-type": type })).toMatchObject({ status: 415 });
    },
  );

  test("other methods are 405 with Allow", async () => {
    const response = await fetch(`${hub.origin}/api/websub/hub`, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });
});

test("H-19: the response neither waits for the callback nor reveals its response", async () => {
  subscriber.on("/silent", () => {});
  const callback = subscriber.url("/silent");
  expect(await hub.post(form({ "hub.callback": callback }))).toMatchObject({ status: 202 });
  await subscriber.until("/silent", "GET", 1);
  // The callback still has not responded, and the same request gets the same response.
  expect(await hub.post(form({ "hub.callback": callback }))).toMatchObject({ status: 202, text: "" });
});

test("unsubscribing an unknown pair: 202, and no verification", async () => {
  const callback = subscriber.url("/never");
  expect(await hub.unsubscribe(callback)).toBe(202);
  expect(await hub.subscribe(subscriber.url("/other"))).toBe(202);
  await subscriber.until("/other", "GET", 1);
  expect(subscriber.received("/never")).toEqual([]);
});

describe("diagnostics", () => {
  test("show the state of a subscription to anyone who knows its callback", async () => {
    const callback = subscriber.url("/known");
    await hub.subscribe(callback, { "hub.lease_seconds": "7200" });
    await hub.untilState(callback, "active");
    const found = await hub.diagnose(callback);
    expect(found).toMatchObject({
      state: "active",
      pending: null,
      consecutive_failures: 0,
      last_status: "200",
      next_attempt_at: null,
      up_to_date: true,
    });
    const leftMs = Date.parse(found?.lease_ends_at ?? "") - Date.now();
    expect(leftMs).toBeGreaterThan(7_190_000);
    expect(leftMs).toBeLessThanOrEqual(7_200_000);
  });

  test("respond with the same 404 to unknown pairs, topics and invalid URLs", async () => {
    for (const [callback, topic] of [
      [subscriber.url("/nobody"), FEED],
      [subscriber.url("/known"), ATOM],
      [subscriber.url("/known"), "https://else.example/"],
      ["nonsense", FEED],
    ] as const) {
      expect(await hub.diagnose(callback, topic)).toBeUndefined();
    }
  });

  test("name missing parameters", async () => {
    const response = await fetch(`${hub.origin}/api/websub/hub`);
    expect(response.status).toBe(400);
    const { issues } = (await response.json()) as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(["hub.callback", "hub.topic"]);
  });

  test("show failures and the next attempt", async () => {
    subscriber.on("/failing", subscribed(status(500)));
    const callback = subscriber.url("/failing");
    await hub.subscribe(callback);
    await hub.untilState(callback, "active");
    await hub.publish();
    await subscriber.until("/failing", "POST", 1);
    await expect
      .poll(() => hub.diagnose(callback))
      .toMatchObject({ state: "active", consecutive_failures: 1, last_status: "500", up_to_date: false });
    expect((await hub.diagnose(callback))?.next_attempt_at).not.toBeNull();
  });
});

describe("H-61: rate limits respond with 429 and Retry-After", () => {
  test("H1: requests from one network", async () => {
    const strict = await startHub({ subscribesPerMinute: 10 });
    const answers = [];
    for (let count = 0; count < 21; count += 1)
      answers.push(await strict.post({ "hub.mode": "publish", "hub.url": FEED }));
    expect(answers.slice(0, 20).map(({ status: code }) => code)).toEqual(Array(20).fill(202));
    expect(answers[20]).toMatchObject({ status: 429 });
    expect(Number(answers[20]?.headers.get("retry-after"))).toBeLessThanOrEqual(6);
    await strict.stop();
  });

  test(
    "H1: 10,000 requests for one victim cause no more GETs than its rate limit",
    { timeout: 60_000 },
    async () => {
      const strict = await startHub({ verificationsPerHostHour: 30 });
      subscriber.on("/victim", status(404));
      const codes = new Map<number, number>();
      for (let at = 0; at < 10_000; at += 100) {
        const posts = Array.from({ length: 100 }, (_, index) =>
          strict.subscribe(subscriber.url(`/victim?n=${at + index}`, "127.0.0.1")),
        );
        for (const code of await Promise.all(posts)) codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      expect(codes.get(202)).toBe(30);
      expect(codes.get(429)).toBe(9970);
      await subscriber.until("/victim", "GET", 30);
      await strict.stop();
      expect(subscriber.received("/victim")).toHaveLength(30);
    },
  );

  test("H2: an echoing host gets subscriptions up to its bound", async () => {
    const strict = await startHub({ maxPerHost: 20 });
    const codes = [];
    for (let count = 0; count < 40; count += 1) {
      codes.push(await strict.subscribe(subscriber.url(`/echo-${count}`)));
    }
    expect(codes.filter((code) => code === 202)).toHaveLength(20);
    expect(codes.filter((code) => code === 429)).toHaveLength(20);
    await strict.stop();
  });

  test("H2: a full host grows by a callback whose neighbours refuse, after deliveries", async () => {
    const strict = await startHub({ maxPerHost: 2 });
    const hooks = ["/hooks/4f1c", "/hooks/90ab", "/hooks/7d3e"];
    const requested: string[] = [];
    const platform = await startSubscriber(tls, ["127.0.0.1"], (received, response) => {
      const [path = ""] = received.target.split("?");
      if (received.method === "GET") requested.push(path);
      (hooks.includes(path) ? subscribed(status(204)) : status(404))(received, response);
    });
    const [first, second, third] = hooks.map((path) => platform.url(path)) as [string, string, string];
    for (const callback of [first, second]) {
      expect(await strict.subscribe(callback)).toBe(202);
      await strict.untilState(callback, "active");
    }
    expect(await strict.subscribe(third)).toBe(429);
    await strict.publish();
    await expect.poll(() => strict.subscribe(third)).toBe(202);
    await strict.untilState(third, "active");
    expect(requested).toHaveLength(5);
    expect(requested.slice(2, 4).filter((path) => hooks.includes(path))).toEqual([]);
    expect(requested[4]).toBe("/hooks/7d3e");
    await strict.stop();
    await platform.stop();
  });

  test("H2: a full host that confirms what nobody requested does not grow", async () => {
    const strict = await startHub({ maxPerHost: 2 });
    const [first, second, third, fourth] = [1, 2, 3, 4].map((number) =>
      subscriber.url(`/anything-${number}`),
    ) as [string, string, string, string];
    for (const callback of [first, second]) {
      await strict.subscribe(callback);
      await strict.untilState(callback, "active");
    }
    await strict.publish();
    await expect.poll(() => strict.subscribe(third)).toBe(202);
    await strict.untilState(third, undefined);
    expect(await strict.subscribe(fourth)).toBe(429);
    expect(strict.sidecar.metrics.render()).toContain(
      'hub_verifications_total{mode="subscribe",outcome="unconfirmed",status="confirms-anything"} 1',
    );
    await strict.stop();
  });

  test("strangers cannot exhaust the rate limit of renewals", async () => {
    const strict = await startHub({ verificationsPerHostHour: 3 });
    const callback = subscriber.url("/renewed");
    expect(await strict.subscribe(callback)).toBe(202);
    await strict.untilState(callback, "active");
    for (let count = 0; count < 5; count += 1) await strict.subscribe(subscriber.url(`/stranger-${count}`));
    expect(await strict.subscribe(subscriber.url("/one-more"))).toBe(429);
    expect(await strict.subscribe(callback)).toBe(202);
    await strict.stop();
  });
});
