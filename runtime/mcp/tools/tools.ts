import { nearest } from "../../../model/nearest.ts";
import { getBusiness } from "./business-tool.ts";
import { ENTITY_TOOLS } from "./entity-tools.ts";
import { getAspectSentiment, getFaq, getInsights, listTopics } from "./insight-tools.ts";
import type { JsonBytes } from "../protocol/json-text.ts";
import type { Publication } from "../publication.ts";
import { getReview, getReviewsSince, searchReviews } from "./review-tools.ts";
import type { Tool } from "./tool.ts";
import { getRatingTrend } from "./trend-tool.ts";

/** Every tool, in the order in which it is listed. */
export const TOOLS: readonly Tool[] = [
  getBusiness,
  searchReviews,
  getReview,
  getReviewsSince,
  getInsights,
  getAspectSentiment,
  ...ENTITY_TOOLS,
  listTopics,
  getFaq,
  getRatingTrend,
];

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

/** tools/list never changes while the process runs. */
export const TOOLS_LIST: JsonBytes = [Buffer.from(JSON.stringify({ tools: TOOLS.map(({ told }) => told) }))];

export const toolNamed = (name: string): Tool | undefined => BY_NAME.get(name);

/** How an unknown name is answered. */
export function unknownTool(name: string): string {
  const names = [...BY_NAME.keys()];
  const near = nearest(name, names);
  return `Unknown tool${near === undefined ? `; there are ${names.join(", ")}` : `; did you mean ${near}?`}`;
}

const TEXT = Buffer.from('{"content":[{"type":"text","text":"');
const STRUCTURED = Buffer.from('"}],"structuredContent":');
const END = Buffer.from("}");

/** The result of tools/call: the JSON as it is, and the same again as text for clients that read only that. */
export function callTool(tool: Tool, args: unknown, publication: Publication): JsonBytes {
  const answer = tool.call(args, publication);
  if (answer.ok) return [TEXT, ...answer.value.escaped, STRUCTURED, ...answer.value.json, END];
  const told = { content: [{ type: "text", text: answer.error }], isError: true };
  return [Buffer.from(JSON.stringify(told))];
}
