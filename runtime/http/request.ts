import type { IncomingMessage } from "node:http";
import type { HeaderList } from "./headers.ts";

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
export const closeIfUnread = ({ complete }: IncomingMessage): HeaderList =>
  complete ? [] : ["Connection", "close"];

/** The media type of the request body without its parameters, in lower case. */
export const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase();
