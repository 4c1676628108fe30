import { describe, expect, test } from "vitest";
import { FEED, startHub } from "../support/hub.ts";
import { echo, type ReceivedRequest, type Respond, status } from "../support/subscriber.ts";
import { hubAndSubscriber } from "../support/hub-and-subscriber.ts";

/** Verification of intent: WebSub sections 5.2 and 5.3. The ids are those of docs/websub-conformance.md. */

const { hub, subscriber } = await hubAndSubscriber({ idleMs: 20 });

async function subscribeAt(path: string, fields: Record<string, string> = {}): Promise<ReceivedRequest> {
  const [own = ""] = path.split("?", 1);
  const before = subscriber.received(own).filter(({ method }) => method === "GET").length;
  expect(await hub.subscribe(subscriber.url(path), fields)).toBe(202);
  const received = await subscriber.until(own, "GET", before + 1);
  return received[before] as ReceivedRequest;
}

test("H-23, H-27, H-28: the request names mode, topic, challenge and lease", async () => {
  const { query, method } = await subscribeAt("/verified", { "hub.lease_seconds": "7200" });
  expect(method).toBe("GET");
  expect(query.get("hub.mode")).toBe("subscribe");
  expect(query.get("hub.topic")).toBe(FEED);
  expect(query.get("hub.lease_seconds")).toBe("7200");
});

test("H-29, H-30: challenges are short, random, and in the alphabet of the 2026 revision", async () => {
  const challenges = new Set<string>();
  for (let count = 0; count < 5; count += 1) {
    const { query } = await subscribeAt("/challenge");
    const challenge = query.get("hub.challenge") ?? "";
    expect(challenge).toMatch(/^[+\-./0-9=A-Z_a-z]{22,128}$/);
    challenges.add(challenge);
  }
  expect(challenges.size).toBe(5);
});

describe("H-13: the callback's own query stays a byte prefix", () => {
  test.for([
    ["/query?foo=bar&hub.mode=evil&red=fish%20x&sig=a%2Bb", "&"],
    ["/query?", ""],
    ["/query?a", "&"],
    ["/query?a=%7e&b=%C3%A9&c=+", "&"],
    ["/query", "?"],
  ])("%s", async ([path = "", joint = ""]) => {
    const { target } = await subscribeAt(path);
    expect(target.startsWith(`${path}${joint}hub.mode=subscribe&hub.topic=`)).toBe(true);
  });
});

describe("H-31 to H-34: responses that confirm, and responses that do not", () => {
  const body =
    (change: (challenge: string) => string, code = 200, type = "text/plain"): Respond =>
    ({ query }, response) =>
      response.writeHead(code, { "content-type": type }).end(change(query.get("hub.challenge") ?? ""));
  const same = (challenge: string): string => challenge;

  test.for<[string, Respond]>([
    ["200 and the challenge", echo],
    ["H-33: 201", body(same, 201)],
    ["H-33: 202", body(same, 202)],
    ["H-34: as application/octet-stream", body(same, 200, "application/octet-stream")],
    ["H-34: as text/html", body(same, 200, "text/html")],
  ])("confirms: %s", async ([name, respond]) => {
    const path = `/yes-${encodeURIComponent(name)}`;
    subscriber.on(path, respond);
    await subscribeAt(path);
    await hub.untilState(subscriber.url(path), "active");
  });

  test.for<[string, Respond]>([
    ["H-32: a trailing newline", body((challenge) => `${challenge}\n`)],
    ["H-32: another challenge", body(() => "x".repeat(32))],
    ["H-32: a challenge in lower case", body((challenge) => `${challenge.toLowerCase()}_`)],
    ["H-32: an empty body", status(200)],
    ["H-32: a body longer than the challenge", body((challenge) => challenge + " ".repeat(10_000))],
    ["H-31: 404", body(same, 404)],
    ["H-31: 500", body(same, 500)],
    [
      "H-31: 302 to a good echo",
      ({ query }, response) => {
        const location = subscriber.url(`/good-echo?hub.challenge=${query.get("hub.challenge") ?? ""}`);
        response.writeHead(302, { location }).end(query.get("hub.challenge") ?? "");
      },
    ],
    ["a connection reset", (_request, response) => response.destroy()],
  ])("does not confirm: %s", async ([name, respond]) => {
    const path = `/no-${encodeURIComponent(name)}`;
    subscriber.on(path, respond);
    await subscribeAt(path);
    await hub.untilState(subscriber.url(path), undefined);
    expect(subscriber.received(path)).toHaveLength(1);
    expect(subscriber.received("/good-echo")).toEqual([]);
  });
});

