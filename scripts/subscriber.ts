import { urlOf } from "../model/base-url.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { HUB_PATH, TOPICS } from "../model/topics.ts";
import { demoTls } from "./demo-tls.ts";

const USAGE = `usage: npm run subscriber -- [options]

Subscribes to the three topics of a local hub and prints every request it receives. Like any subscriber, it confirms
only its own requests, and checks signatures.

  --hub URL      the base URL of the hub (http://localhost:3000)
  --port N       port of the callbacks (8443)
  --secret TEXT  hub.secret (demonstration)
  --help         print this
`;

const OPTIONS = {
  hub: { type: "string", default: "http://localhost:3000" },
  port: { type: "string", default: "8443" },
  secret: { type: "string", default: "demonstration" },
} as const;

interface SubscriberOptions {
  readonly hub: string;
  readonly port: string;
  readonly secret: string;
}

const requestedTopics = new Set<string>();
const print = (text: string): void => void process.stdout.write(`${text}\n`);

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const subscriber: SubscriberOptions = parseArgs({ args: [...args], options: OPTIONS }).values;
  const { hub, port } = subscriber;
  const { key, cert, certFile } = await demoTls(".cache");
  const server = createServer({ key, cert }, (request, response) => {
    if (request.method === "GET") handleVerification(request, response);
    else void handleDelivery(subscriber, request, response);
  }).listen(Number(port), "127.0.0.1");
  await once(server, "listening");
  print(`listening on https://127.0.0.1:${port}; now start the sidecar in another terminal:

  HUB_ALLOW_CALLBACK_NETWORKS=127.0.0.1/32 HUB_CALLBACK_PORTS=${port} NODE_EXTRA_CA_CERTS=${certFile} npm start

and once it has subscribed, change something in content/reviews and publish it from a third:

  npm run build -- --base-url ${hub} --ping
`);
  for (const { path } of TOPICS) await subscribe(subscriber, path);
  return 0;
}

async function subscribe({ hub, port, secret }: SubscriberOptions, path: string): Promise<void> {
  const topic = urlOf(hub, path);
  requestedTopics.add(topic);
  const body = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.topic": topic,
    "hub.callback": `https://127.0.0.1:${port}${path}`,
    "hub.secret": secret,
  });
  for (;;) {
    try {
      const response = await fetch(urlOf(hub, HUB_PATH), { method: "POST", body });
      print(`requested ${topic}: ${response.status} ${(await response.text()).trim()}`);
      if (response.status !== 429 && response.status !== 503) return;
    } catch {
      // The sidecar is not running yet.
    }
    await wait(1000);
  }
}

/** Confirms only topics that were requested here: a stranger may have sent the other requests. */
function handleVerification(request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? "/", "https://127.0.0.1");
  const topic = searchParams.get("hub.topic") ?? "";
  const mode = searchParams.get("hub.mode") ?? "";
  const isOurs = mode === "subscribe" && requestedTopics.has(topic);
  const lease = searchParams.get("hub.lease_seconds") ?? "?";
  if (mode === "denied") print(`denied: ${topic} (${searchParams.get("hub.reason") ?? "no reason"})`);
  else print(`${mode} of ${topic} for ${lease} s: ${isOurs ? "confirmed" : "refused"}`);
  response.writeHead(isOurs ? 200 : 404, {
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
  });
  response.end(isOurs ? searchParams.get("hub.challenge") : undefined);
}

async function handleDelivery(
  { secret }: SubscriberOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const body = Buffer.concat(parts);
  response.writeHead(204).end();
  const signature = Buffer.from(String(request.headers["x-hub-signature"]));
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const isGenuine = signature.length === expected.length && timingSafeEqual(signature, expected);
  const self = /<([^<>]*)>; rel="self"/.exec(String(request.headers["link"]))?.[1] ?? "?";
  print(
    `delivery of ${self}: ${body.length} bytes, ${request.headers["content-type"] ?? "?"}, signature ${isGenuine ? "good" : "BAD: ignored"}`,
  );
}
