import { hrefOf } from "../../model/base-url.ts";
import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parseRetryAfter } from "../../model/retry-after.ts";

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one request. Decodes nothing, follows no redirect and caches nothing. */
export type SendRequest = (path: string, parts?: RequestParts) => Promise<HttpResponse>;

const TIMEOUT_MS = 20_000;
/** Larger than any artifact: a longer response is treated as endless. */
const MAX_BODY_BYTES = 2 ** 31;

/** Waits for limits of requests per second, as hosts have; the hub's limits last too long. */
const MAX_WAITS = 3;
const MAX_WAIT_MS = 5000;
const DEFAULT_WAIT_MS = 1000;

/** Requests of published paths below a base URL. After a 429 that lasts seconds, a request is sent again. */
export function requestsTo(
  baseUrl: string,
  wait: (ms: number) => Promise<unknown> = (ms) => pause(ms),
): SendRequest {
  const send = singleRequestsTo(baseUrl);
  return async (path, parts) => {
    for (let waits = 0; ; waits += 1) {
      const response = await send(path, parts);
      if (response.status !== 429 || waits === MAX_WAITS) return response;
      const ms = parseRetryAfter(response.headers["retry-after"] ?? "", Date.now()) ?? DEFAULT_WAIT_MS;
      if (ms > MAX_WAIT_MS) return response;
      await wait(ms);
    }
  };
}

function singleRequestsTo(baseUrl: string): SendRequest {
  const url = new URL(baseUrl);
  const send = url.protocol === "https:" ? tlsRequest : plainRequest;
  return (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length: Record<string, string> =
        body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const request = send(
        {
          host: url.hostname.replaceAll(/[[\]]/g, ""),
          port: url.port || undefined,
          path: hrefOf(baseUrl, path),
          method,
          headers: { ...headers, ...length },
          timeout: TIMEOUT_MS,
        },
        (response) => {
          const parts: Buffer[] = [];
          let bytes = 0;
          response.on("data", (part: Buffer) => {
            bytes += part.length;
            if (bytes > MAX_BODY_BYTES) request.destroy(new Error("the response does not end"));
            parts.push(part);
          });
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
              ),
              body: Buffer.concat(parts),
            }),
          );
          response.on("error", reject);
        },
      );
      request.on("timeout", () => request.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
      request.on("error", reject);
      request.end(body);
    });
}

/** The decoded body of a response; undefined when it is not in the content coding that it names. */
export function decoded({ headers, body }: HttpResponse): Buffer | undefined {
  try {
    const coding = headers["content-encoding"] ?? "identity";
    if (coding === "gzip") return gunzipSync(body);
    if (coding === "br") return brotliDecompressSync(body);
    return coding === "identity" ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The decoded body as JSON; undefined when it is not JSON. */
export function jsonOf(response: HttpResponse): unknown {
  try {
    return JSON.parse(decoded(response)?.toString("utf8") ?? "") as unknown;
  } catch {
    return undefined;
  }
}
