import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Callback } from "../../runtime/hub/callback/callback.ts";
import { CallbackClient, type CallbackRequest } from "../../runtime/hub/callback/callback-client.ts";
import { Networks } from "../../runtime/hub/callback/networks.ts";
import { NameResolver, type ResolveName } from "../../runtime/hub/callback/resolver.ts";
import { status, startSubscriber, type Subscriber } from "../support/subscriber.ts";
import { trustedTls, type TestTls } from "../support/tls.ts";

/** The callback client against hostile names, addresses and responses. */

const LOOPBACK = new Networks(["127.0.0.0/8"]);
const DEADLINE_MS = 700;
const resolver = new NameResolver();

let tls: TestTls;
let subscriber: Subscriber;
const servers: Server[] = [];

beforeAll(async () => {
  tls = await trustedTls();
  subscriber = await startSubscriber(tls);
});

afterAll(async () => {
  await subscriber.stop();
  for (const server of servers) server.close();
});

function requestTo(hostname: string, port: number, path = "/"): CallbackRequest {
  const callback: Callback = { url: "", key: "", hostname, port, target: path };
  const body = Buffer.from("content");
  const headers = { "Content-Length": String(body.length) };
  return { callback, method: "POST", target: path, headers, body, maxBodyBytes: 1024 };
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A resolver that always returns the same addresses. */
const resolvingTo =
  (...addresses: string[]): ResolveName =>
  () =>
    Promise.resolve(addresses);

describe("no connection reaches a loopback server", () => {
  let connections = 0;
  let port = 0;
  beforeAll(async () => {
    port = await listening(createTcpServer((socket) => void ((connections += 1), socket.destroy())));
  });

  test.for([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "localhost",
    "localhost.",
    "ip6-localhost",
  ])("requested as %s", async (hostname) => {
    const client = new CallbackClient({
      networks: new Networks(),
      perHost: 2,
      resolve: resolver.resolve,
      deadlineMs: DEADLINE_MS,
    });
    const result = await client.send(requestTo(hostname, port));
    expect(result.ok).toBe(false);
    expect(connections).toBe(0);
    client.close();
  });

  test.for([
    ["127.0.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["169.254.169.254"],
    ["64:ff9b::7f00:1"],
    ["93.184.216.34", "127.0.0.1"],
    ["127.0.0.1", "93.184.216.34"],
    ["2606:4700::1", "::1"],
  ])("a name that resolves to %s", async (addresses) => {
    const client = new CallbackClient({
      networks: new Networks(),
      perHost: 2,
      resolve: resolvingTo(...addresses),
      deadlineMs: DEADLINE_MS,
    });
    const result = await client.send(requestTo("rebind.example.com", port));
    expect(result).toEqual({ ok: false, reason: "refused-address" });
    expect(connections).toBe(0);
    client.close();
  });
});

test("an allowed network is reachable by name and by address, and another loopback address is not", async () => {
  const client = new CallbackClient({
    networks: new Networks(["127.0.0.1/32"]),
    perHost: 2,
    resolve: resolver.resolve,
  });
  for (const hostname of ["127.0.0.1", "localhost"]) {
    expect(await client.send(requestTo(hostname, subscriber.port))).toMatchObject({ ok: true, status: 204 });
  }
  expect(await client.send(requestTo("127.0.0.2", subscriber.port))).toEqual({
    ok: false,
    reason: "refused-address",
  });
  client.close();
});

test("redirects are returned and not followed", async () => {
  subscriber.on("/away", status(307, { location: subscriber.url("/target") }));
  const client = new CallbackClient({ networks: LOOPBACK, perHost: 2, resolve: resolver.resolve });
  expect(await client.send(requestTo("localhost", subscriber.port, "/away"))).toMatchObject({
    ok: true,
    status: 307,
  });
  expect(subscriber.received("/target")).toEqual([]);
  client.close();
});

test("connections to a host are reused, at most two at a time", async () => {
  const client = new CallbackClient({ networks: LOOPBACK, perHost: 2, resolve: resolver.resolve });
  const sent = Array.from({ length: 50 }, () =>
    client.send(requestTo("localhost", subscriber.port, "/kept")),
  );
  expect(client.connections).toBeLessThanOrEqual(2);
  for (const result of await Promise.all(sent)) expect(result).toMatchObject({ ok: true, status: 204 });
  client.close();
});

test("a kept connection that the peer has closed is retried on a new one", async () => {
  let accepted = 0;
  const server = createTlsServer({ key: tls.key, cert: tls.cert }, (socket) => {
    accepted += 1;
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n");
      // Reset by the second request on this connection.
      socket.once("data", () => socket.destroy());
    });
  });
  const port = await listening(server);
  const client = new CallbackClient({ networks: LOOPBACK, perHost: 1, resolve: resolver.resolve });
  for (let count = 0; count < 6; count += 1) {
    expect(await client.send(requestTo("localhost", port))).toMatchObject({ ok: true, status: 204 });
  }
  expect(accepted).toBeGreaterThan(1);
  client.close();
});

