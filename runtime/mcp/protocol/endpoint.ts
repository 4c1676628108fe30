import { CODES, failure, isTooDeep, type RpcAnswer, type RpcHeaders, type RpcRequest } from "./json-rpc.ts";
import { ListenStreams } from "./listen-streams.ts";
import { type Loose, looseOf } from "../publication.ts";
import type { SessionIds } from "./session-id.ts";
import { type ServerPorts, SessionServer } from "./sessions.ts";
import { answerStateless, isStateless } from "./stateless.ts";

const ACCEPTED: RpcAnswer = { status: 202 };

/** One POST in, one answer out, for every revision. Sessions are not remembered: their ids prove themselves. */
export class McpEndpoint {
  readonly #ports: ServerPorts;
  readonly #ids: SessionIds;
  readonly #sessions: SessionServer;
  readonly streams = new ListenStreams();

  constructor(ports: ServerPorts, ids: SessionIds) {
    this.#ports = ports;
    this.#ids = ids;
    this.#sessions = new SessionServer(ports);
  }

  /** Told of what nobody expected. */
  get onFault(): ServerPorts["onFault"] {
    return this.#ports.onFault;
  }

  async answer(body: string, headers: RpcHeaders): Promise<RpcAnswer> {
    const message = parse(body);
    if ("status" in message) return message;
    const { id, method, params } = message;
    if (isStateless(method ?? "", params, headers)) {
      if (id === undefined || method === undefined) return ACCEPTED;
      return answerStateless({ id, method, params }, headers, this.#ports, this.streams);
    }
    if (method === "initialize" && id !== undefined) return this.#initialize({ id, method, params });
    const stranger = this.#strangerOf(headers, id);
    if (stranger !== undefined) return stranger;
    if (id === undefined || method === undefined) return ACCEPTED;
    return this.#sessions.answer({ id, method, params });
  }

  async #initialize(request: RpcRequest): Promise<RpcAnswer> {
    const answered = await this.#sessions.answer(request);
    return answered.isFailure ? answered : { ...answered, sessionId: this.#ids.issue() };
  }

  #strangerOf({ sessionId }: RpcHeaders, id: RpcRequest["id"] | undefined): RpcAnswer | undefined {
    if (sessionId === undefined) {
      const message = "Mcp-Session-Id is missing: send the one that the answer to initialize carried";
      return failure(400, { code: CODES.badRequest, message, id });
    }
    if (this.#ids.isOurs(sessionId)) return undefined;
    return failure(404, { code: CODES.sessionNotFound, message: "Session not found: initialize again", id });
  }
}

interface Message {
  readonly id: RpcRequest["id"] | undefined;
  readonly method: string | undefined;
  readonly params: Loose;
}

const invalid = (message: string): RpcAnswer => failure(400, { code: CODES.invalidRequest, message });

/** The body as one JSON-RPC message; a notification has no id, a response no method. */
function parse(body: string): Message | RpcAnswer {
  if (isTooDeep(body)) return invalid("The body is nested too deeply");
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return failure(400, { code: CODES.parse, message: "The body is not JSON" });
  }
  if (Array.isArray(value)) return invalid("The body must be one message, not a list");
  const { jsonrpc, id, method, params = {} } = looseOf(value);
  if (jsonrpc !== "2.0") return invalid('The body must be a JSON-RPC message with "jsonrpc": "2.0"');
  if (method === undefined && isResponse(looseOf(value))) return { id: undefined, method, params: {} };
  if (typeof method !== "string") return invalid("method must be a text");
  if (id !== undefined && !isId(id))
    return invalid(`id must be a text of at most ${MAX_ID_LETTERS} letters or a whole number`);
  if (params === null || typeof params !== "object" || Array.isArray(params))
    return invalid("params must be an object");
  return { id, method, params: looseOf(params) };
}

/** A stream keeps its id, and says it with everything it tells. */
const MAX_ID_LETTERS = 256;

const isId = (id: unknown): id is RpcRequest["id"] =>
  typeof id === "string" ? id.length <= MAX_ID_LETTERS : Number.isSafeInteger(id);

const isResponse = (value: Loose): boolean => "id" in value && ("result" in value || "error" in value);
