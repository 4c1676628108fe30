import { expect, test } from "vitest";
import { joinProse, PLACEHOLDERS } from "./prose.ts";

const placeholders = new Set<string>(PLACEHOLDERS);
const textOf = (title: string, text: string) => joinProse(title, text, placeholders).text;

test.for([
  ["", "Good work.", "Good work."],
  ["Great", "Good work.", "Great\nGood work."],
  ["Great\njob", "Good work.", "Great job\nGood work."],
  ["Great", "", "Great"],
  ["Great", "N/A", "Great"],
  ["N/A", "Good work.", "Good work."],
  // A title that a site made of the text says nothing new.
  ["Good work.", "Good work.", "Good work."],
  ["Good work…", "Good work and tidy.", "Good work and tidy."],
  ["Good...", "Good work.", "Good work."],
  ["Good", "Good work.", "Good\nGood work."],
] as const)("title %j and text %j make %j", ([title, text, joined]) => {
  expect(textOf(title, text)).toBe(joined);
});

test.for([
  "",
  " ",
  "-",
  "--",
  "–",
  "...",
  "…",
  "N/A",
  "n/a.",
  "Did not answer",
  "DID  NOT ANSWER.",
  "None given",
])("%j is no text", (text) => {
  expect(textOf("", text)).toBeNull();
});

test.for(["None. Quite satisfied.", "No", ":)", "👍", "5", "Nothing.", "Not answered in time"])(
  "%j is a text",
  (text) => {
    expect(textOf("", text)).toBe(text);
  },
);

test("what was written keeps the placeholder, so that another list of them changes no id", () => {
  expect(joinProse("", "N/A", placeholders).written).toBe("N/A");
  expect(joinProse("", "N/A", new Set())).toEqual({ written: "N/A", text: "N/A" });
});

test.for([
  ["(Translated by Google) Very good\n\n(Original)\nSehr gut", "Sehr gut"],
  ["Sehr gut\n\n(Translated by Google)\nVery good", "Sehr gut"],
  ["I said (Original) once", "I said (Original) once"],
] as const)("keeps the customer's own words of %j", ([text, own]) => {
  expect(textOf("", text)).toBe(own);
});
