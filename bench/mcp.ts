import { withServers, measure, type LoadMeasurement, median, type Peer } from "./peer.ts";
import { publish } from "./serve.ts";
import { printTable } from "./table.ts";

const ROUNDS = 11;
const ROUND_MS = 600;
const CONNECTIONS = 16;

const CALLS = [
  {
    name: "search_reviews, 1 review",
    params: { name: "search_reviews", arguments: { limit: 1, rating: 1 } },
  },
  { name: "search_reviews, 20 reviews", params: { name: "search_reviews", arguments: { limit: 20 } } },
  { name: "get_business", params: { name: "get_business", arguments: {} } },
] as const;

type Call = (typeof CALLS)[number];

const COMMON = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

interface Contender {
  readonly name: string;
  readonly peer: Peer;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Compares tools/call in both kinds of revision with a bare h3 route of the same size and with the SDK's pattern on express. */
export async function run(): Promise<void> {
  await withServers(async ({ folder, start }) => {
    const dist = await publish(folder, 1000);
    const ours = await start("sidecar", ["sidecar", dist]);
    const sdk = await start("sdk", ["sdk-express", dist]);
    const rows: string[][] = [];
    for (const call of CALLS) {
      const bytes = (await post(ours, stateless(ours, call))).length;
      const floor = await start("floor", ["h3-floor", String(bytes)]);
      const contenders: Contender[] = [
        { ...stateless(floor, call), name: "bare h3 route" },
        stateless(ours, call),
        await inSession(ours, call, "sessions"),
        await inSession(sdk, call, "SDK on express"),
      ];
      rows.push(...(await compare(call.name, bytes, contenders)));
      floor.child.kill();
    }
    printTable(
      `mcp: ${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turns; over 1x is better than the floor or the SDK`,
      [
        "call",
        "server",
        "bytes",
        "calls/s",
        "p99",
        "CPU per call",
        "floor, calls/s",
        "floor, CPU",
        "SDK, calls/s",
        "SDK, CPU",
      ],
      rows,
    );
  });
}

async function compare(call: string, bytes: number, contenders: readonly Contender[]): Promise<string[][]> {
  const rounds: LoadMeasurement[][] = contenders.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { peer, headers, body }] of contenders.entries()) {
      const result = await measure(peer, {
        path: "/mcp",
        headers,
        body,
        connections: CONNECTIONS,
        ms: ROUND_MS,
      });
      if (Object.keys(result.statuses).join() !== "200") throw new Error(JSON.stringify(result.statuses));
      // The first round warms up.
      if (round >= 0) rounds[index]?.push(result);
    }
  }
  const [floor = [], , , sdk = []] = rounds;
  return contenders.map(({ name }, index) => {
    const all = rounds[index] ?? [];
    const perSecond = all.map((one) => one.perSecond);
    const cpu = all.map((one) => one.cpuMicroseconds);
    return [
      index === 0 ? call : "",
      name,
      index === 0 ? String(bytes) : "",
      median(perSecond).toFixed(0),
      `${median(all.map((one) => one.p99Ms)).toFixed(1)} ms`,
      `${median(cpu).toFixed(0)} µs`,
      ...[floor, sdk].flatMap((other) => [
        ratio(
          perSecond,
          other.map((one) => one.perSecond),
        ),
        ratio(
          other.map((one) => one.cpuMicroseconds),
          cpu,
        ),
      ]),
    ];
  });
}

/** The median of the rounds' ratios: a busy neighbour disturbs both sides of a round. */
function ratio(values: readonly number[], others: readonly number[]): string {
  return `${median(values.map((value, round) => value / (others[round] ?? 1))).toFixed(2)}x`;
}

function stateless(peer: Peer, { params }: Call): Contender {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, _meta } });
  const headers = {
    ...COMMON,
    "mcp-protocol-version": version,
    "mcp-method": "tools/call",
    "mcp-name": params.name,
  };
  return { name: version, peer, headers, body };
}

async function inSession(peer: Peer, { params }: Call, name: string): Promise<Contender> {
  const version = "2025-11-25";
  const clientInfo = { name: "bench", version: "1.0.0" };
  const opened = { protocolVersion: version, capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: opened });
  const answer = await fetch(urlOf(peer), { method: "POST", headers: COMMON, body });
  await answer.text();
  const headers = {
    ...COMMON,
    "mcp-protocol-version": version,
    "mcp-session-id": answer.headers.get("mcp-session-id") ?? "",
  };
  const contender = {
    name,
    peer,
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
  await post(peer, contender);
  return contender;
}

/** Sends the request once and checks that it gives a result. */
async function post(peer: Peer, { headers, body }: Contender): Promise<string> {
  const answer = await fetch(urlOf(peer), { method: "POST", headers, body });
  const text = await answer.text();
  if (!text.includes('"structuredContent":')) throw new Error(`${peer.name} ${answer.status}: ${text}`);
  return text;
}

const urlOf = ({ port }: Peer): string => `http://127.0.0.1:${port}/mcp`;

if (process.argv[1] === import.meta.filename) await run();
