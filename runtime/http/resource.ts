import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { evaluate } from "../../model/conditional.ts";
import { chooseCoding, type ContentCoding } from "../../model/content-coding.ts";
import { formatHttpDate } from "../../model/http-date.ts";
import { type Bytes, StoredBytes } from "../artifacts/stored-bytes.ts";
import { CORS, type HeaderList, NO_SNIFF } from "./headers.ts";
import { single } from "./request.ts";
import { refuse, respondEmpty } from "./respond.ts";

/** A body in one content coding, as parts that are sent one after the other. */
export interface Representation {
  readonly coding: ContentCoding;
  readonly etag: string;
  readonly parts: readonly Bytes[];
}

interface PreparedRepresentation extends Representation {
  readonly lastModifiedAt: number;
  readonly okHeaders: HeaderList;
  readonly notModifiedHeaders: HeaderList;
}

/** The representations that a path serves, with headers made in advance: a request only selects and compares. */
export type ServedResource = readonly PreparedRepresentation[];

export interface ResourceMetadata {
  readonly mediaType: string;
  readonly lastModifiedAt: number;
  /** Sent with 200 and 304: Cache-Control, Vary and headers of this resource alone. */
  readonly headers: HeaderList;
}

/** RFC 9110 section 15.4.5: a 304 repeats the validators, Cache-Control and Vary, and describes no content. */
export function prepare(
  { coding, etag, parts }: Representation,
  { mediaType, lastModifiedAt, headers }: ResourceMetadata,
): PreparedRepresentation {
  const lastModified = formatHttpDate(lastModifiedAt);
  const notModifiedHeaders = ["ETag", etag, "Last-Modified", lastModified, ...CORS, ...headers];
  const content = ["Content-Type", mediaType, "Content-Length", String(lengthOf(parts)), ...NO_SNIFF];
  // No ranges: see docs/spec-gaps.md.
  const ranges = ["Accept-Ranges", "none"];
  const encoding = coding === "identity" ? [] : ["Content-Encoding", coding];
  const okHeaders = [...content, ...ranges, ...encoding, ...notModifiedHeaders];
  return { coding, etag, parts, lastModifiedAt, okHeaders, notModifiedHeaders };
}

/** Answers GET and HEAD: content coding first (RFC 9110 section 12.5.3), then preconditions (section 13.2.2). */
export function sendResource(
  request: IncomingMessage,
  response: ServerResponse,
  resource: ServedResource,
  now: number,
): void {
  const available = resource.map(({ coding }) => coding);
  const chosen = chooseCoding(single(request.headers["accept-encoding"]), available);
  const representation = resource.find(({ coding }) => coding === chosen);
  if (representation === undefined) return refuse(response, "notAcceptable");
  return sendRepresentation(request, response, representation, now);
}

/** Answers GET and HEAD of a representation that is already selected: 200, 304 or 412. */
export function sendRepresentation(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  representation: PreparedRepresentation,
  now: number,
): void {
  const conditions = {
    ifMatch: single(headers["if-match"]),
    ifUnmodifiedSince: single(headers["if-unmodified-since"]),
    ifNoneMatch: single(headers["if-none-match"]),
    ifModifiedSince: single(headers["if-modified-since"]),
  };
  const evaluation = evaluate(conditions, representation, now);
  if (evaluation === "precondition-failed") return refuse(response, "preconditionFailed");
  if (evaluation === "not-modified") return respondEmpty(response, 304, representation.notModifiedHeaders);
  const { parts, okHeaders } = representation;
  const isStored = parts.some((part) => part instanceof StoredBytes);
  // A file was altered, and the next release is not loaded yet.
  if (isStored && !parts.every((part) => Buffer.isBuffer(part) || part.isIntact()))
    return refuse(response, "unavailable");
  response.writeHead(200, okHeaders as string[]);
  if (!isStored) return sendParts(response, parts as Buffer[]);
  if (method === "HEAD") return void response.end();
  // An error breaks the connection off, so that the client knows that the body is incomplete.
  pipeline(piecesOfAll(parts), response, () => {});
}

/** Up to this size the parts of a body are copied into one write. */
const MAX_JOINED_BYTES = 65_536;

function sendParts(response: ServerResponse, parts: readonly Buffer[]): void {
  if (parts.length === 1 || lengthOf(parts) <= MAX_JOINED_BYTES) {
    response.end(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    return;
  }
  response.cork();
  for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}

async function* piecesOfAll(parts: readonly Bytes[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* part.pieces();
  }
}

const lengthOf = (parts: readonly Bytes[]): number => parts.reduce((sum, part) => sum + part.length, 0);
