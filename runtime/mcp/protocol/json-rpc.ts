import type { Writable } from "node:stream";
import { isNestedDeeper } from "../../../model/json-depth.ts";
import { err, ok, type Result } from "../../../model/result.ts";
import { MAX_ARGUMENT_BYTES } from "../tools/tools.ts";
import { cutLongArguments } from "./json-bounds.ts";

/** The answer to one POST. */
export interface RpcAnswer {
  readonly status: number;
  /** The JSON-RPC response; absent for accepted notifications and for streams. */
  readonly body?: string;
  /** Takes over the connection to send server-sent events. */
  readonly stream?: (connection: Writable) => void;
  readonly sessionId?: string;
  readonly isFailure?: boolean;
}

export type RpcId = string | number;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A request, or with no id a notification, or with no method a response from the client. */
export interface RpcMessage {
  readonly id: RpcId | undefined;
  readonly method: string | undefined;
  readonly params: JsonObject;
}

export interface RpcRequest extends RpcMessage {
  readonly id: RpcId;
  readonly method: string;
}

/** The parts of the HTTP request that the protocol reads, besides the body. */
export interface RpcHeaders {
  readonly sessionId: string | undefined;
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
  /** The client's address, or for IPv6 its network: it holds listen streams. */
  readonly holder: string;
}

export const CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** Up to revision 2025-11-25. */
  badRequest: -32_000,
  sessionNotFound: -32_001,
  resourceNotFound: -32_002,
  /** For a while; one of the codes that JSON-RPC 2.0 section 5.1 leaves to servers. */
  unavailable: -32_003,
  /** From revision 2026-07-28 on. */
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error response; `id` is null when the request's id could not be read (JSON-RPC 2.0 section 5). */
export function failure(status: number, { code, message, data }: RpcError, id?: RpcId): RpcAnswer {
  const error = { code, message, data };
  return { status, body: JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error }), isFailure: true };
}

export const success = (id: RpcId, result: object): RpcAnswer => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: "2.0", id, result }),
});

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value if it is a JSON object, else an empty one. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {});

const MAX_DEPTH = 32;
/** Far more than any request has. Each costs a microsecond to parse. */
const MAX_VALUES = 2000;
/** An open stream keeps its request's id and repeats it in every message. */
const MAX_ID_LENGTH = 256;

/** Parses a body that must be one JSON-RPC message. */
export function parseMessage(body: string): Result<RpcMessage, RpcError> {
  if (isNestedDeeper(body, MAX_DEPTH)) return invalid("The body is nested too deeply");
  const bounded = cutLongArguments(body, MAX_ARGUMENT_BYTES);
  if (bounded.values > MAX_VALUES) return invalid(`The body has more than ${MAX_VALUES} values`);
  let value: unknown;
  try {
    value = JSON.parse(bounded.body);
  } catch {
    return err({ code: CODES.parse, message: "The body is not JSON" });
  }
  if (Array.isArray(value)) return invalid("The body must be one message, not a list");
  const message = objectOrEmpty(value);
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== "2.0") return invalid('The body must be a JSON-RPC message with "jsonrpc": "2.0"');
  if (method === undefined && isResponse(message)) return ok({ id: undefined, method, params: {} });
  if (typeof method !== "string") return invalid("method must be a text");
  if (id !== undefined && !isId(id))
    return invalid(`id must be a text of at most ${MAX_ID_LENGTH} letters or a whole number`);
  if (!isObject(params)) return invalid("params must be an object");
  return ok({ id, method, params });
}

const invalid = (message: string): Result<never, RpcError> => err({ code: CODES.invalidRequest, message });

const isId = (id: unknown): id is RpcId =>
  typeof id === "string" ? id.length <= MAX_ID_LENGTH : Number.isSafeInteger(id);

const isResponse = (message: JsonObject): boolean =>
  "id" in message && ("result" in message || "error" in message);
