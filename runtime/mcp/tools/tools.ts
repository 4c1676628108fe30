import { nearest } from "../../../model/nearest.ts";
import { getAspectSentiment } from "./aspect-tool.ts";
import { getBusiness } from "./business-tool.ts";
import { ENTITY_TOOLS } from "./entity-tools.ts";
import { getFaq, getInsights, listTopics } from "./insight-tools.ts";
import type { ReleaseDocuments } from "./release-documents.ts";
import { getReview, getReviewsSince, searchReviews } from "./review-tools.ts";
import type { Tool } from "./tool.ts";
import { getRatingTrend } from "./trend-tool.ts";

/** In the order of tools/list. */
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

export const toolNamed = (name: string): Tool | undefined => TOOLS.find((tool) => tool.name === name);

export function unknownTool(name: string): string {
  const names = TOOLS.map((tool) => tool.name);
  const near = nearest(name, names);
  return `Unknown tool${near === undefined ? `; there are ${names.join(", ")}` : `; did you mean ${near}?`}`;
}

/** Longer than any useful arguments. Checking and explaining longer ones would cost far more than a good call. */
export const MAX_ARGUMENT_BYTES = 16_384;

const TOO_LONG = `The arguments are over the limit of ${MAX_ARGUMENT_BYTES} bytes: send fewer or shorter ones`;

export const TOO_LONG_RESULT = { content: [{ type: "text", text: TOO_LONG }], isError: true } as const;

export const isTooLong = (args: unknown = {}): boolean =>
  Buffer.byteLength(JSON.stringify(args)) > MAX_ARGUMENT_BYTES;

/** The result of tools/call. The JSON comes twice: clients before revision 2025-06-18 read only the text. */
export async function callTool(
  tool: Tool,
  args: unknown,
  documents: ReleaseDocuments,
): Promise<Record<string, unknown>> {
  if (isTooLong(args)) return TOO_LONG_RESULT;
  const result = await tool.call(args, documents);
  if (!result.ok) return { content: [{ type: "text", text: result.error }], isError: true };
  return {
    content: [{ type: "text", text: JSON.stringify(result.value) }],
    structuredContent: result.value,
  };
}
