const JSON_RPC = {
  type: "object",
  required: ["jsonrpc", "method"],
  properties: { jsonrpc: { const: "2.0" }, method: { type: "string" } },
};

const json = (schema: object): object => ({ "application/json": { schema } });

const rpcError = (description: string): object => ({ description, content: json({ type: "object" }) });

/** `POST /mcp`: spec section 4.3. */
export function mcpOperation(): object {
  return {
    operationId: "callMcp",
    summary: "MCP over streamable HTTP",
    description:
      "JSON-RPC 2.0. initialize answers with Mcp-Session-Id; send it on every later request. Revision 2026-07-28 needs no session. Tools are read-only.",
    tags: ["Agents and hubs"],
    requestBody: { required: true, content: json(JSON_RPC) },
    responses: {
      "200": {
        description: "A JSON-RPC response",
        content: { ...json({ type: "object" }), "text/event-stream": { schema: { type: "string" } } },
      },
      "202": { description: "A notification was taken; no body" },
      "400": rpcError("Not one JSON-RPC message, no session, or headers that contradict it"),
      "403": rpcError("The Host or Origin header is not one of ours"),
      "404": rpcError("Unknown session, or unknown method of revision 2026-07-28"),
      "405": { description: "Only POST", content: json({ $ref: "#/components/schemas/Problem" }) },
      "406": rpcError("Accept must take application/json and text/event-stream"),
      "413": rpcError("The body is over 256 KiB"),
      "415": rpcError("Content-Type must be application/json"),
    },
  };
}
