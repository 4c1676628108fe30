import { isNestedDeeper } from "../../../model/json-depth.ts";
import type { Writable } from "node:stream";
import type { JsonBytes } from "./json-text.ts";
import type { Loose } from "../publication.ts";

/** An answer to one POST. */
export interface RpcAnswer {
  readonly status: number;
  /** JSON; absent where nothing is sent, or a stream is. */
  readonly body?: JsonBytes;
  /** Takes over the connection for server-sent events. */
  readonly stream?: (connection: Writable) => void;
  readonly sessionId?: string;
  readonly isFailure?: boolean;
}

export type RpcId = string | number;

export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: Loose;
}

/** Header fields that decide anything, as the request has them. */
export interface RpcHeaders {
  readonly sessionId: string | undefined;
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

export const CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** Up to 2025-11-25. */
  badRequest: -32_000,
  sessionNotFound: -32_001,
  resourceNotFound: -32_002,
  /** Since 2026-07-28. */
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

interface Failure {
  readonly code: number;
  readonly message: string;
  readonly id?: RpcId | undefined;
  readonly data?: object | undefined;
}

/** An error as JSON-RPC has it; without an id when the request's is not known. */
export function failure(status: number, { code, message, id, data }: Failure): RpcAnswer {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  const body = [Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error }))];
  return { status, body, isFailure: true };
}

const END = Buffer.from("}");

/** A result whose JSON is already there. */
export function success(id: RpcId, result: JsonBytes): RpcAnswer {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  return { status: 200, body: [head, ...result, END] };
}

const MAX_DEPTH = 32;

/** Looked at before anything is parsed. */
export const isTooDeep = (json: string): boolean => isNestedDeeper(json, MAX_DEPTH);
