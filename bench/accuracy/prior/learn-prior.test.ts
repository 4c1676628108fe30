import { expect, test } from "vitest";
import { EVIDENCE } from "../../../build/insights/sentiment/evidence.ts";
import { Prior, SHIPPED } from "../../../build/insights/sentiment/prior.ts";
import { SegmentReader } from "../../../build/insights/sentiment/segment-reader.ts";
import { passageOf } from "../../../build/insights/text/passage.ts";
import { homeAspectIds, homeAspects, priorAspectIds } from "../labeled.ts";
import { evidenceSamples } from "./evidence-samples.ts";
import { type EvidenceFold, learnWords, NO_TREES, withTrees } from "./learn-prior.ts";
import { readCorpus } from "./prior-corpus.ts";
import { compileTextReader, outputOf, Vocabulary } from "./segment-samples.ts";
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
  const reader = new SegmentReader(new Prior(weights, homeAspects()));
  /** By network. */
  const complaints = (aspect: number, neighbor: string): number[] => {
    const passage = passageOf(textOf(neighbor));
    reader.read(
      passage,
      Array.from(passage.words, () => "business" as const),
    );
    return reader.scores.map((scores) => scores.logOddsAt(place, outputOf(aspect, -1)));
  };
  for (const [neighbor, aspect, other] of [
    ["The first window passed.", PUNCTUALITY, HONESTY],
    ["The second invoice arrived.", HONESTY, PUNCTUALITY],
  ] as const) {
    expect(Math.min(...complaints(aspect, neighbor))).toBeGreaterThan(16);
    expect(Math.max(...complaints(other, neighbor))).toBeLessThan(-16);
  }
});

test("a word of one text has no weights, however often the text counts", () => {
  const texts = textsWith((neighbor) => `${neighbor} ${AGAIN}`);
  const withWord = { ...(texts[0] as TrainingText), text: `Kanzuri! ${AGAIN}`, spans: [] };
  const { features, biases } = learnWords(readCorpus([...texts, withWord, withWord, withWord]));
  const names = features.map((line) => line.slice(0, -biases.length));
  expect(names).toContain("again");
  expect(names).not.toContain("kanzuri");
});

test("home services and the other trades learn trees from evidence of their own, without the group that is left out", () => {
  const sample = (isRight: boolean): EvidenceFold["samples"][number] => {
    const values = new Float64Array(EVIDENCE.length);
    return { side: "complaint", values, stars: 2, isRight, importance: 1 };
  };
  const wrong = [sample(false), sample(false)];
  const words = { ...SHIPPED, ...NO_TREES };
  const right = [sample(true), sample(true)];
  const folds = [
    { fold: 0, words, samples: wrong, ofTrades: right },
    { fold: 1, words, samples: [...right, ...right], ofTrades: [...wrong, ...wrong] },
  ];
  const { evidence, evidenceOfTrades } = withTrees(words, folds, 1);
  expect(evidence.complaint.bias).toBeLessThan(0);
  expect(evidenceOfTrades.complaint.bias).toBeGreaterThan(0);
});

test("only right claims count more than once", () => {
  const text = "The food was cold and the waiter was rude.";
  const labels = new Map([[priorAspectIds().indexOf("food"), "-"]] as const);
  const labeled = { source: "batch", pack: "restaurants", text, rating: 1, labels } as const;
  const samples = evidenceSamples([compileTextReader(new Vocabulary())(labeled)], SHIPPED, () => 7);
  expect(new Set(samples.map(({ isRight, importance }) => `${isRight} ${importance}`))).toEqual(
    new Set(["true 7", "false 1"]),
  );
});
