import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";

/**
 * The subscribers of the hub's bench, in a child process: https on several addresses. Paths below /hang/ never
 * respond; challenges are echoed. Sends its parent the arrival time of each delivery, in milliseconds since the epoch.
 */
const [keyFile = "", certFile = "", addresses = ""] = process.argv.slice(2);
const tls = { key: readFileSync(keyFile), cert: readFileSync(certFile) };

let arrivals: number[] = [];
let expected = 0;
let port = 0;
for (const address of addresses.split(",")) {
  const server = createServer(tls, (request, response) => {
    request.resume();
    request.on("end", () => {
      if (request.url?.startsWith("/hang/") === true) return;
      if (request.method === "GET") {
        response.end(new URLSearchParams(request.url?.split("?")[1]).get("hub.challenge"));
        return;
      }
      response.writeHead(204).end();
      arrivals.push(performance.timeOrigin + performance.now());
      if (arrivals.length === expected) process.send?.({ arrivals });
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  ({ port } = server.address() as AddressInfo);
}
process.on("message", (message: { expect: number }) => {
  arrivals = [];
  expected = message.expect;
  process.send?.({ ready: true });
});
process.send?.({ port });