test("H-15, H-16: verified as soon as possible", async () => {
  const usual = await startHub();
  const startedAt = performance.now();
  expect(await usual.subscribe(subscriber.url("/soon"))).toBe(202);
  await subscriber.until("/soon", "GET", 1);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  await usual.stop();
});

test("H-35, H-37, H-38: leases are granted within bounds, ten days by default, never without end", async () => {
  const leaseOf = async (fields: Record<string, string>): Promise<string | null> =>
    (await subscribeAt("/lease", fields)).query.get("hub.lease_seconds");
  expect(await leaseOf({})).toBe("864000");
  expect(await leaseOf({ "hub.lease_seconds": "1" })).toBe("3600");
  expect(await leaseOf({ "hub.lease_seconds": "99999999999" })).toBe("2592000");
});

describe("H-07 to H-10: renewals", () => {
  const signed = async (path: string, count: number): Promise<string | undefined> => {
    await hub.publish();
    const posts = await subscriber.until(path, "POST", count);
    return posts[count - 1]?.headers["x-hub-signature"] as string | undefined;
  };

  test("H-07, H-10: a renewal sets the new secret, and without one disables signatures", async () => {
    const path = "/renewal";
    await subscribeAt(path, { "hub.secret": "first" });
    await hub.untilState(subscriber.url(path), "active");
    const first = await signed(path, 1);
    await subscribeAt(path, { "hub.secret": "second" });
    await hub.untilState(subscriber.url(path), "active");
    const second = await signed(path, 2);
    await subscribeAt(path);
    await hub.untilState(subscriber.url(path), "active");
    expect(first).toMatch(/^sha256=/);
    expect(second).toMatch(/^sha256=/);
    expect(await signed(path, 3)).toBeUndefined();
    // Renewed twice, but only one delivery per release.
    expect(subscriber.received(path).filter(({ method }) => method === "POST")).toHaveLength(3);
  });

  test("H-08, H-09: an unconfirmed renewal keeps lease and secret", async () => {
    const path = "/refused-renewal";
    const callback = subscriber.url(path);
    await subscribeAt(path);
    await hub.untilState(callback, "active");
    const before = await hub.diagnose(callback);
    subscriber.on(path, ({ method }, response) => response.writeHead(method === "GET" ? 404 : 204).end());
    await subscribeAt(path, { "hub.secret": "stranger", "hub.lease_seconds": "3600" });
    await hub.untilState(callback, "active");
    expect((await hub.diagnose(callback))?.lease_ends_at).toBe(before?.lease_ends_at);
    expect(await signed(path, 1)).toBeUndefined();
  });

  test("H-12: %7E and ~ name the same callback", async () => {
    await subscribeAt("/tilde?a=~");
    await hub.untilState(subscriber.url("/tilde?a=~"), "active");
    await subscribeAt("/tilde?a=%7E");
    await hub.untilState(subscriber.url("/tilde?a=%7e"), "active");
    await hub.publish();
    await subscriber.until("/tilde", "POST", 1);
    expect(subscriber.received("/tilde").filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

describe("unsubscribing", () => {
  test("H-26, H-28: an unsubscribe is verified, and deliveries then stop", async () => {
    const path = "/leaves";
    const callback = subscriber.url(path);
    await subscribeAt(path);
    await hub.untilState(callback, "active");
    expect(await hub.unsubscribe(callback)).toBe(202);
    const [, verification] = await subscriber.until(path, "GET", 2);
    expect(verification?.query.get("hub.mode")).toBe("unsubscribe");
    expect(verification?.query.get("hub.lease_seconds")).toBeNull();
    await hub.untilState(callback, undefined);
    subscriber.on("/witness", echo);
    await subscribeAt("/witness");
    await hub.untilState(subscriber.url("/witness"), "active");
    await hub.publish();
    await subscriber.until("/witness", "POST", 1);
    expect(subscriber.received(path).filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("H3: the callback rejects a stranger's unsubscribe, and nothing changes", async () => {
    const path = "/stays";
    const callback = subscriber.url(path);
    subscriber.on(path, (received, response) => {
      if (received.query.get("hub.mode") === "unsubscribe") response.writeHead(404).end();
      else echo(received, response);
    });
    await subscribeAt(path);
    await hub.untilState(callback, "active");
    await hub.unsubscribe(callback);
    await subscriber.until(path, "GET", 2);
    await hub.untilState(callback, "active");
    await hub.publish();
    await subscriber.until(path, "POST", 1);
  });
});
