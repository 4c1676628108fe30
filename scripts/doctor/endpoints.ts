import { urlOf } from "../../model/base-url.ts";
import { MCP_PATH, SESSION_REVISIONS } from "../../model/mcp.ts";
import { VERSION } from "../../model/version.ts";
import { HUB_PATH, TOPICS } from "../../model/topics.ts";
import { type SendRequest, jsonOf, type HttpResponse } from "./request.ts";
import type { Findings } from "./findings.ts";

const FORM = "application/x-www-form-urlencoded";

/** Sends requests that a hub must refuse at once, without calling anyone or storing anything. */
export async function examineHub(send: SendRequest, baseUrl: string, findings: Findings): Promise<void> {
  const topic = urlOf(baseUrl, TOPICS[0].path);
  const callback = "https://doctor.invalid/callback";
  const cases: readonly (readonly [string, Record<string, string>, number, string])[] = [
    ["without a mode", { "hub.callback": callback, "hub.topic": topic }, 400, FORM],
    ["callback without TLS", subscribe("http://doctor.invalid/callback", topic), 400, FORM],
    ["callback in a private network", subscribe("https://10.0.0.1/callback", topic), 400, FORM],
    ["unknown topic", subscribe(callback, urlOf(baseUrl, "/doctor")), 400, FORM],
    ["another media type", subscribe(callback, topic), 415, "text/plain"],
  ];
  for (const [what, form, expected, type] of cases) {
    const body = new URLSearchParams(form).toString();
    const response = await send(HUB_PATH, { method: "POST", headers: { "content-type": type }, body });
    if (response.status === 429) return findings.add("limited", HUB_PATH);
    const isText =
      (response.headers["content-type"] ?? "").startsWith("text/plain") && response.body.length > 0;
    if (response.status !== expected || !isText)
      findings.add("hub", `${what} (${response.status} instead of ${expected})`);
  }
}

const subscribe = (callback: string, topic: string): Record<string, string> => ({
  "hub.mode": "subscribe",
  "hub.callback": callback,
  "hub.topic": topic,
});

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: SESSION_REVISIONS[0],
    capabilities: {},
    clientInfo: { name: "doctor", version: VERSION },
  },
};

const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };

/** Sends the handshake, one call, and requests that must be refused. */
export async function examineMcp(send: SendRequest, findings: Findings): Promise<void> {
  const post = (value: unknown, headers: Record<string, string> = {}): Promise<HttpResponse> =>
    send(MCP_PATH, { method: "POST", headers: { ...HEADERS, ...headers }, body: JSON.stringify(value) });
  const opened = await post(INITIALIZE);
  if (opened.status !== 200 || !("result" in Object(jsonOf(opened))))
    return findings.add("mcp", `initialize (${opened.status})`);
  const session = opened.headers["mcp-session-id"];
  if (session === undefined) return findings.add("mcpSession", "initialize");
  const listed = await post(LIST, { "mcp-session-id": session });
  if (listed.status !== 200 || !JSON.stringify(jsonOf(listed)).includes('"search_reviews"'))
    findings.add("mcpSession", `tools/list (${listed.status})`);
  const refused: readonly (readonly [string, Promise<HttpResponse>, number])[] = [
    ["forged session id", post(LIST, { "mcp-session-id": "doctor" }), 404],
    ["an array", post([LIST], { "mcp-session-id": session }), 400],
    ["origin of another site", post(INITIALIZE, { origin: "https://doctor.invalid" }), 403],
    ["another media type", post(INITIALIZE, { "content-type": "text/plain" }), 415],
    ["GET", send(MCP_PATH, { headers: HEADERS }), 405],
  ];
  for (const [what, response, expected] of refused) {
    const { status } = await response;
    if (status !== expected) findings.add("mcpRefusal", `${what} (${status} instead of ${expected})`);
  }
  const preflight = await send(MCP_PATH, {
    method: "OPTIONS",
    headers: { origin: "https://doctor.invalid", "access-control-request-method": "POST" },
  });
  const isAnswered = preflight.status < 300 && "access-control-allow-headers" in preflight.headers;
  if (!isAnswered) findings.add("preflight", `${MCP_PATH} (${preflight.status})`);
}
