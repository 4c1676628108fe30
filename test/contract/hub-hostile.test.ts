import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHub, type TestHub } from "../support/hub.ts";
import { type Respond, startSubscriber, status, subscribed, type Subscriber } from "../support/subscriber.ts";
import { LOOPBACK_HOSTS, trustedTls } from "../support/tls.ts";

/** Redirects, bodies without an end, slow handshakes and clock jumps over real sockets, for each kind of request. */

let subscriber: Subscriber;
let hub: TestHub;

beforeAll(async () => {
  subscriber = await startSubscriber(await trustedTls(), LOOPBACK_HOSTS);
  hub = await startHub({ retryDelaysSeconds: [0.02, 0.05], idleMs: 50 });
});

afterAll(async () => {
  await hub.stop();
  await subscriber.stop();
});

const respondTo =
  (verb: Verb, respond: Respond): Respond =>
  (received, response) => {
    const isDenial = received.query.get("hub.mode") === "denied";
    const kind = received.method === "POST" ? "delivery" : isDenial ? "denial" : "verification";
    // A denial follows failed deliveries.
    const other = verb === "denial" && kind === "delivery" ? status(500) : subscribed(status(204));
    (kind === verb ? respond : other)(received, response);
  };

const VERBS = ["verification", "delivery", "denial"] as const;
type Verb = (typeof VERBS)[number];

/** Sends the request, and resolves once the hub has made it and its effect is seen. */
async function provoke(verb: Verb, path: string, respond: Respond): Promise<void> {
  const callback = subscriber.url(path);
  subscriber.on(path, respondTo(verb, respond));
  await hub.subscribe(callback);
  if (verb === "verification") return await hub.untilState(callback, undefined);
  await hub.untilState(callback, "active");
  await hub.publish();
  if (verb === "denial") {
    await subscriber.until(path, "GET", 2);
    return await hub.untilState(callback, undefined);
  }
  await subscriber.until(path, "POST", 1);
}

describe.for(VERBS)("%s", (verb) => {
  test.for([300, 301, 302, 303, 307, 308])("a %i is not followed", async (code) => {
    const path = `/${verb}-${code}`;
    const location = subscriber.url(`${path}-target`);
    await provoke(verb, path, (received, response) => {
      const challenge = received.query.get("hub.challenge") ?? "";
      response.writeHead(code, { location, refresh: `0; url=${location}` }).end(challenge);
    });
    if (verb === "delivery") {
      await expect
        .poll(() => hub.diagnose(subscriber.url(path)))
        .toMatchObject({ last_status: String(code) });
    }
    expect(subscriber.received(`${path}-target`)).toEqual([]);
  });

  const BODIES: readonly (readonly [string, Respond])[] = [
    [
      "never ends",
      (_received, response) => {
        const more = (): void => void (response.destroyed || response.write("x".repeat(65_536), more));
        response.on("error", () => {});
        more();
      },
    ],
    [
      "holds the challenge and hangs",
      ({ query }, response) => void response.write(query.get("hub.challenge") ?? "x"),
    ],
    ["never begins", (_received, response) => response.flushHeaders()],
  ];
  test.for(BODIES)("a body that %s holds up nothing", async ([name, respond]) => {
    const path = `/${verb}-body-${name.replaceAll(" ", "-")}`;
    const startedAt = performance.now();
    await provoke(verb, path, respond);
    // Any 2xx acknowledges, whatever follows.
    const acknowledged = { up_to_date: true, last_status: "200" };
    if (verb === "delivery") {
      await expect
        .poll(() => hub.diagnose(subscriber.url(path)), { timeout: 4000 })
        .toMatchObject(acknowledged);
    }
    expect(performance.now() - startedAt).toBeLessThan(4000);
    // The releases of later tests would wait for it.
    subscriber.on(path, subscribed(status(204)));
  });
});

/** A relay to the subscriber that can pass the server's bytes one by one, so that a handshake takes minutes. */
class SlowRelay {
  isSlow = false;
  readonly #sockets = new Set<Socket>();
  #servers: Server[] = [];

  async listen(hosts: readonly string[], target: number): Promise<number> {
    let port = 0;
    for (const host of hosts) {
      const server = createServer((near) => this.#relay(near, connect(target, "127.0.0.1")));
      await new Promise<void>((resolve) => server.listen(port, host, resolve));
      port = (server.address() as { readonly port: number }).port;
      this.#servers.push(server);
    }
    return port;
  }

  #relay(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => other.destroy());
    }
    near.pipe(far);
    if (!this.isSlow) return void far.pipe(near);
    far.on("readable", () => {});
    const timer = setInterval(() => {
      const byte = far.read(1) as Buffer | null;
      if (byte !== null) near.write(byte);
    }, 100);
    near.on("close", () => clearInterval(timer));
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  stop(): void {
    this.cut();
    for (const server of this.#servers) server.close();
  }
}

test("slow TLS handshakes of subscribers and of newcomers delay nobody else", async () => {
  const slowHosts = LOOPBACK_HOSTS.slice(0, 20);
  const healthy = LOOPBACK_HOSTS.slice(20, 30).map((host) => subscriber.url(`/tls-${host}`, host));
  const relay = new SlowRelay();
  const port = await relay.listen(slowHosts, subscriber.port);
  const own = await startHub();
  const slow = slowHosts.map((host) => `https://${host}:${port}/tls-slow`);
  for (const callback of [...healthy, ...slow.slice(0, 10)]) await own.subscribe(callback);
  for (const callback of [...healthy, ...slow.slice(0, 10)]) await own.untilState(callback, "active");
  relay.isSlow = true;
  relay.cut();
  for (const callback of slow.slice(10)) expect(await own.subscribe(callback)).toBe(202);
  const startedAt = performance.now();
  await own.publish();
  for (const host of LOOPBACK_HOSTS.slice(20, 30)) await subscriber.until(`/tls-${host}`, "POST", 1);
  const newcomer = subscriber.url("/tls-newcomer", "127.0.0.35");
  await own.subscribe(newcomer);
  await own.untilState(newcomer, "active");
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(own.sidecar.metrics.render()).not.toMatch(/^hub_ended_total\{/m);
  relay.stop();
  await own.stop();
});

const DAY = 86_400_000;

test.for([-100 * DAY, -DAY, DAY, 100 * DAY])(
  "the clock jumps by %i ms and comes back: the subscription stays and gets what it missed",
  async (jump) => {
    const time = { jump: 0 };
    const clocked = await startHub({}, { clock: () => Date.now() + time.jump });
    const path = `/jump${jump}`;
    const callback = subscriber.url(path);
    await clocked.subscribe(callback);
    await clocked.untilState(callback, "active");
    time.jump = jump;
    await clocked.publish();
    // A lease of ten days has ended by a clock that is months ahead.
    const isActive = jump <= DAY;
    if (isActive) await subscriber.until(path, "POST", 1);
    else expect(await clocked.diagnose(callback)).toMatchObject({ state: "ended", end_reason: "expired" });
    time.jump = 0;
    await clocked.publish();
    await subscriber.until(path, "POST", isActive ? 2 : 1);
    await expect.poll(() => clocked.diagnose(callback)).toMatchObject({ state: "active", up_to_date: true });
    await clocked.stop();
  },
);
