import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type RequestId,
  type ServerResult,
} from "@modelcontextprotocol/sdk/types.js";
import { MCP_SERVER } from "../../../model/mcp.ts";
import { CODES, failure, type RpcAnswer, type RpcRequest, success } from "./json-rpc.ts";
import { answerMethod, INSTRUCTIONS } from "./methods.ts";
import type { JsonBytes } from "./json-text.ts";
import { type Loose, looseOf, type Publication } from "../publication.ts";

const SCHEMAS = [
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
] as const;

export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} } as const;

/** What the servers of all revisions need. */
export interface ServerPorts {
  readonly publication: () => Publication | undefined;
  /** Told of what nobody expected; the answer says nothing of it. */
  readonly onFault: (error: unknown) => void;
}

/** Where a result goes that is text already; what it returns is what the SDK gets to see. */
type Deliver = (result: JsonBytes, id: RequestId) => ServerResult;

const parsed: Deliver = (result) => JSON.parse(Buffer.concat(result).toString("utf8")) as ServerResult;

/** An SDK server over the one table of methods. It keeps nothing about who asks. */
// oxlint-disable-next-line typescript/no-deprecated -- only the low-level server takes plain JSON Schema
export function createServer(ports: ServerPorts, deliver = parsed): Server {
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(MCP_SERVER, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  for (const schema of SCHEMAS) {
    server.setRequestHandler(schema, ({ method, params }, { requestId }) =>
      deliver(run(method, looseOf(params), ports), requestId),
    );
  }
  return server;
}

const INTERNAL = "Internal error";

function run(method: string, params: Loose, { publication, onFault }: ServerPorts): JsonBytes {
  const answered = safely(() => answerMethod(method, params, publication()), onFault);
  if (answered === undefined) throw fault(CODES.internal, INTERNAL);
  if (answered.ok) return answered.value;
  const { kind, message, uri } = answered.error;
  throw kind === "unknownResource"
    ? fault(CODES.resourceNotFound, message, { uri })
    : fault(CODES.invalidParams, message);
}

function safely<T>(work: () => T, onFault: ServerPorts["onFault"]): T | undefined {
  try {
    return work();
  } catch (error) {
    onFault(error);
    return undefined;
  }
}

/** The SDK's own error puts its code into the message, and its client does so once more. */
const fault = (code: number, message: string, data?: object): Error =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });

/**
 * Carries the requests of all sessions to one server: each gets a number of its own on the way in and its own id
 * back on the way out. The SDK's transport would keep a server and its streams for each session. A result that is
 * bytes goes past the SDK, which would parse and write it again.
 */
class Multiplexer implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #waiting = new Map<RequestId, (message: JSONRPCMessage) => void>();
  readonly #results = new Map<RequestId, JsonBytes>();
  #last = 0;
  #isUnknown = false;

  /** The SDK answers nothing to a message that it does not know for a request, such as one with a broken `_meta`. */
  readonly noteUnknown = (): void => {
    this.#isUnknown = true;
  };

  readonly deliver: Deliver = (result, id) => {
    this.#results.set(id, result);
    return { content: [] };
  };

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message || message.id === undefined) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }

  async ask({ id, method, params }: RpcRequest): Promise<RpcAnswer> {
    this.#last += 1;
    const number = this.#last;
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
    this.#waiting.set(number, resolve);
    this.#isUnknown = false;
    this.onmessage?.({ jsonrpc: "2.0", id: number, method, params });
    if (this.#isUnknown) {
      this.#waiting.delete(number);
      return failure(200, { ...MISFIT, id });
    }
    const message = await promise;
    const result = this.#results.get(number);
    this.#results.delete(number);
    if ("error" in message) return failure(200, { ...clear(message.error), id });
    return success(id, result ?? [Buffer.from(JSON.stringify("result" in message ? message.result : {}))]);
  }
}

const MISFIT = { code: CODES.invalidParams, message: "The params do not fit the method" } as const;

/** The SDK calls params that do not fit an internal error, and lists the parser's findings. */
function clear(
  error: JSONRPCErrorResponse["error"],
): JSONRPCErrorResponse["error"] & { readonly data?: object } {
  return error.code === CODES.internal && error.message !== INTERNAL
    ? MISFIT
    : (error as { code: number; message: string; data?: object });
}

/** The revisions that have sessions, through the SDK. */
export class SessionServer {
  readonly #multiplexer = new Multiplexer();
  readonly #connected: Promise<void>;

  constructor(ports: ServerPorts) {
    const server = createServer(ports, this.#multiplexer.deliver);
    server.onerror = this.#multiplexer.noteUnknown;
    this.#connected = server.connect(this.#multiplexer);
  }

  async answer(request: RpcRequest): Promise<RpcAnswer> {
    await this.#connected;
    // A task would be another kind of answer; who offers none is to ignore the wish.
    const { task: _task, ...params } = request.params;
    return this.#multiplexer.ask({ ...request, params });
  }
}
