import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { RefusalName } from "./refusals.ts";
import { RequestGate } from "./request-gate.ts";
import { problemOf } from "./respond.ts";

/** Refusals of requests that the parser of node:http rejects, by its error codes. */
const REFUSALS_BY_CODE: Readonly<Record<string, RefusalName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "requestTimeout",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "contentTooLarge",
  HPE_HEADER_OVERFLOW: "headersTooLarge",
};

/** Answers a request that cannot be parsed, and closes its connection. Nothing of the request is repeated. */
export function refuseClientError({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
  const isSent = RequestGate.of(socket)?.openResponse?.headersSent === true;
  if (!socket.writable || isSent) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemOf(REFUSALS_BY_CODE[code] ?? "badRequest");
  const length = ["Content-Length", String(Buffer.byteLength(body)), "Connection", "close"];
  const lines = [...headers, ...length].map((text, index) => `${text}${index % 2 === 0 ? ": " : "\r\n"}`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  socket.destroySoon();
}
