import { randomBytes } from "node:crypto";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { readRuntimeConfig, type RuntimeConfig } from "../../runtime/config.ts";
import { listen } from "../../runtime/server.ts";
import { Sidecar } from "../../runtime/sidecar.ts";

export interface Running {
  readonly port: number;
  readonly origin: string;
  readonly sidecar: Sidecar;
  /** Log lines so far, parsed. */
  readonly logged: Record<string, unknown>[];
  readonly stop: () => Promise<void>;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a sidecar on a free loopback port. */
export async function startSidecar(
  dist: string,
  change: Partial<RuntimeConfig> = {},
  clock: () => number = () => Date.now(),
): Promise<Running> {
  const config = readRuntimeConfig({ DIST_DIR: dist, PORT: "0", HUB_DATABASE: ":memory:" });
  if (!config.ok) throw new Error(config.error.join("\n"));
  const logged: Record<string, unknown>[] = [];
  const record = (event: string, fields: object = {}): void => void logged.push({ event, ...fields });
  const log = { info: record, warn: record, error: record };
  const sidecar = new Sidecar({ ...config.value, ...change }, { log, clock, fetchUrl: fetch, randomBytes });
  await sidecar.start();
  const serving = await listen(sidecar.listener, 0, "127.0.0.1");
  const stop = async (): Promise<void> => {
    sidecar.stop();
    sidecar.endStreams();
    await serving.drain(1000);
    await sidecar.close();
  };
  return { port: serving.port, origin: `http://127.0.0.1:${serving.port}`, sidecar, logged, stop };
}

/** Sends a request exactly as given; the response is neither decoded nor followed. */
export function send(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
      response.on("error", reject);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server may close a kept connection just when it is used again.
      if (request.reusedSocket && error.code === "ECONNRESET") resolve(send(port, path, headers, method));
      else reject(error);
    });
    request.end();
  });
}
