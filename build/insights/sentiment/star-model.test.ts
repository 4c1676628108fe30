import { describe, expect, test } from "vitest";
import { FeatureExtractor } from "./star-features.ts";
import { type StarModel, trainStarModel } from "./star-model.ts";
import { wordsOf } from "../text/words.ts";

const PRAISED = ["The visit went swimmingly.", "It was a swimmingly done visit by Barnaby."];
const BLAMED = ["The gizmo wobbled all night.", "After the visit the gizmo wobbled, Barnaby said so."];

/** Trains on `low` complaints and twice as much praise. Some words and a name go with the stars. */
function trained(low: number, names: ReadonlySet<string> = new Set()): StarModel {
  const extractor = new FeatureExtractor(names);
  const featuresOf = (text: string): Uint32Array => extractor.extract(text, wordsOf(text));
  const blamed = Array.from({ length: low }, (_, index) => ({
    features: featuresOf(BLAMED[index % 2] ?? ""),
    rating: 1,
  }));
  const praised = Array.from({ length: 2 * low }, (_, index) => ({
    features: featuresOf(PRAISED[index % 4 === 0 ? 1 : 0] ?? ""),
    rating: 5,
  }));
  return trainStarModel([...blamed, ...praised], extractor);
}

describe("weights from the business's own stars", () => {
  test("cover words that are in no lexicon", () => {
    const stars = trained(40);
    expect(stars.logOddsOfText("The gizmo wobbled.")).toBeLessThan(-0.5);
    expect(stars.logOddsOfText("It went swimmingly.")).toBeGreaterThan(0.5);
  });

  test("count more with more reviews, and not at all below 30 complaints", () => {
    expect(trained(29)).toMatchObject({ low: 29, high: 58, blend: 0 });
    expect(trained(40).blend).toBeCloseTo(120 / 420, 10);
    expect(trained(29).logOddsOfText("The gizmo wobbled.")).toBe(0);
  });

  test("leave names out: by the vocabulary, and by a capital inside a sentence", () => {
    expect(trained(40, new Set(["barnaby"])).logOddsOfText("barnaby")).toBe(0);
    expect(trained(40).logOddsOfText("We met Barnaby")).toBe(trained(40).logOddsOfText("We met"));
  });

  test("are the same to the last bit every time", () => {
    expect(trained(50).logOddsOfText(BLAMED.join(" "))).toBe(trained(50).logOddsOfText(BLAMED.join(" ")));
  });

  test("reviews with three stars are not used", () => {
    const extractor = new FeatureExtractor(new Set());
    const rated = Array.from({ length: 99 }, () => ({
      features: extractor.extract("So so.", wordsOf("So so.")),
      rating: 3,
    }));
    expect(trainStarModel(rated, extractor)).toMatchObject({ high: 0, low: 0, blend: 0 });
  });
});
