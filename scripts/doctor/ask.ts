import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request: nothing is decoded, followed, cached or added. */
export type Ask = (path: string, question?: Question) => Promise<Reply>;

const TIMEOUT_MS = 20_000;
/** More than any artifact; a reply that never ends is no reply. */
const MAX_BYTES = 2 ** 31;

export function askOf(origin: string): Ask {
  const url = new URL(origin);
  const send = origin.startsWith("https:") ? tlsRequest : plainRequest;
  return (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length: Record<string, string> =
        body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const request = send(
        {
          host: url.hostname.replaceAll(/[[\]]/g, ""),
          port: url.port || undefined,
          path,
          method,
          headers: { ...headers, ...length },
          timeout: TIMEOUT_MS,
        },
        (response) => {
          const parts: Buffer[] = [];
          let bytes = 0;
          response.on("data", (part: Buffer) => {
            bytes += part.length;
            if (bytes > MAX_BYTES) request.destroy(new Error("the reply does not end"));
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
      request.on("timeout", () => request.destroy(new Error(`no reply within ${TIMEOUT_MS / 1000} s`)));
      request.on("error", reject);
      request.end(body);
    });
}

/** The content of a reply without its coding; undefined when it is not in the coding that it names. */
export function decoded({ headers, body }: Reply): Buffer | undefined {
  try {
    const coding = headers["content-encoding"] ?? "identity";
    if (coding === "gzip") return gunzipSync(body);
    if (coding === "br") return brotliDecompressSync(body);
    return coding === "identity" ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The content as JSON; undefined when it is none. */
export function jsonOf(reply: Reply): unknown {
  try {
    return JSON.parse(decoded(reply)?.toString("utf8") ?? "") as unknown;
  } catch {
    return undefined;
  }
}
