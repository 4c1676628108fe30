import { type Recipe, TYPES } from "./recipe.ts";

export const searchParameterRecipe: Recipe = {
  heading: "Add a search parameter",
  checks: [TYPES],
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
  ],
};
