import { expect, test } from "vitest";
import { judgedPersons, PERSON_SETS } from "./persons.ts";
import { countsOn } from "./labeled-claims.ts";

test.for([
  [...PERSON_SETS[0], { found: 0.2, praise: 0.8 }],
  [...PERSON_SETS[1], { found: 0, praise: 0.8 }],
  [...PERSON_SETS[2], { found: 0, praise: 0.77 }],
] as const)("%s: nobody is criticised falsely", ([, file, least]) => {
  const persons = judgedPersons(file);
  const criticism = countsOn("complaint", persons);
  expect(criticism.claimed - criticism.right).toBe(0);
  expect(criticism.right / criticism.labeled).toBeGreaterThanOrEqual(least.found);
  const praise = countsOn("praise", persons);
  expect(praise.right / praise.claimed).toBeGreaterThanOrEqual(least.praise);
});
