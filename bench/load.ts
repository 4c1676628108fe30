import { connect, type Socket } from "node:net";

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with POST; without a body the method is GET. */
  readonly body?: string;
  readonly connections: number;
  readonly ms: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** Sends requests one after another on keep-alive connections, straight on sockets: the cheapest client possible. */
export async function load({ port, path, headers, body, connections, ms }: Load): Promise<LoadResult> {
  const described = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: "127.0.0.1", ...headers, ...described }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const method = body === undefined ? "GET" : "POST";
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const endsAt = performance.now() + ms;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      drive(connect(port, "127.0.0.1"), request, endsAt, (status, took) => {
        times.push(took);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = Float64Array.from(times).toSorted();
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    statuses,
  };
}

const LAST_CHUNK = "\r\n0\r\n\r\n";

type OnResponse = (status: string, tookMs: number) => void;

function drive(socket: Socket, request: Buffer, endsAt: number, done: OnResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = -1;
    let isChunked = false;
    let head = "";
    let status = "";
    let sentAt = 0;
    const next = (): void => {
      if (performance.now() >= endsAt) {
        socket.destroy();
        resolve();
        return;
      }
      left = -1;
      head = "";
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("connect", next);
    socket.on("error", reject);
    socket.on("data", (part: Buffer) => {
      let body = part;
      if (left === -1) {
        head += part.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return;
        status = head.slice(9, 12);
        isChunked = /\r\ntransfer-encoding: chunked/i.test(head.slice(0, end + 2));
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1] ?? 0);
        left = status === "304" ? 0 : length;
        if (isChunked) left = Number.POSITIVE_INFINITY;
        body = Buffer.from(head.slice(end + 4), "latin1");
      }
      left = isChunked && part.toString("latin1").endsWith(LAST_CHUNK) ? 0 : left - body.length;
      if (left > 0) return;
      done(status, performance.now() - sentAt);
      next();
    });
  });
}
