import { MCP_SERVER, SESSION_REVISIONS, STATELESS_REVISION } from "../../../model/mcp.ts";
import {
  CODES,
  failure,
  isObject,
  objectOrEmpty,
  type RpcAnswer,
  type RpcHeaders,
  type RpcMessage,
  type RpcRequest,
  success,
} from "./json-rpc.ts";
import type { ListenStreams } from "./listen-streams.ts";
import { INSTRUCTIONS, isMethod, runMethod } from "./methods.ts";
import { CAPABILITIES, type ServerPorts } from "./sessions.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/** The fields that this revision adds to every result. */
const COMPLETE = {
  resultType: "complete",
  _meta: { "io.modelcontextprotocol/serverInfo": MCP_SERVER },
} as const;
const CACHEABLE = { ...COMPLETE, ttlMs: 60_000, cacheScope: "public" } as const;

const CACHEABLE_METHODS = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** The other revisions are negotiated by initialize. */
const SUPPORTED_VERSIONS = [STATELESS_REVISION];

const DISCOVERY = {
  ...CACHEABLE,
  supportedVersions: SUPPORTED_VERSIONS,
  capabilities: { ...CAPABILITIES, resources: { subscribe: true } },
  instructions: INSTRUCTIONS,
};

/** The parameter that the Mcp-Name header repeats. */
const NAME_PARAMS: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Recognizes requests of the revision without sessions. Mcp-Method alone proves nothing: older clients send it too. */
export function isStateless({ method, params }: RpcMessage, headers: RpcHeaders): boolean {
  const meta = objectOrEmpty(params["_meta"]);
  if (VERSION_KEY in meta || CAPABILITIES_KEY in meta) return true;
  if (headers.version !== undefined) return !SESSION_REVISIONS.some((known) => known === headers.version);
  return headers.method !== undefined && method !== "initialize";
}

/** Answers by revision 2026-07-28: headers and `_meta` carry what a session would remember. */
export async function answerStateless(
  request: RpcRequest,
  headers: RpcHeaders,
  { documents, onFault }: ServerPorts,
  streams: ListenStreams,
): Promise<RpcAnswer> {
  const { id, method, params } = request;
  const refusal = checkRequest(request, headers);
  if (refusal !== undefined) return refusal;
  if (method === "server/discover") return success(id, DISCOVERY);
  if (method === "subscriptions/listen") return streams.open(request, headers.holder);
  try {
    const result = await runMethod(method, params, documents());
    const fields = CACHEABLE_METHODS.has(method) ? CACHEABLE : COMPLETE;
    if (result?.ok) return success(id, { ...fields, ...result.value });
    const { code = CODES.methodNotFound, message = "Method not found", uri } = result?.error ?? {};
    return failure(200, { code, message, data: uri === undefined ? undefined : { uri } }, id);
  } catch (error) {
    onFault(error);
    return failure(500, { code: CODES.internal, message: "Internal error" }, id);
  }
}

const OWN_METHODS = new Set(["server/discover", "subscriptions/listen"]);

/** Refuses requests whose `_meta`, headers or method do not fit the revision. */
function checkRequest({ id, method, params }: RpcRequest, headers: RpcHeaders): RpcAnswer | undefined {
  const meta = objectOrEmpty(params["_meta"]);
  const version = meta[VERSION_KEY];
  const refusal = (code: number, message: string, data?: object): RpcAnswer =>
    failure(400, { code, message, data }, id);
  if (typeof version !== "string" || !isObject(meta[CAPABILITIES_KEY]))
    return refusal(CODES.invalidParams, `params._meta must carry ${VERSION_KEY} and ${CAPABILITIES_KEY}`);
  if (headers.version !== version)
    return refusal(CODES.headerMismatch, "MCP-Protocol-Version must say what params._meta says");
  if (version !== STATELESS_REVISION) {
    const data = { supported: SUPPORTED_VERSIONS, requested: version };
    return refusal(CODES.unsupportedVersion, "Unsupported protocol version", data);
  }
  if (headers.method !== method)
    return refusal(CODES.headerMismatch, "Mcp-Method must say the method of the body");
  if (!isMethod(method) && !OWN_METHODS.has(method))
    return failure(404, { code: CODES.methodNotFound, message: "Method not found" }, id);
  const param = NAME_PARAMS[method];
  if (param !== undefined && decodeHeader(headers.name) !== params[param])
    return refusal(CODES.headerMismatch, `Mcp-Name must say params.${param}`);
  return undefined;
}

/** Decodes `=?base64?...?=`, which carries characters that a header field cannot. */
function decodeHeader(value: string | undefined): string | undefined {
  const encoded = value === undefined ? undefined : /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString("utf8");
}
