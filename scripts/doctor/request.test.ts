import { createServer } from "node:http";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { requestsTo } from "./request.ts";

const server = createServer();
afterEach(() => {
  server.removeAllListeners("request");
  server.close();
});

/** Requests to a host that answers the first of them with 429; the waits are noted, not waited for. */
async function limitedHost(limited: number, retryAfter?: string) {
  let requests = 0;
  server.on("request", (_, response) => {
    requests += 1;
    const isLimited = requests <= limited;
    if (isLimited && retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
    response.writeHead(isLimited ? 429 : 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const waits: number[] = [];
  const send = requestsTo(`http://127.0.0.1:${address.port}`, async (ms) => void waits.push(ms));
  return { send, waits };
}

test.for([
  {
    name: "a limit per second is waited for",
    limited: 2,
    retryAfter: undefined,
    status: 200,
    waits: [1000, 1000],
  },
  { name: "Retry-After says how long", limited: 1, retryAfter: "3", status: 200, waits: [3000] },
  { name: "a limit per hour is not waited for", limited: 1, retryAfter: "3600", status: 429, waits: [] },
  {
    name: "a host that always refuses is believed",
    limited: 9,
    retryAfter: "0",
    status: 429,
    waits: [0, 0, 0],
  },
])("429: $name", async ({ limited, retryAfter, status, waits }) => {
  const host = await limitedHost(limited, retryAfter);
  expect((await host.send("/")).status).toBe(status);
  expect(host.waits).toEqual(waits);
});