describe("hostile responses end in time", () => {
  const endless = (socket: Socket, head: string, piece: string): void => {
    socket.write(head);
    const more = (): void => void (socket.destroyed || socket.write(piece, () => setImmediate(more)));
    more();
  };
  const dripping = (socket: Socket, head: string, piece: string): void => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 50);
    socket.on("close", () => clearInterval(timer));
  };
  const BEHAVIOURS: readonly (readonly [string, (socket: Socket) => void])[] = [
    ["says nothing", () => {}],
    ["drips its headers", (socket) => dripping(socket, "HTTP/1.1 200 OK\r\n", "x: y\r\n")],
    ["drips its body", (socket) => dripping(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n", "x")],
    ["never ends its body", (socket) => endless(socket, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(65_536))],
    [
      "never ends its chunks",
      (socket) =>
        endless(
          socket,
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
          "5\r\nhello\r\n".repeat(1000),
        ),
    ],
    [
      "sends informational responses forever",
      (socket) => endless(socket, "", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100)),
    ],
    [
      "sends 2 MB of headers",
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(2_000_000)}\r\n\r\n`),
    ],
    ["resets the connection", (socket) => socket.destroy()],
    ["closes the connection", (socket) => socket.end()],
    ["closes during the body", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nx")],
    ["does not speak HTTP", (socket) => socket.end("220 mail.example ESMTP\r\n")],
    [
      "claims to be gzip",
      (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"),
    ],
    [
      "sends two different lengths",
      (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde"),
    ],
    [
      "sends a body with 204",
      (socket) => socket.end("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nabcde"),
    ],
    [
      "upgrades",
      (socket) =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    ],
  ];

  test.for(BEHAVIOURS)("a server that %s", { timeout: 10_000 }, async ([, behave]) => {
    const server = createTlsServer({ key: tls.key, cert: tls.cert }, (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => behave(socket));
    });
    const port = await listening(server);
    const client = new CallbackClient({
      networks: LOOPBACK,
      perHost: 2,
      resolve: resolver.resolve,
      deadlineMs: DEADLINE_MS,
    });
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    const result = await client.send(requestTo("localhost", port));
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 1200);
    expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000);
    if (result.ok) expect(result.body.length).toBeLessThanOrEqual(1024);
    client.close();
  });

  test("a server that never finishes the TLS handshake", async () => {
    const port = await listening(createTcpServer((socket) => void socket.on("error", () => {})));
    const client = new CallbackClient({
      networks: LOOPBACK,
      perHost: 2,
      resolve: resolver.resolve,
      deadlineMs: DEADLINE_MS,
    });
    expect(await client.send(requestTo("localhost", port))).toEqual({ ok: false, reason: "timeout" });
    client.close();
  });

  test("a server that sends its handshake byte by byte", async () => {
    const port = await listening(
      createTcpServer((near) => {
        const far = connect(subscriber.port, "127.0.0.1");
        near.pipe(far);
        const timer = setInterval(() => {
          const byte = far.read(1) as Buffer | null;
          if (byte !== null) near.write(byte);
        }, 20);
        near.on("error", () => {});
        near.on("close", () => (clearInterval(timer), far.destroy()));
      }),
    );
    const client = new CallbackClient({
      networks: LOOPBACK,
      perHost: 2,
      resolve: resolver.resolve,
      deadlineMs: DEADLINE_MS,
    });
    expect(await client.send(requestTo("localhost", port))).toEqual({ ok: false, reason: "timeout" });
    client.close();
  });

  test("an untrusted certificate, even with NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
    const own = await generate([{ name: "commonName", value: "localhost" }], {
      keyType: "ec",
      algorithm: "sha256",
    });
    const server = createTlsServer(
      { key: own.private, cert: own.cert },
      (socket) => void socket.on("error", () => {}),
    );
    server.on("tlsClientError", () => {});
    const port = await listening(server);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    const client = new CallbackClient({
      networks: LOOPBACK,
      perHost: 2,
      resolve: resolver.resolve,
      deadlineMs: DEADLINE_MS,
    });
    expect(await client.send(requestTo("localhost", port))).toEqual({ ok: false, reason: "tls" });
    delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    client.close();
  });

  test("a certificate for another name", async () => {
    const client = new CallbackClient({ networks: LOOPBACK, perHost: 2, resolve: resolvingTo("127.0.0.1") });
    expect(await client.send(requestTo("other.example.com", subscriber.port))).toEqual({
      ok: false,
      reason: "tls",
    });
    client.close();
  });
});
