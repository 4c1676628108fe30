import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../../test/support/sidecar.ts";
import { createRoutes } from "./routes.ts";

test.for([
  [
    "throws",
    () => {
      throw PLANTED;
    },
  ],
  ["rejects", () => Promise.reject(PLANTED)],
] as const)("the error of a handler that %s is reported as it is", async ([, handle]) => {
  const reported: unknown[] = [];
  const listener = createRoutes({
    routes: [{ path: "/planted", methods: { GET: handle } }],
    onFault: (error) => reported.push(error),
    isLoaded: () => true,
    notFoundPage: () => undefined,
    isGone: () => false,
  });
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect((await send(port, "/planted")).status).toBe(500);
  expect(reported[0]).toBe(PLANTED);
});

const PLANTED = new Error("planted");
