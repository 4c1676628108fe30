import { expect, test } from "vitest";
import { Prior } from "../../../build/insights/sentiment/prior.ts";
import { SegmentScores } from "../../../build/insights/sentiment/segment-scores.ts";
import { passageOf } from "../../../build/insights/text/passage.ts";
import { homeAspectIds, homeAspects } from "../labeled.ts";
import { learnWords } from "./learn-prior.ts";
import { readCorpus } from "./prior-corpus.ts";
import { outputOf } from "./segment-samples.ts";
import type { TrainingText } from "./training-texts.ts";

const PUNCTUALITY = homeAspectIds().indexOf("punctuality");
const HONESTY = homeAspectIds().indexOf("honesty");
const AGAIN = "Again and again.";

/** The neighbor decides of which aspect "again" complains. */
function textsWith(textOf: (neighbor: string) => string): TrainingText[] {
  return Array.from({ length: 400 }, (_, at) => {
    const aspect = at % 2 === 0 ? PUNCTUALITY : HONESTY;
    const text = textOf(at % 2 === 0 ? "The first window passed." : "The second invoice arrived.");
    const start = text.indexOf(AGAIN);
    return {
      source: `batch ${at % 8}`,
      pack: "home-services",
      text,
      rating: 1,
      labels: new Map([[aspect, "-"]]),
      spans: [{ aspect, sign: -1, start, end: start + AGAIN.length }],
    };
  });
}

test.for([
  ["before", 1, (neighbor: string) => `${neighbor} ${AGAIN}`],
  ["after", 0, (neighbor: string) => `${AGAIN} ${neighbor}`],
] as const)("a build reads a segment by the one %s it as the learner does", ([, place, textOf]) => {
  const weights = learnWords({ ...readCorpus(textsWith(textOf)), phrases: [] });
  const scores = new SegmentScores(new Prior(weights, homeAspects()));
  const complaints = (neighbor: string): number[] => {
    const passage = passageOf(textOf(neighbor));
    scores.read(
      passage,
      Array.from(passage.words, () => "business" as const),
    );
    return [PUNCTUALITY, HONESTY].map((aspect) => scores.logOddsAt(place, outputOf(aspect, -1)));
  };
  const [late = 0, notDishonest = 0] = complaints("The first window passed.");
  expect(late).toBeGreaterThan(16);
  expect(notDishonest).toBeLessThan(-16);
  const [notLate = 0, dishonest = 0] = complaints("The second invoice arrived.");
  expect(notLate).toBeLessThan(-16);
  expect(dishonest).toBeGreaterThan(16);
});
