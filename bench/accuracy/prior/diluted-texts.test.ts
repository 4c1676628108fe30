import { expect, test } from "vitest";
import { seededRandom } from "../../../scripts/generate.ts";
import { dilutedTexts } from "./diluted-texts.ts";
import type { TrainingText } from "./training-texts.ts";

const textOf = (text: string, pack: TrainingText["pack"], judging?: string): TrainingText => ({
  source: "batch",
  pack,
  text,
  rating: 5,
  labels: new Map([[0, "+"]]),
  ...(judging !== undefined && {
    spans: [
      { aspect: 0, sign: 1, start: text.indexOf(judging), end: text.indexOf(judging) + judging.length },
    ],
  }),
});

const JUDGING = "The soup here was great!";
const TEXTS = [
  textOf(`We came by train. ${JUDGING} It rained. We left when it got dark.`, "restaurants", "great"),
  textOf("We had my hair cut. They were kind to all of us.", "salons", "kind to all of us"),
  textOf("Nobody says where this judges. It may do so anywhere.", "restaurants"),
];
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!]) /);

/** By text, the sentences of its diluted forms. */
const diluted = (index: number): string[][] =>
  Array.from({ length: 50 }, (_, seed) =>
    sentencesOf(dilutedTexts(TEXTS, seededRandom(seed))[index]?.text ?? ""),
  );

test("only sentences that are known to judge nothing are added, of the same trade and of four words or more", () => {
  const ofRestaurants = ["We came by train.", "We left when it got dark."];
  const added = (index: number): Set<string> => {
    const own = new Set(sentencesOf(TEXTS[index]?.text ?? ""));
    return new Set(diluted(index).flatMap((sentences) => sentences.filter((sentence) => !own.has(sentence))));
  };
  expect([...added(2)].toSorted()).toEqual(ofRestaurants);
  expect([...added(0)]).toEqual([]);
  expect([...added(1)]).toEqual([]);
  for (const sentences of diluted(0))
    expect(sentences.filter((one) => one === JUDGING || one === "It rained.")).toHaveLength(2);
});

test("a text keeps its sentences in order, its stars and its labels, but no spans", () => {
  for (const sentences of diluted(2)) {
    const own = sentences.filter((sentence) => TEXTS[2]?.text.includes(sentence));
    expect(own.join(" ")).toBe(TEXTS[2]?.text);
    expect(sentences.length).toBeGreaterThan(own.length);
  }
  const [first] = dilutedTexts(TEXTS, seededRandom(1));
  expect(first).toEqual({ ...TEXTS[0], spans: undefined, text: first?.text });
});

test("three tenths to twice as many sentences are added, and the same numbers add the same ones", () => {
  const long = textOf("We came by train. ".repeat(10).trim(), "restaurants", "nothing");
  const countBy = (random: () => number): number =>
    sentencesOf(dilutedTexts([long], random)[0]?.text ?? "").length;
  expect(countBy(() => 0)).toBe(13);
  expect(countBy(() => 0.999_999)).toBe(30);
  expect(dilutedTexts(TEXTS, seededRandom(3))).toEqual(dilutedTexts(TEXTS, seededRandom(3)));
});
