import {
  CODES,
  failure,
  parseMessage,
  type RpcAnswer,
  type RpcHeaders,
  type RpcId,
  type RpcRequest,
} from "./json-rpc.ts";
import { ListenStreams } from "./listen-streams.ts";
import type { SessionIds } from "./session-id.ts";
import { answerInSession, type ServerPorts } from "./sessions.ts";
import { answerStateless, isStateless } from "./stateless.ts";

const ACCEPTED: RpcAnswer = { status: 202 };

/** Answers one POST, in every revision. Sessions are not stored: their ids are signed. */
export class McpEndpoint {
  readonly #ports: ServerPorts;
  readonly #ids: SessionIds;
  readonly streams = new ListenStreams();

  constructor(ports: ServerPorts, ids: SessionIds) {
    this.#ports = ports;
    this.#ids = ids;
  }

  /** Reports an unexpected error. */
  get onFault(): ServerPorts["onFault"] {
    return this.#ports.onFault;
  }

  async answer(body: string, headers: RpcHeaders): Promise<RpcAnswer> {
    const parsed = parseMessage(body);
    if (!parsed.ok) return failure(400, parsed.error);
    const { id, method, params } = parsed.value;
    const request = id === undefined || method === undefined ? undefined : { id, method, params };
    if (isStateless(parsed.value, headers)) {
      if (request === undefined) return ACCEPTED;
      return answerStateless(request, headers, this.#ports, this.streams);
    }
    if (request?.method === "initialize") return this.#initialize(request);
    return this.#checkSession(headers, id) ?? (request ? answerInSession(request, this.#ports) : ACCEPTED);
  }

  async #initialize(request: RpcRequest): Promise<RpcAnswer> {
    const answer = await answerInSession(request, this.#ports);
    return answer.isFailure ? answer : { ...answer, sessionId: this.#ids.issue() };
  }

  /** Some hosted clients never send the id. A session guards nothing here, so they are answered all the same. */
  #checkSession({ sessionId }: RpcHeaders, id: RpcId | undefined): RpcAnswer | undefined {
    if (sessionId === undefined || this.#ids.isOurs(sessionId)) return undefined;
    return failure(404, { code: CODES.sessionNotFound, message: "Session not found: initialize again" }, id);
  }
}
