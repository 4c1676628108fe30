import { writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { bodyOf, MCP_HEADERS, META, postStateless, rpc, STATELESS } from "../support/mcp.ts";
import { startSidecar } from "../support/sidecar.ts";
import { collect } from "../support/collect.ts";

interface Listening {
  readonly response: IncomingMessage;
  /** The next message of the stream. */
  readonly next: () => Promise<Record<string, unknown>>;
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

function listen(port: number, id: string, uris: readonly string[], padding = ""): Promise<Listening> {
  const params = {
    notifications: { resourceSubscriptions: uris, toolsListChanged: true },
    padding,
    _meta: META,
  };
  return new Promise((resolve, reject) => {
    const method = "subscriptions/listen";
    const headers = { ...MCP_HEADERS, "mcp-protocol-version": STATELESS, "mcp-method": method };
    const request = httpRequest(
      { host: "127.0.0.1", port, path: "/mcp", method: "POST", headers },
      (response) => {
        const messages: Record<string, unknown>[] = [];
        let wake: (() => void) | undefined;
        let text = "";
        response.on("data", (part: Buffer) => {
          text += part.toString("utf8");
          for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
            const line = /^data: (.*)$/m.exec(text.slice(0, end));
            text = text.slice(end + 2);
            if (line) messages.push(JSON.parse(line[1] ?? "") as Record<string, unknown>);
          }
          wake?.();
        });
        const next = async (): Promise<Record<string, unknown>> => {
          while (messages.length === 0) {
            await new Promise<void>((resolveWake) => {
              wake = resolveWake;
            });
          }
          return messages.shift() ?? {};
        };
        const ended = new Promise<void>((resolveEnd) => {
          response.once("close", resolveEnd);
        });
        resolve({ response, next, ended, leave: () => request.destroy() });
      },
    );
    request.on("error", reject);
    request.end(rpc(method, params, id));
  });
}

test("a listener is notified of a release for the resources that it named, and gets a result at the end", async () => {
  const folder = emptyFolder();
  const content = writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } });
  const dist = join(folder, "dist");
  buildOrFail(content, dist);
  const { port, sidecar, stop } = await startSidecar(dist);
  const subscription = { "io.modelcontextprotocol/subscriptionId": "s1" };
  const one = await listen(port, "s1", ["reviews://latest", "reviews://nothing"]);
  expect(one.response.headers["content-type"]).toBe("text/event-stream");
  expect(await one.next()).toEqual({
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { notifications: { resourceSubscriptions: ["reviews://latest"] }, _meta: subscription },
  });
  const two = await listen(port, "s2", []);
  await two.next();
  expect(sidecar.metrics.render()).toContain("\nmcp_streams 2\n");
  two.leave();
  await expect.poll(() => sidecar.metrics.render()).toContain("\nmcp_streams 1\n");

  writeFileSync(join(content, "reviews", "b.json"), JSON.stringify([review({ text: "news" })]));
  buildOrFail(content, dist);
  await sidecar.reload();
  expect(await one.next()).toEqual({
    jsonrpc: "2.0",
    method: "notifications/resources/updated",
    params: { uri: "reviews://latest", _meta: subscription },
  });
  // Loading the same release again notifies nobody.
  await sidecar.reload();
  const stopped = stop();
  expect(await one.next()).toEqual({
    jsonrpc: "2.0",
    id: "s1",
    result: { resultType: "complete", _meta: subscription },
  });
  await one.ended;
  await stopped;
});

test("an open stream holds neither its request body nor an id of any length", async () => {
  const folder = emptyFolder();
  const dist = join(folder, "dist");
  buildOrFail(writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } }), dist);
  const { port, stop } = await startSidecar(dist);
  const { response } = await listen(port, "x".repeat(257), []);
  expect(response.statusCode).toBe(400);
  const usedBytes = async (): Promise<number> => {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const padding = "y".repeat(250_000);
  await (await listen(port, "first", [], padding)).next();
  const before = await usedBytes();
  for (let count = 0; count < 80; count += 1) {
    await (await listen(port, `${count}`.padEnd(256, "x"), [], padding)).next();
  }
  // Each body of 250 KB existed as bytes and as text; the clients run in this process too.
  expect((await usedBytes()) - before).toBeLessThan(25e6);
  await stop();
});

test("a client holds at most a tenth of the streams, and leaves the others to everybody else", async () => {
  const dist = join(emptyFolder(), "dist");
  buildOrFail(writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": [review()] } }), dist);
  const { port, sidecar, stop } = await startSidecar(dist, { trustedProxies: ["127.0.0.1/32"] });
  const open = (client: string): ReturnType<typeof postStateless> =>
    postStateless(port, "subscriptions/listen", {}, { "x-forwarded-for": client });
  const opened = async (count: number): Promise<void> => {
    await expect.poll(() => sidecar.metrics.render()).toContain(`\nmcp_streams ${count}\n`);
  };
  const streams = Array.from({ length: 100 }, () => open("192.0.2.1"));
  // An IPv6 client has all addresses of its network.
  streams.push(...Array.from({ length: 100 }, (_, index) => open(`2001:db8:0:ff::${index}`)));
  await opened(200);
  for (const client of ["192.0.2.1", "2001:db8:0:1::1"]) {
    const refused = await open(client);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("60");
    expect(bodyOf(refused).error?.message).toContain("Your address has 100 open streams");
  }
  streams.push(open("192.0.2.2"), open("2001:db8:1::1"));
  await opened(202);
  await stop();
  expect((await Promise.all(streams)).map(({ status }) => status)).toEqual(streams.map(() => 200));
});
