import { expect, test } from "vitest";
import { wordsOf } from "../text/words.ts";
import { compileUnknownNameFinder } from "./unknown-names.ts";

const find = compileUnknownNameFinder({
  technicians: [{ id: "ana", name: "Ana Reyes" }],
  services: [],
  service_areas: [],
});

test.for([
  ["The plumber Barnaby came.", ["Barnaby"]],
  ["The receptionist Brenda was rude.", ["Brenda"]],
  ["The office manager, Linda, hung up.", ["Linda"]],
  ["The owner Steve lied.", ["Steve"]],
  ["Our server (Brittany) left.", ["Brittany"]],
  ["Dr. Patel and Mrs Johnson were rude.", ["Patel", "Johnson"]],
  ["Our plumber Ana came.", []],
  ["Our plumber R2D came.", []],
  ["I called the manager. Nobody answered.", []],
  ["My nurse friend. My friend the owner. Steve came.", []],
  ["THE OWNER STEVE LIED TO US.", []],
] as const)("%s", ([text, names]) => {
  expect(find(text, wordsOf(text), [])).toEqual(names);
});
