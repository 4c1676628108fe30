import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReviewsDocument } from "../../model/documents.ts";
import type { Review } from "../../model/review.ts";
import { TOOLS } from "../../runtime/mcp/tools/tools.ts";
import { buildOrFail, readJsonOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { bodyOf, MCP_HEADERS, openSession, postRaw, postStateless, rpc } from "../support/mcp.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";
import { collect } from "../support/collect.ts";

const dist = join(emptyFolder(), "dist");
let running: Running;
let session: string;
let published: readonly Review[];

beforeAll(async () => {
  const reviews = Array.from({ length: 120 }, (_, index) =>
    review({ text: `${"é".repeat(index * 7)} number ${index}.` }),
  );
  buildOrFail(writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": reviews } }), dist);
  published = readJsonOf<ReviewsDocument>(dist, "/reviews.json").reviews;
  running = await startSidecar(dist);
  session = await openSession(running.port);
});
afterAll(() => running.stop());

const getReview = (id: string, rpcId: number): string =>
  rpc("tools/call", { name: "get_review", arguments: { id } }, rpcId);

interface Answer {
  readonly id: number;
  readonly result: { readonly structuredContent: { readonly review: Review } };
}

/** Pipelines many requests on one connection and reads the answers slowly. */
function pipeline(bodies: readonly string[]): Promise<Answer[]> {
  const headers = Object.entries({ ...MCP_HEADERS, host: "localhost", "mcp-session-id": session });
  const head = headers.map(([name, value]) => `${name}: ${value}`).join("\r\n");
  return new Promise((resolve, reject) => {
    const socket = connectSocket(running.port, "127.0.0.1");
    let received = Buffer.alloc(0);
    const answers: Answer[] = [];
    socket.on("data", (part: Buffer) => {
      received = Buffer.concat([received, part]);
      for (let end = received.indexOf("\r\n\r\n"); end !== -1; end = received.indexOf("\r\n\r\n")) {
        const length = Number(/content-length: (\d+)/i.exec(received.toString("latin1", 0, end))?.[1]);
        if (received.length < end + 4 + length) break;
        answers.push(JSON.parse(received.toString("utf8", end + 4, end + 4 + length)) as Answer);
        received = received.subarray(end + 4 + length);
      }
      if (answers.length === bodies.length) {
        socket.destroy();
        resolve(answers);
        return;
      }
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    socket.on("error", reject);
    for (const body of bodies)
      socket.write(
        `POST /mcp HTTP/1.1\r\n${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
  });
}

/** Sends a request and closes the connection before the answer can arrive. */
function abandon(body: string): void {
  const socket = connectSocket(running.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: */*\r\nmcp-session-id: ${session}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

test("3,000 answers on 25 busy connections are complete and in order while other requests are abandoned", async () => {
  await Promise.all(
    Array.from({ length: 25 }, async (_, connection) => {
      const expected = published.map((_one, index) => published[(index * 7 + connection) % published.length]);
      for (let index = 0; index < 20; index += 1) abandon(getReview(published[index]?.id ?? "", index));
      const answers = await pipeline(expected.map((one, index) => getReview(one?.id ?? "", index)));
      for (const [index, { id, result }] of answers.entries()) {
        expect(id).toBe(index);
        expect(result.structuredContent.review).toEqual(expected[index]);
      }
    }),
  );
});

test("20,000 calls with and without a session leave no memory behind", async () => {
  const body = rpc("tools/call", { name: "search_reviews", arguments: { limit: 2 } });
  const many = async (calls: number): Promise<void> => {
    for (let at = 0; at < calls; at += 40)
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === 0
            ? postRaw(running.port, body, { "mcp-session-id": session })
            : postStateless(running.port, "tools/call", { name: "search_reviews", arguments: { limit: 2 } }),
        ),
      );
  };
  await many(2000);
  collect();
  const before = process.memoryUsage().heapUsed;
  await many(20_000);
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  expect(grown, `${Math.round(grown / 1024)} KB`).toBeLessThan(3_000_000);
}, 120_000);

test("any params get an answer with an id, and cause no fault", async () => {
  const methods = [
    "tools/call",
    "resources/read",
    "prompts/get",
    "completion/complete",
    "tools/list",
    "initialize",
    "subscriptions/listen",
  ];
  const names = [...TOOLS.map(({ name }) => name), "review_digest", "__proto__", "constructor", ""];
  const keys = fc.constantFrom(
    "name",
    "arguments",
    "uri",
    "ref",
    "argument",
    "cursor",
    "_meta",
    "limit",
    "fields",
    "__proto__",
    "id",
  );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(...names, "reviews://latest", "reviews://review/"),
  );
  const params = fc.oneof(
    fc.dictionary(keys, value),
    fc.record({
      name: fc.constantFrom(...names),
      arguments: fc.oneof(
        value,
        fc.dictionary(
          fc.oneof(keys, fc.constantFrom("date", "aspect", "query", "since", "rating", "interval")),
          value,
        ),
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), params, async (method, given) => {
      if (method !== "subscriptions/listen") {
        const answer = await postRaw(running.port, rpc(method, given, 5), { "mcp-session-id": session });
        expect([200, 400, 404]).toContain(answer.status);
        const { id, result, error } = bodyOf(answer);
        expect((id === 5 || id === null) && (result === undefined) !== (error === undefined)).toBe(true);
        expect(error?.message ?? "").not.toContain("Internal");
      }
      if (method === "initialize") return;
      const stateless = await postStateless(
        running.port,
        method,
        method === "subscriptions/listen" ? { notifications: { resourceSubscriptions: 7 } } : given,
        { "mcp-name": undefined },
      );
      expect([200, 400, 404]).toContain(stateless.status);
      expect(bodyOf(stateless).error?.message ?? "").not.toContain("Internal");
    }),
    { numRuns: 1500 },
  );
  expect(running.logged.filter(({ event }) => event === "fault")).toEqual([]);
}, 60_000);
