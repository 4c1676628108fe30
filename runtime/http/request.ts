import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { HeaderList } from "./headers.ts";

/** No path takes a longer body. */
export const MAX_BODY_BYTES = 262_144;

/** Such a body is not read: the answer closes the connection. */
export const isTooLong = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES;

/** RFC 9112 section 6.3: without chunked as its final transfer coding, a request has no end. The parser rejects it. */
export const isEndless = ({ headers }: IncomingMessage): boolean =>
  !/(?:^|,)[\t ]*chunked$/i.test(headers["transfer-encoding"] ?? "chunked");

/**
 * Moves the host of an absolute-form target to Host (RFC 9112 section 3.2.2), so that all code sees the origin form.
 * False if target or host is invalid, which section 3.2 answers with 400.
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const { url = "", headers, httpVersion } = request;
  if (headers.host === undefined && httpVersion === "1.1") return false;
  if (!url.startsWith("/") && url !== "*") {
    const [, host, target] = /^https?:\/\/([^/?#]+)(|[/?#].*)$/i.exec(url) ?? [];
    if (host === undefined || target === undefined) return false;
    headers.host = host;
    request.url = target.startsWith("/") ? target : `/${target}`;
  }
  return isHost(headers.host);
}

/** The last valid Host; nearly all requests have the same one. An empty one is valid. */
let validHost = "";

/** Repeated Host fields are joined with a comma, so they are invalid as well. */
function isHost(host = ""): boolean {
  if (host === validHost || host === "") return true;
  if (/[\s/\\?#@,]/.test(host) || !URL.canParse(`http://${host}`)) return false;
  validHost = host;
  return true;
}

/** Reads a request body. Undefined if it is over the limit or the client disconnects. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    const giveUp = (): void => resolve(undefined);
    if (Number(request.headers["content-length"] ?? 0) > limitBytes) return giveUp();
    const take = (part: Buffer): void => {
      sizeBytes += part.length;
      if (sizeBytes > limitBytes) giveUp();
      else parts.push(part);
    };
    request.on("data", take).once("error", giveUp);
    request.once("end", () => {
      // An open event stream keeps its request, which must not keep the body through these listeners.
      request.off("data", take).off("error", giveUp);
      const [first = Buffer.alloc(0)] = parts;
      resolve(parts.length === 1 ? first : Buffer.concat(parts));
    });
  });
}

/** A request header as one value: RFC 9110 section 5.3 joins repeated lines with commas. */
export const single = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value;

export function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1));
}

/** Closes the connection after an answer that does not wait for the rest of the request. */
export function closeIfUnread({ complete, socket }: IncomingMessage): HeaderList {
  if (complete) return [];
  lingerAtClose(socket);
  return ["Connection", "close"];
}

const LINGER_MS = 2000;

/** RFC 9112 section 9.6: to close while the client still sends would reset the connection, and lose the answer. */
export function lingerAtClose(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** The media type of the request body without its parameters, in lower case. */
export const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase();
