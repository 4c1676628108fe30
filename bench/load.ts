import { connect, type Socket } from "node:net";

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly ms: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** Keep-alive connections, one request after the other on each, straight on sockets: the cheapest client there is. */
export async function load({ port, path, headers, connections, ms }: Load): Promise<LoadResult> {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
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

type Done = (status: string, tookMs: number) => void;

function drive(socket: Socket, request: Buffer, endsAt: number, done: Done): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = -1;
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
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1] ?? 0);
        left = status === "304" ? 0 : length;
        body = Buffer.from(head.slice(end + 4), "latin1");
      }
      left -= body.length;
      if (left > 0) return;
      done(status, performance.now() - sentAt);
      next();
    });
  });
}
