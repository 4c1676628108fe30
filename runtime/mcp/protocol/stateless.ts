import { MCP_SERVER, SESSION_REVISIONS, STATELESS_REVISION } from "../../../model/mcp.ts";
import { CODES, failure, type RpcAnswer, type RpcHeaders, type RpcRequest, success } from "./json-rpc.ts";
import type { JsonBytes } from "./json-text.ts";
import type { ListenStreams } from "./listen-streams.ts";
import { answerMethod, INSTRUCTIONS, isMethod } from "./methods.ts";
import { type Loose, looseOf } from "../publication.ts";
import { CAPABILITIES, type ServerPorts } from "./sessions.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const META = JSON.stringify({ "io.modelcontextprotocol/serverInfo": MCP_SERVER });

/** How long an answer may be used again without asking. */
const FRESH_MS = 60_000;
const COMPLETE = Buffer.from(`{"resultType":"complete","_meta":${META},`);
const CACHED = Buffer.concat([COMPLETE, Buffer.from(`"ttlMs":${FRESH_MS},"cacheScope":"public",`)]);

/** Those that this way of asking has; the others begin with initialize. */
const SUPPORTED = [STATELESS_REVISION];

const DISCOVERED = Buffer.from(
  JSON.stringify({
    supportedVersions: SUPPORTED,
    capabilities: { ...CAPABILITIES, resources: { subscribe: true } },
    instructions: INSTRUCTIONS,
  }),
);

const CACHEABLE = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** Where the header Mcp-Name says again what the params name. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Whether a request belongs to the revision without sessions. Mcp-Method alone says nothing: older clients send it. */
export function isStateless(method: string, params: Loose, { version, method: named }: RpcHeaders): boolean {
  const meta = looseOf(params["_meta"]);
  if (VERSION_KEY in meta || CAPABILITIES_KEY in meta) return true;
  if (version !== undefined) return !SESSION_REVISIONS.some((known) => known === version);
  return named !== undefined && method !== "initialize";
}

/** Answers by revision 2026-07-28: headers and `_meta` carry what a session would remember. */
export function answerStateless(
  request: RpcRequest,
  headers: RpcHeaders,
  { publication, onFault }: ServerPorts,
  streams: ListenStreams,
): RpcAnswer {
  const { id, method, params } = request;
  const misfit = misfitOf(request, headers);
  if (misfit !== undefined) return misfit;
  if (method === "server/discover") return success(id, extend(CACHED, [DISCOVERED]));
  if (method === "subscriptions/listen") return streams.open(request);
  try {
    const answered = answerMethod(method, params, publication());
    if (answered?.ok) return success(id, extend(CACHEABLE.has(method) ? CACHED : COMPLETE, answered.value));
    const { message = "Method not found", uri } = answered?.error ?? {};
    const data = uri === undefined ? undefined : { uri };
    return failure(200, { code: CODES.invalidParams, message, id, data });
  } catch (error) {
    onFault(error);
    return failure(500, { code: CODES.internal, message: "Internal error", id });
  }
}

/** The result with the fields that this revision wants on it; every result has fields of its own. */
const extend = (fields: Buffer, [first = Buffer.alloc(0), ...rest]: JsonBytes): JsonBytes => [
  fields,
  first.subarray(1),
  ...rest,
];

const OWN_METHODS = new Set(["server/discover", "subscriptions/listen"]);

/** What keeps a request from being answered at all. */
function misfitOf({ id, method, params }: RpcRequest, headers: RpcHeaders): RpcAnswer | undefined {
  const meta = looseOf(params["_meta"]);
  const version = meta[VERSION_KEY];
  const isTold = typeof version === "string" && isObject(meta[CAPABILITIES_KEY]);
  const refuse = (code: number, message: string, data?: object): RpcAnswer =>
    failure(400, { code, message, id, data });
  if (!isTold)
    return refuse(CODES.invalidParams, `params._meta must carry ${VERSION_KEY} and ${CAPABILITIES_KEY}`);
  if (headers.version !== version)
    return refuse(CODES.headerMismatch, "MCP-Protocol-Version must say what params._meta says");
  if (version !== STATELESS_REVISION) {
    return refuse(CODES.unsupportedVersion, "Unsupported protocol version", {
      supported: SUPPORTED,
      requested: version,
    });
  }
  if (headers.method !== method)
    return refuse(CODES.headerMismatch, "Mcp-Method must say the method of the body");
  if (!isMethod(method) && !OWN_METHODS.has(method))
    return failure(404, { code: CODES.methodNotFound, message: "Method not found", id });
  const named = NAMED[method];
  if (named !== undefined && decoded(headers.name) !== params[named])
    return refuse(CODES.headerMismatch, `Mcp-Name must say params.${named}`);
  return undefined;
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `=?base64?...?=` carries what a header field cannot. */
function decoded(value: string | undefined): string | undefined {
  const coded = value === undefined ? undefined : /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return coded === undefined ? value : Buffer.from(coded, "base64").toString("utf8");
}
