import { type Recipe, TYPES } from "./recipe.ts";

export const searchParameterRecipe: Recipe = {
  heading: "Add a search parameter",
  checks: [
    TYPES,
    { file: "test/properties/search.test.ts", title: "equals a naive filter" },
    { file: "test/documentation.test.ts", title: "arguments of every tool" },
  ],
  missing: /max_rating/,
  steps: [
    [
      {
        file: "model/search-filter.ts",
        below: "    rating: { ...RATING",
        text: '    max_rating: { type: "number", minimum: 1, maximum: 5, description: "maximum star rating, 1 to 5" },',
      },
    ],
    [
      {
        file: "model/search-filter.ts",
        below: "    rating: rating === undefined",
        text: "    max_rating: filter.max_rating === undefined || review.rating <= filter.max_rating,",
      },
    ],
    [
      {
        file: "runtime/search/search.ts",
        replaces: "min_rating = 1,",
        text: "min_rating = 1, max_rating = 5,",
      },
      {
        file: "runtime/search/search.ts",
        below: "    const stars = ",
        text: "    if (stars > max_rating) return false;",
      },
    ],
    [
      {
        file: "test/properties/search.test.ts",
        below: "    rating: fc.integer",
        text: "    max_rating: fc.constantFrom(1, 2.5, 4, 5),",
      },
      {
        file: "test/properties/mcp-search.test.ts",
        below: "    rating: fc.integer",
        text: "    max_rating: fc.constantFrom(1, 2.5, 4, 5),",
      },
    ],
    [{ file: "docs/mcp.md", replaces: "`min_rating`,", text: "`min_rating`, `max_rating`," }],
  ],
};
