import { expect, test } from "vitest";
import { review } from "../../../test/support/insights.ts";
import { readPack } from "../../load/aspects.ts";
import { judge } from "./judge.ts";
import { isCritical } from "./persons.ts";
import { UNTRAINED } from "./star-model.ts";
import { compileTextAnalyzer } from "./text-analyzer.ts";

const { aspects } = readPack("home-services");
const analyze = compileTextAnalyzer(aspects, { technicians: [], services: [], service_areas: [] });

/** The aspects that a review of five stars complains of. */
const complaintsIn = (text: string): (string | undefined)[] =>
  judge({ review: review({ text, rating: 5 }), text, analysis: analyze(text) }, UNTRAINED).votes.flatMap(
    ({ aspect, polarity }) => (isCritical(polarity) ? [aspects[aspect]?.id] : []),
  );

test.for([
  "He could have sold me a new valve but didn't, fixed the old one and charged forty dollars.",
  "Arturo held to his bid though it took longer than he had thought. So careful with the tub.",
])("no complaint is read into: %s", (text) => {
  expect(complaintsIn(text)).toEqual([]);
});

test.for([
  ["punctuality", "Great crew. My only complaint is that they were two hours late."],
  ["cleanliness", "Great crew, although they left mud all over the stairs."],
] as const)("a complaint of %s stands in: %s", ([aspect, text]) => {
  expect(complaintsIn(text)).toEqual([aspect]);
});
