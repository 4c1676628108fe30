import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ATOM, DATASET, FEED, startHub } from "../support/hub.ts";
import { type ReceivedRequest, type Respond, status, subscribed } from "../support/subscriber.ts";
import { hubAndSubscriber } from "../support/hub-and-subscriber.ts";

/** Content distribution: WebSub sections 7 and 7.1. Ids are those of docs/websub-conformance.md. */

const PUBLIC_HUB = "https://reviews.example/api/websub/hub";

const { hub, subscriber } = await hubAndSubscriber();

const posts = (path: string): readonly ReceivedRequest[] =>
  subscriber.received(path).filter(({ method }) => method === "POST");

async function activate(path: string, fields: Record<string, string> = {}, to = hub): Promise<string> {
  const callback = subscriber.url(path);
  expect(await to.subscribe(callback, fields)).toBe(202);
  await to.untilState(callback, "active", fields["hub.topic"]);
  return callback;
}

describe.for([FEED, ATOM, DATASET])("%s", (topic) => {
  const path = `/topic${new URL(topic).pathname}`;

  test("H-40 to H-46: a POST of the full topic with its media type and both links in one header", async () => {
    await activate(path, { "hub.topic": topic });
    await hub.publish();
    const [received] = await subscriber.until(path, "POST", 1);
    const current = await fetch(`${hub.origin}${new URL(topic).pathname}`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(received?.body.equals(Buffer.from(await current.arrayBuffer()))).toBe(true);
    expect(received?.headers["content-type"]).toBe(current.headers.get("content-type"));
    expect(received?.headers["link"]).toBe(`<${topic}>; rel="self", <${PUBLIC_HUB}>; rel="hub"`);
    expect(received?.rawHeaders.filter((name) => name.toLowerCase() === "link")).toHaveLength(1);
    expect(received?.headers["content-encoding"]).toBeUndefined();
    expect(received?.headers["etag"]).toBe(current.headers.get("etag"));
  });

  test("P-01, P-03: the topic has the same links, self once", async () => {
    const { headers } = await fetch(`${hub.origin}${new URL(topic).pathname}`);
    expect(headers.get("link")).toBe(`<${topic}>; rel="self", <${PUBLIC_HUB}>; rel="hub"`);
  });
});

test("H-14, H-59: a delivery goes to the callback with its own query unchanged", async () => {
  await activate("/exact?foo=bar&x=%20&y=a+b");
  await hub.publish();
  const [received] = await subscriber.until("/exact", "POST", 1);
  expect(received?.target).toBe("/exact?foo=bar&x=%20&y=a+b");
});

describe("H-54 to H-58: signatures", () => {
  test.for(["simple", "ünïcödé ☃", "s".repeat(199)])(
    "HMAC-SHA256 over the exact bytes, secret %s",
    async (secret) => {
      const path = `/signed-${encodeURIComponent(secret).slice(0, 9)}`;
      await activate(path, { "hub.secret": secret });
      await hub.publish();
      const [received] = await subscriber.until(path, "POST", 1);
      const digest = createHmac("sha256", secret)
        .update(received?.body ?? "")
        .digest("hex");
      expect(received?.headers["x-hub-signature"]).toBe(`sha256=${digest}`);
    },
  );

  test("H-57: no signature without a secret", async () => {
    await activate("/unsigned");
    await hub.publish();
    const [received] = await subscriber.until("/unsigned", "POST", 1);
    expect(received?.headers["x-hub-signature"]).toBeUndefined();
  });
});

describe("H-47 to H-50: only 2xx acknowledges", () => {
  test.for([200, 201, 202, 204, 299])("%i acknowledges", async (code) => {
    const path = `/ok-${code}`;
    subscriber.on(path, subscribed(status(code)));
    const callback = await activate(path);
    await hub.publish();
    await expect
      .poll(() => hub.diagnose(callback))
      .toMatchObject({ up_to_date: true, consecutive_failures: 0, last_status: String(code) });
  });

  test.for<[string, Respond]>([
    ["301", status(301, { location: "/redirected" })],
    ["307", status(307, { location: "/redirected" })],
    ["308", status(308, { location: "/redirected" })],
    ["400", status(400)],
    ["404", status(404)],
    ["500", status(500)],
    ["connection", (_request, response) => response.destroy()],
  ])("%s does not acknowledge, and redirects are not followed", async ([reason, respond]) => {
    const path = `/failed-${reason}`;
    subscriber.on(path, subscribed(respond));
    const callback = await activate(path);
    await hub.publish();
    await expect
      .poll(() => hub.diagnose(callback))
      .toMatchObject({ state: "active", up_to_date: false, consecutive_failures: 1, last_status: reason });
    expect(subscriber.received("/redirected")).toEqual([]);
  });

  test("H-48: 410 ends the subscription at once", async () => {
    subscriber.on("/gone", subscribed(status(410)));
    const callback = await activate("/gone");
    await hub.publish();
    await hub.untilState(callback, undefined);
    expect(subscriber.received("/gone")).toHaveLength(2);
    expect(await hub.diagnose(callback)).toMatchObject({
      state: "ended",
      end_reason: "gone",
      last_status: "410",
      lease_ends_at: null,
    });
  });

  test("H-50: an endless response body is cut off", async () => {
    subscriber.on(
      "/endless",
      subscribed((_request, response) => {
        response.writeHead(200);
        const more = (): void => void (response.destroyed || response.write("x".repeat(65_536), more));
        more();
      }),
    );
    const callback = await activate("/endless");
    await hub.publish();
    await expect.poll(() => hub.diagnose(callback)).toMatchObject({ up_to_date: true });
  });
});

test("one release delivers all three topics once each", async () => {
  for (const topic of [FEED, ATOM, DATASET])
    await activate(`/all-${new URL(topic).pathname}`, { "hub.topic": topic });
  await hub.publish();
  await hub.sidecar.reload();
  for (const topic of [FEED, ATOM, DATASET]) {
    const path = `/all-${new URL(topic).pathname}`;
    await subscriber.until(path, "POST", 1);
    expect(posts(path)).toHaveLength(1);
  }
});

test("an unchanged release is not delivered again", async () => {
  const callback = await activate("/unchanged");
  await hub.sidecar.reload();
  expect(await hub.post({ "hub.mode": "publish", "hub.url": FEED })).toMatchObject({ status: 202 });
  await hub.publish();
  await expect.poll(() => hub.diagnose(callback)).toMatchObject({ up_to_date: true });
  expect(posts("/unchanged")).toHaveLength(1);
});

describe("retries", () => {
  const FAST = { retryDelaysSeconds: [0.02, 0.05], idleMs: 20 };

  test("spec 3: three consecutive failures remove a subscription and send a denial (H-24, H-25)", async () => {
    const fast = await startHub(FAST);
    subscriber.on("/three", subscribed(status(500)));
    const callback = await activate("/three", {}, fast);
    await fast.publish();
    await subscriber.until("/three", "POST", 3);
    const [, denied] = await subscriber.until("/three", "GET", 2);
    expect(denied?.query.get("hub.mode")).toBe("denied");
    expect(denied?.query.get("hub.topic")).toBe(FEED);
    expect(denied?.query.get("hub.reason")).toContain("3 consecutive deliveries failed");
    await fast.untilState(callback, undefined);
    await fast.publish();
    await activate("/three-witness", {}, fast);
    expect(posts("/three")).toHaveLength(3);
    await fast.stop();
  });

  test("spec 3: a 2xx resets the count of failures; H-51: each retry carries the newest content", async () => {
    const fast = await startHub(FAST);
    const codes = [500, 500, 204, 500, 500, 204];
    subscriber.on(
      "/shaky",
      subscribed(
        (received, response) =>
          void response.writeHead(codes[posts("/shaky").indexOf(received)] ?? 204).end(),
      ),
    );
    const callback = await activate("/shaky", {}, fast);
    await fast.publish();
    await subscriber.until("/shaky", "POST", 3);
    await expect
      .poll(() => fast.diagnose(callback))
      .toMatchObject({ up_to_date: true, consecutive_failures: 0 });
    await fast.publish();
    await subscriber.until("/shaky", "POST", 6);
    await expect.poll(() => fast.diagnose(callback)).toMatchObject({ state: "active", up_to_date: true });
    await fast.stop();
  });

  test("H-53: with HUB_MAX_FAILURES=0 a subscription stays until its lease ends", async () => {
    const patient = await startHub({ ...FAST, maxFailures: 0 });
    subscriber.on("/patient", subscribed(status(500)));
    const callback = await activate("/patient", {}, patient);
    await patient.publish();
    await subscriber.until("/patient", "POST", 6);
    expect(await patient.diagnose(callback)).toMatchObject({ state: "active" });
    await patient.stop();
  });

  test.for([
    [429, "120"],
    [503, "120"],
  ] as const)("Retry-After of a %i is honored", async ([code, seconds]) => {
    const path = `/later-${code}`;
    subscriber.on(path, subscribed(status(code, { "retry-after": seconds })));
    const callback = await activate(path);
    await hub.publish();
    await expect.poll(() => hub.diagnose(callback)).toMatchObject({ consecutive_failures: 1 });
    const nextAt = Date.parse((await hub.diagnose(callback))?.next_attempt_at ?? "");
    expect(nextAt - Date.now()).toBeGreaterThan(100_000);
  });

  test("H-52: a pending retry sends the newest content, never an older one", async () => {
    const slow = await startHub({ retryDelaysSeconds: [1], idleMs: 20 });
    subscriber.on(
      "/newest",
      subscribed(
        (received, response) =>
          void response.writeHead(posts("/newest").indexOf(received) === 0 ? 500 : 204).end(),
      ),
    );
    const callback = await activate("/newest", {}, slow);
    await slow.publish();
    await subscriber.until("/newest", "POST", 1);
    await slow.publish();
    await slow.publish();
    await expect.poll(() => slow.diagnose(callback), { timeout: 5000 }).toMatchObject({ up_to_date: true });
    const bodies = posts("/newest").map(({ body }) => /release (\d+)/.exec(body.toString())?.[1]);
    // The number of retries between releases varies; each must carry the newest content.
    expect(bodies.at(-1)).toBe("4");
    expect(bodies).toEqual(bodies.toSorted((a, b) => Number(a) - Number(b)));
    await slow.stop();
  });
});

test("H-36, H-39: nothing is delivered after the lease, which starts at the verification", async () => {
  const time = { now: Date.now() };
  const clocked = await startHub({ minLeaseSeconds: 60 }, { clock: () => time.now });
  const callback = await activate("/expires", { "hub.lease_seconds": "60" }, clocked);
  const other = await activate("/lasts", { "hub.lease_seconds": "3600" }, clocked);
  expect(Date.parse((await clocked.diagnose(callback))?.lease_ends_at ?? "")).toBe(time.now + 60_000);
  time.now += 60_000;
  await clocked.untilState(callback, undefined);
  await clocked.publish();
  await expect.poll(() => clocked.diagnose(other)).toMatchObject({ up_to_date: true });
  expect(posts("/expires")).toEqual([]);
  expect(posts("/lasts")).toHaveLength(1);
  await clocked.stop();
});

test("H5: secrets are in no log, metric, or response", async () => {
  const secret = "do-not-tell-4711";
  subscriber.on("/secret", subscribed(status(500)));
  const callback = await activate("/secret", { "hub.secret": secret });
  await hub.publish();
  await subscriber.until("/secret", "POST", 1);
  const said = JSON.stringify([hub.logged, hub.sidecar.metrics.render(), await hub.diagnose(callback)]);
  expect(said).not.toContain(secret);
  expect(hub.sidecar.metrics.render()).not.toContain("/secret");
});
