import { describe, expect, test } from "vitest";
import { COMPLAINT, NEUTRAL, OTHER_BUSINESS, PRAISE } from "../../build/insights/lexicon/phrases.ts";
import { wordsOf } from "../../build/insights/text/words.ts";
import { EVALUATION } from "../../build/insights/report/method.ts";
import { contrastedTerms } from "./contrasts.ts";
import { homeServices } from "./home-services.ts";
import { contentAspects, evaluationSentences, type AccuracyRow, missingTexts } from "./labelled.ts";
import { ownSentences } from "./own-sentences.ts";
import { patientComments } from "./patients.ts";

const missing = missingTexts();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

const fold = (text: string): string =>
  wordsOf(text)
    .map(({ folded }) => folded)
    .join(" ");

/** "never use/call them" stands for two phrases. */
const alternatives = (phrase: string): string[] =>
  phrase
    .split(/\s+/)
    .reduce<string[]>(
      (all, part) => all.flatMap((start) => part.split("/").map((one) => `${start} ${one}`)),
      [""],
    );

/** Minimum accuracy in percent. */
const FLOORS: readonly (readonly [set: string, measure: string, floor: number])[] = [
  ["home services, all", "aspect F1", 90],
  ["home services, all", "polarity of found aspects", 85],
  ["home services, even: errors not read", "aspect F1", 88],
  ["home services, even: errors not read", "polarity of found aspects", 85],
  ["home services, all", "technicians F1", 97],
  ["home services, all", "services F1", 97],
  ["home services, all", "areas F1", 97],
  ["patients' comments, 5 folds by respondent", "balanced accuracy, with own ratings", 75],
  ["MAMS terms, test", "praise or blame", 80],
];

test.for([
  ["own sentences, used to fix rules", "aspect F1", 95],
  ["own sentences, used to fix rules", "polarity of found aspects", 95],
  ["own sentences, errors not read", "aspect F1", 65],
  ["own sentences, errors not read", "polarity of found aspects", 85],
] as const)("%s: %s is at least %d", ([set, measure, floor]) => {
  const row = ownSentences().find((one) => one.set === set && one.measure === measure);
  expect(row?.ours).toBeGreaterThanOrEqual(floor);
});

describe.skipIf(missing !== undefined)("accuracy on labelled texts", () => {
  const measured: readonly AccuracyRow[] =
    missing === undefined
      ? [...ownSentences(), ...homeServices(), ...patientComments(), contrastedTerms("test")]
      : [];
  const find = (set: string, measure: string): AccuracyRow | undefined =>
    measured.find((one) => one.set === set && one.measure === measure);

  test.for(FLOORS)("%s: %s is at least %d", ([set, measure, floor]) => {
    expect(find(set, measure)?.ours).toBeGreaterThanOrEqual(floor);
  });

  test("no evaluation sentence is in a list of words or phrases", () => {
    const ours = contentAspects().flatMap(({ words, weak = [], except = [], events = [] }) => [
      ...words,
      ...weak,
      ...except,
      ...events.map(({ phrase }) => phrase),
    ]);
    const lists = [PRAISE, COMPLAINT, NEUTRAL, OTHER_BUSINESS].flatMap((list) => list.split(/[|\n]/));
    const known = new Set([...ours, ...lists].flatMap(alternatives).map(fold));
    // Prints their number only: nobody may read the sentences of the even half.
    const found = evaluationSentences().filter((sentence) => known.has(fold(sentence)));
    expect(found.length).toBe(0);
  });

  test.for(EVALUATION)(
    "$set: $measure is not published better than measured",
    ({ set, measure, n, value }) => {
      const row = find(set, measure);
      expect(row?.n).toBe(n);
      expect(value).toBeLessThanOrEqual((row?.ours ?? 0) + 0.05);
      expect(value).toBeGreaterThan((row?.ours ?? 0) - 1);
    },
  );
});
