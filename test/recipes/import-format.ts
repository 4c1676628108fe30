import type { Recipe } from "./recipe.ts";

export const importFormatRecipe: Recipe = {
  heading: "Add an import format",
  checks: [
    { file: "test/documented-facts.test.ts", title: "every import format" },
    { file: "test/contract/import-formats.test.ts", title: "Yelp" },
  ],
  missing: /yelp/,
  steps: [
    [
      {
        file: "scripts/import/formats.ts",
        below: 'csv: { about: "CSV',
        text: '  yelp: { about: "CSV of Yelp", source: "yelp", map: { text: "body" }, read: readCsv },',
      },
    ],
    [{ file: "docs/import.md", below: "| `csv`", text: "| `yelp` | CSV of Yelp |" }],
    [
      {
        file: "test/contract/import-formats.test.ts",
        below: 'describe("Google", () => {',
        text: `  test("Yelp: the text is in the column body", async () => {
    const { reviews } = await take("yelp", ["author,rating,date,body\\nKim,5,2025-03-04,Great work\\n"]);
    expect(reviews).toMatchObject([{ author: "Kim", rating: 5, text: "Great work", source: "yelp" }]);
  });
`,
      },
    ],
  ],
};
