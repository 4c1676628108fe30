import { expect, test } from "vitest";
import { foldText } from "../../model/fold.ts";
import { findTraces, tracesOf } from "./trace.ts";

test.for([
  ["Σίσυφος, the owner of the heron"],
  ["In der Gieẞerei stand ein Reiher"],
  ["İzmir and the Kelvin sign \u212A"],
  ["The ﬁrst heron, Ångström and e\u0301te\u0301"],
] as const)("%s is found as it stands, folded as in the search table, and in upper case", ([words]) => {
  const traces = tracesOf([], [], [], [words]);
  for (const written of [
    words,
    foldText(words),
    JSON.stringify(words),
    words.toUpperCase().replace("SS", "ẞ"),
  ])
    expect(findTraces(Buffer.from(`…, ${written} …`), traces), written).toEqual(["words"]);
  expect(findTraces(Buffer.from("The heron stood elsewhere."), traces)).toEqual([]);
});
