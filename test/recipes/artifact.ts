import type { Recipe } from "./recipe.ts";

export const artifactRecipe: Recipe = {
  heading: "Add an artifact",
  checks: [
    { file: "test/documentation.test.ts", title: "published paths" },
    { file: "test/contract/platforms.test.ts", title: "Netlify" },
  ],
  missing: /\/reviews\.csv/,
  steps: [
    [
      {
        file: "build/render/reviews-csv.ts",
        text: `import type { Review } from "../../model/review.ts";

/** The ratings as CSV (RFC 4180). */
export const reviewsCsv = (reviews: readonly Review[]): Buffer =>
  Buffer.from(["date,rating", ...reviews.map(({ date, rating }) => \`\${date},\${rating}\`), ""].join("\\r\\n"));
`,
      },
      {
        file: "build/render/small-artifacts.ts",
        below: 'import { atomFeed } from "./atom-feed.ts";',
        text: 'import { reviewsCsv } from "./reviews-csv.ts";',
      },
      {
        file: "build/render/small-artifacts.ts",
        below: 'path: "/feed.xml"',
        text: '    { path: "/reviews.csv", mediaType: "text/csv; charset=utf-8", body: reviewsCsv(reviews) },',
      },
    ],
    [
      {
        file: "docs/publication.md",
        below: "| `/reviews.json`",
        text: "| `/reviews.csv` | date and rating of each review |",
      },
    ],
    [
      {
        file: "build/render/hosting/host-files.ts",
        below: "  ...CARD_TYPES,",
        text: '  ["/reviews.csv", "text/csv; charset=utf-8"],',
      },
      {
        file: "build/render/hosting/host-files.ts",
        replaces: "...CARD_TYPES, ...schemaTypes]",
        text: '...CARD_TYPES, ...schemaTypes, ["/reviews.csv", "text/csv; charset=utf-8"] as const]',
      },
    ],
  ],
};
