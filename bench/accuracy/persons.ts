import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ClaimModel } from "../../build/insights/sentiment/claim-model.ts";
import { judge } from "../../build/insights/sentiment/judge.ts";
import { SHIPPED } from "../../build/insights/sentiment/prior.ts";
import { UNTRAINED } from "../../build/insights/sentiment/star-model.ts";
import { compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import { homeAspects, NO_NAMES } from "./labeled.ts";
import { type Label, UNSTATED } from "./labeled-reviews.ts";
import { claimsOf, type LabeledClaim, labeledClaims } from "./labeled-claims.ts";

/** The employees whom the texts name. */
const TECHNICIANS = [
  { id: "brandon", name: "Brandon Lee" },
  { id: "karen", name: "Karen Whitfield" },
  { id: "mateo", name: "Mateo Tanaka" },
  { id: "luis", name: "Luis Ortega" },
  { id: "dana", name: "Dana Cole" },
  { id: "priya", name: "Priya Nair" },
];

/** Reviews that name employees, by a file of theirs. Nobody read the errors in the second; those in the third were read once. */
export const PERSON_SETS = [
  ["single reviews that name employees, errors read", "persons.tsv"],
  ["single reviews that name employees, kept aside", "persons-unread.tsv"],
  ["single reviews that name employees, by two further authors", "persons-more.tsv"],
] as const;

/**
 * The persons of a file, by the verdicts of single reviews. Its lines are stars, labels such as "ana+ bo-", and the
 * text, with tabs between them.
 */
export function judgedPersons(file: string): LabeledClaim[] {
  const aspects = homeAspects();
  const analyzeText = compileTextAnalyzer(aspects, { ...NO_NAMES, technicians: TECHNICIANS });
  const model = new ClaimModel(SHIPPED, aspects);
  const lines = readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.flatMap((line) => {
    const [stars, written = "", text = ""] = line.split("\t");
    const labels = written === "-" ? [] : written.split(" ");
    const labelOf = new Map(labels.map((label) => [label.slice(0, -1), label.slice(-1) as Label]));
    const mentions = { technicians: [], services: [], service_areas: [] };
    const review = { ...UNSTATED, id: "", url: "", mentions, rating: Number(stars), text };
    const { technicians } = judge({ review, text, analysis: analyzeText(text) }, UNTRAINED, model);
    return labeledClaims(labelOf, claimsOf(technicians));
  });
}
