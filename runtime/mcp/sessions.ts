import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  type JSONRPCMessage,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerResult,
} from "@modelcontextprotocol/sdk/types.js";
import { MCP_SERVER } from "../../model/mcp.ts";
import { CODES, failure, type RpcAnswer, type RpcRequest } from "./json-rpc.ts";
import { answerMethod, INSTRUCTIONS } from "./methods.ts";
import { type Loose, looseOf, type Publication } from "./publication.ts";

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

/** An SDK server over the one table of methods. It keeps nothing about who asks. */
// oxlint-disable-next-line typescript/no-deprecated -- only the low-level server takes plain JSON Schema
export function createServer(ports: ServerPorts): Server {
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(MCP_SERVER, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  for (const schema of SCHEMAS) {
    server.setRequestHandler(schema, ({ method, params }) => run(method, looseOf(params), ports));
  }
  return server;
}

const INTERNAL = "Internal error";

function run(method: string, params: Loose, { publication, onFault }: ServerPorts): ServerResult {
  const answered = safely(() => answerMethod(method, params, publication()), onFault);
  if (answered === undefined) throw fault(CODES.internal, INTERNAL);
  if (answered.ok) return JSON.parse(answered.value) as ServerResult;
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
 * back on the way out. The SDK's transport would keep a server and its streams for each session.
 */
class Multiplexer implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #waiting = new Map<number, (message: JSONRPCMessage) => void>();
  #last = 0;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("id" in message) || "method" in message) return;
    const number = Number(message.id);
    const resolve = this.#waiting.get(number);
    this.#waiting.delete(number);
    resolve?.(message);
  }

  ask({ id, method, params }: RpcRequest): Promise<JSONRPCMessage> {
    this.#last += 1;
    const number = this.#last;
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
    this.#waiting.set(number, (answer) => resolve({ ...answer, id }));
    this.onmessage?.({ jsonrpc: "2.0", id: number, method, params });
    return promise;
  }
}

/** The revisions that have sessions, through the SDK. */
export class SessionServer {
  readonly #multiplexer = new Multiplexer();
  readonly #connected: Promise<void>;

  constructor(ports: ServerPorts) {
    this.#connected = createServer(ports).connect(this.#multiplexer);
  }

  async answer(request: RpcRequest): Promise<RpcAnswer> {
    await this.#connected;
    // A task would be another kind of answer; who offers none is to ignore the wish.
    const { task: _task, ...params } = request.params;
    const answered = await this.#multiplexer.ask({ ...request, params });
    const error = "error" in answered ? answered.error : undefined;
    if (error?.code !== CODES.internal || error.message === INTERNAL)
      return { status: 200, body: JSON.stringify(answered), isFailure: error !== undefined };
    // The SDK calls params that do not fit an internal error, and lists the parser's findings.
    return failure(200, {
      code: CODES.invalidParams,
      message: "The params do not fit the method",
      id: request.id,
    });
  }
}
