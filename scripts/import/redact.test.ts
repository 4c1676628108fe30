import { expect, test } from "vitest";
import { parseAuthor, seemsPersonal } from "./redact.ts";

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
  ["call me on 0113 496 0000", true],
  ["+44 (113) 4960000 any time", true],
  ["write to kim@mail.example", true],
  ["arrived 10:30, left 11:45, paid 120.00", false],
  ["2 men, 3 hours, 04-05", false],
] as const)("%s: seems personal: %s", ([text, personal]) => {
  expect(seemsPersonal(text)).toBe(personal);
});
