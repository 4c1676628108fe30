import type { Recipe } from "./recipe.ts";

export const mcpToolRecipe: Recipe = {
  heading: "Add an MCP tool",
  checks: [{ file: "test/documentation.test.ts", title: "resource of MCP" }],
  missing: /get_rating`/,
  steps: [
    [
      {
        file: "runtime/mcp/tools/rating-tool.ts",
        text: `import { ok } from "../../../model/result.ts";
import { argumentsOf, defineTool, resultOf } from "./tool.ts";

export const getRating = defineTool({
  name: "get_rating",
  title: "Get the rating",
  description: "The mean star rating.",
  inputSchema: argumentsOf({}),
  outputSchema: resultOf({ rating: { type: ["number", "null"] } }),
  handler: (_args, { reviewsHead }) => ok({ rating: reviewsHead.aggregate_rating.rating_value }),
});
`,
      },
      {
        file: "runtime/mcp/tools/tools.ts",
        below: 'import { getBusiness } from "./business-tool.ts";',
        text: 'import { getRating } from "./rating-tool.ts";',
      },
      { file: "runtime/mcp/tools/tools.ts", below: "  getBusiness,", text: "  getRating," },
    ],
    [
      {
        file: "docs/mcp.md",
        below: "| `get_business`",
        text: "| `get_rating` | none | the mean star rating |",
      },
    ],
    [
      {
        file: "test/contract/mcp-tools.test.ts",
        below: '["get_business", {}],',
        text: '    ["get_rating", {}],',
      },
      {
        file: "test/contract/mcp-tools.test.ts",
        below: '["search_reviews", { limit: 2 }],',
        text: '  ["get_rating", {}],',
      },
    ],
  ],
};
