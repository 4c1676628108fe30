import { expect, test } from "vitest";
import { parseAuthor, seemsPersonal, styleAuthor } from "./redact.ts";

test.for([
  ["Kim Doe", { name: "Kim Doe", masked: false }],
  ["  Kim\n Doe\t", { name: "Kim Doe", masked: false }],
  ["", { masked: false }],
  ["Tom @ Acme", { name: "Tom @ Acme", masked: false }],
  ["kim.doe@mail.example", { name: "K.", masked: true }],
  ["élodie@mail.example", { name: "É.", masked: true }],
  ["42kim@mail.example", { masked: true }],
  ["Kim Doe <kim@mail.example>", { name: "Kim Doe", masked: true }],
  ["kim@mail.example, Kim", { name: "Kim", masked: true }],
  ["a@b.example c@d.example", { name: "A.", masked: true }],
] as const)("author %s", ([raw, author]) => {
  expect(parseAuthor(raw)).toEqual(author);
});

test.for([
  ["Kim van Doe", "Kim", "K. v. D."],
  ["Doe, Kim", "Kim", "K. D."],
  ["Doe，Mr Kim", "Kim", "K. D."],
  ["van der Berg, Anna", "Anna", "A. v. d. B."],
  ["Dr. Ada Byron", "Ada", "A. B."],
  ["Prof.Dr.Ada Byron", "Ada", "A. B."],
  ["Byron, Dr. Ada", "Ada", "A. B."],
  ["Kim Doe, Ph.D.", "Kim", "K. D."],
  ["Doe, Jr., Kim", "Kim", "K. D."],
  ["Kim D., Leeds", "Kim", "K. D. L."],
  ["Kim", "Kim", "K."],
  ["Anne-Marie O'Neil", "Anne-Marie", "A. O."],
  ["kim.doe", "kim", "k. d."],
  ["J.R. Doe", "J.", "J. R. D."],
  ["K.", "K.", "K."],
  // A family name alone.
  ["Dr. Byron", "B.", "B."],
  ["Byron, MD", "B.", "B."],
  ["Doe,", "D.", "D."],
  ["王小明", "王.", "王."],
  ["田中 花子", "田.", "田. 花."],
  ["김민수", "김.", "김."],
  ["マイケル", "マ.", "マ."],
  // No name at all.
  ["Dr.", "Dr.", "Dr."],
  ["42", "42", "42"],
] as const)("of %s the first name is %s, the initials are %s", ([name, first, initials]) => {
  expect(styleAuthor(name, "first")).toBe(first);
  expect(styleAuthor(name, "initials")).toBe(initials);
  expect(styleAuthor(name, "full")).toBe(name);
});

test.for([
  ["call me on 0113 496 0000", true],
  ["+44 (113) 4960000 any time", true],
  ["write to kim@mail.example", true],
  ["arrived 10:30, left 11:45, paid 120.00", false],
  ["2 men, 3 hours, 04-05", false],
] as const)("%s: seems personal: %s", ([text, personal]) => {
  expect(seemsPersonal(text)).toBe(personal);
});
