import type { Recipe } from "./recipe.ts";

export const importFormatRecipe: Recipe = {
  heading: "Add an import format",
  checks: [
    { file: "test/documented-facts.test.ts", title: "every import format" },
    { file: "test/contract/import-layouts.test.ts", title: "birdeye" },
  ],
  missing: /birdeye/,
  steps: [
    [
      {
        file: "scripts/import/service-formats.ts",
        below: "export const SERVICE_FORMATS = {",
        text: `  birdeye: {
    about: "CSV of Birdeye",
    layout: "https://birdeye.example/export",
    read: readCsv,
    source: "birdeye",
    map: { text: ["Feedback"] },
  },`,
      },
    ],
    [{ file: "docs/import.md", below: "| `csv`", text: "| `birdeye` | CSV of Birdeye |" }],
    [
      {
        file: "test/contract/exports/birdeye.csv",
        text: "author,rating,date,Feedback\nKim,5,2025-03-04,Great work\n",
      },
      {
        file: "test/contract/import-layouts.test.ts",
        below: "const LAYOUTS: Partial<Record<FormatName, Layout>> = {",
        text: `  birdeye: { file: "birdeye.csv", first: { author: "Kim", text: "Great work" }, unused: [] },`,
      },
    ],
  ],
};
