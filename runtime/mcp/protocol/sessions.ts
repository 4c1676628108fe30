import type { Readable, Writable } from "node:stream";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
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
} from "@modelcontextprotocol/sdk/types.js";
import { MCP_SERVER } from "../../../model/mcp.ts";
import type { ReleaseDocuments } from "../tools/release-documents.ts";
import { isTooLong, TOO_LONG_RESULT } from "../tools/tools.ts";
import {
  CODES,
  failure,
  objectOrEmpty,
  type JsonObject,
  type RpcAnswer,
  type RpcError,
  type RpcRequest,
  success,
} from "./json-rpc.ts";
import { INSTRUCTIONS, runMethod } from "./methods.ts";

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

export interface ServerPorts {
  readonly documents: () => ReleaseDocuments | undefined;
  /** Receives unexpected errors; the client only learns that there was one. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Answers a request of the revisions that have sessions. Each request gets an SDK server of its own: a server keeps
 * nothing between requests, and requests of different sessions may carry the same id at the same time.
 */
export async function answerInSession(
  { id, method, params }: RpcRequest,
  ports: ServerPorts,
): Promise<RpcAnswer> {
  // The SDK's parser needs hundreds of milliseconds for thousands of arguments.
  if (method === "tools/call" && isTooLong(params["arguments"])) return success(id, TOO_LONG_RESULT);
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const [client, transport] = InMemoryTransport.createLinkedPair();
  client.onmessage = resolve;
  const server = createServer(ports);
  // The SDK sends no answer to a message that it does not recognize as a request, such as one with a broken `_meta`.
  server.onerror = () => resolve({ jsonrpc: "2.0", id, error: INVALID_PARAMS });
  await server.connect(transport);
  // A client that asks for a task gets the plain result: this server has no tasks.
  const { task: _task, ...rest } = params;
  await client.send({ jsonrpc: "2.0", id, method, params: rest });
  const message = await promise;
  if ("error" in message) return failure(200, reworded(message.error), id);
  return success(id, "result" in message ? message.result : {});
}

const INVALID_PARAMS = {
  code: CODES.invalidParams,
  message: "The params are not valid for the method",
} as const;
const INTERNAL = { code: CODES.internal, message: "Internal error" } as const;

/** The SDK reports params that fail its schema as an internal error and lists its parser's issues. */
const reworded = (error: RpcError): RpcError =>
  error.code === INTERNAL.code && error.message !== INTERNAL.message ? INVALID_PARAMS : error;

// oxlint-disable-next-line typescript/no-deprecated -- only the low-level server takes plain JSON Schema
function createServer(ports: ServerPorts): Server {
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(MCP_SERVER, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    jsonSchemaValidator: NO_VALIDATOR,
  });
  for (const schema of SCHEMAS) {
    server.setRequestHandler(schema, ({ method, params }) => run(method, objectOrEmpty(params), ports));
  }
  return server;
}

/** Replaces the SDK's validator of elicitation answers, which is slow to create: this server requests none. */
const NO_VALIDATOR = {
  getValidator: () => {
    throw new Error("this server sends no requests to its clients");
  },
};

async function run(method: string, params: JsonObject, { documents, onFault }: ServerPorts) {
  let result: Awaited<ReturnType<typeof runMethod>>;
  try {
    result = await runMethod(method, params, documents());
  } catch (error) {
    onFault(error);
  }
  if (result === undefined) throw sdkError(INTERNAL);
  if (result.ok) return result.value;
  const { code, message, uri } = result.error;
  throw sdkError(
    uri === undefined ? { code, message } : { code: CODES.resourceNotFound, message, data: { uri } },
  );
}

/** Not the SDK's McpError, which repeats the code in its message. */
const sdkError = ({ message, ...rest }: RpcError): Error => Object.assign(new Error(message), rest);

/** Serves one client over a pair of streams; resolves when the client has gone. */
export async function serveStdio(ports: ServerPorts, input: Readable, output: Writable): Promise<void> {
  const closed = Promise.withResolvers<void>();
  input.once("end", () => closed.resolve());
  input.once("close", () => closed.resolve());
  const server = createServer(ports);
  await server.connect(new StdioServerTransport(input, output));
  await closed.promise;
  await server.close();
}
