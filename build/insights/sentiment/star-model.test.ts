import { describe, expect, test } from "vitest";
import { FeatureExtractor } from "./star-features.ts";
import { learnFrom, type StarModel, starModelOf, trainStarModel } from "./star-model.ts";
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

  test("are of words that three reviews have", () => {
    const times = (count: number, text: string, rating: number) =>
      Array.from({ length: count }, () => ({ text, rating }));
    const { weights } = learnFrom(
      [
        ...times(30, "fine", 5),
        ...times(30, "poor", 1),
        ...times(3, "tidy", 5),
        ...times(2, "mucky", 1),
        ...times(4, "meh", 3),
      ],
      new Set(),
    );
    expect(Object.keys(weights)).toEqual(["fine", "poor", "tidy"]);
  });

  test("are of the 5,000 most frequent features, of equal ones the first", () => {
    const NONE = new Uint32Array();
    const first = 100;
    /** Trains on 5,001 features, which four reviews have. */
    const keptOf = (rareFeature?: number): ReadonlySet<number> => {
      const common = Uint32Array.from({ length: 5001 }, (_, index) => first + index);
      const rated = Array.from({ length: 60 }, (_, index) => ({
        features: index < 4 ? common : NONE,
        rating: index < 30 ? 1 : 5,
      }));
      // One feature is rarer than the others.
      rated[0] = { features: common.filter((feature) => feature !== rareFeature), rating: 1 };
      return new Set(trainStarModel(rated, new FeatureExtractor(new Set())).weights.keys());
    };
    const all = new Set(Array.from({ length: 5001 }, (_, index) => first + index));
    const dropped = (kept: ReadonlySet<number>): number[] => [...all.difference(kept)];
    expect(dropped(keptOf(first))).toEqual([first]);
    expect(dropped(keptOf(first + 2000))).toEqual([first + 2000]);
    expect(dropped(keptOf())).toEqual([first + 5000]);
  });

  test("have exactly these values", () => {
    const stars = trained(30);
    const odds = (text: string): number => Number(stars.logOddsOfText(text).toFixed(6));
    expect(stars).toMatchObject({ high: 60, low: 30, blend: 90 / 390 });
    expect(
      Object.fromEntries(
        ["gizmo", "swimmingly", "visit", "the gizmo", ...BLAMED, ...PRAISED, "unknown", ""].map((text) => [
          text,
          odds(text),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      {
        "": 0,
        "After the visit the gizmo wobbled, Barnaby said so.": -4,
        "It was a swimmingly done visit by Barnaby.": 4,
        "The gizmo wobbled all night.": -4,
        "The visit went swimmingly.": 4,
        "gizmo": -2.535327,
        "swimmingly": 3.514898,
        "the gizmo": -3.20929,
        "unknown": 0,
        "visit": 1.735305,
      }
    `);
  });

  test("are the same after they were written to learned.json and read", () => {
    const names = new Set<string>();
    const reviews = [
      ...Array.from({ length: 40 }, (_, index) => ({ text: BLAMED[index % 2] ?? "", rating: 1 })),
      ...Array.from({ length: 80 }, (_, index) => ({
        text: PRAISED[index % 4 === 0 ? 1 : 0] ?? "",
        rating: 5,
      })),
    ];
    const read = starModelOf(learnFrom(reviews, names), names);
    const trainedOnes = trained(40);
    for (const text of [...BLAMED, ...PRAISED, "gizmo", "not a gizmo", "unknown", ""])
      expect(read.logOddsOfText(text)).toBeCloseTo(trainedOnes.logOddsOfText(text), 2);
    expect(read).toMatchObject({ high: 80, low: 40, blend: 120 / 420 });
  });

  test("are none without learned.json, and with too few reviews", () => {
    expect(starModelOf(undefined, new Set())).toMatchObject({ high: 0, low: 0, blend: 0 });
    expect(starModelOf({ high: 29, low: 40, weights: {} }, new Set())).toMatchObject({
      high: 29,
      low: 40,
      blend: 0,
    });
  });

  test('tell a word after a "not" from the word, and from others after a "not"', () => {
    const read = starModelOf({ high: 90, low: 90, weights: { "!late": 1 } }, new Set());
    expect(read.logOddsOfText("not late")).toBeGreaterThan(0);
    for (const text of ["late", "not early", "unknown"]) expect(read.logOddsOfText(text)).toBe(0);
  });

  test("need thirty reviews of each class", () => {
    const extractor = new FeatureExtractor(new Set());
    const rated = (count: number, rating: number) =>
      Array.from({ length: count }, () => ({ features: extractor.extract("ok", wordsOf("ok")), rating }));
    const blendOf = (low: number, high: number): number =>
      trainStarModel([...rated(low, 2), ...rated(high, 4)], extractor).blend;
    expect([blendOf(30, 29), blendOf(29, 30)]).toEqual([0, 0]);
    expect(blendOf(30, 30)).toBeCloseTo(60 / 360, 10);
  });
});

describe("features", () => {
  const extractor = new FeatureExtractor(new Set(["barnaby"]));
  const featuresOf = (text: string): number[] => [...extractor.extract(text, wordsOf(text))];
  const common = (a: string, b: string): number => {
    const other = new Set(featuresOf(b));
    return featuresOf(a).filter((feature) => other.has(feature)).length;
  };

  test("are the words and the pairs of neighbors, each once", () => {
    expect(featuresOf("one")).toHaveLength(1);
    expect(featuresOf("one two")).toHaveLength(3);
    expect(featuresOf("one two one two")).toHaveLength(4);
    expect(featuresOf("one, two")).toHaveLength(2);
    expect(featuresOf("one - two")).toHaveLength(3);
    expect(featuresOf("one  two")).toHaveLength(3);
    expect(common("one two", "two one")).toBe(2);
  });

  test("tell a word from the same word after a not, up to three words on and within the clause", () => {
    expect(common("good", "not good")).toBe(0);
    expect(common("good", "not so very good")).toBe(0);
    expect(common("good", "not so very very good")).toBe(1);
    expect(common("good", "not, good")).toBe(1);
    expect(common("not good", "never good")).toBe(1);
  });

  test("leave out names, except in a text that is written in capitals", () => {
    expect(featuresOf("barnaby")).toEqual([]);
    expect(featuresOf("we met Barnaby")).toHaveLength(3);
    expect(featuresOf("we met Ottokar")).toHaveLength(3);
    expect(featuresOf("we met ottokar")).toHaveLength(5);
    expect(featuresOf("Ottokar")).toHaveLength(1);
    expect(featuresOf("we. Ottokar")).toHaveLength(2);
    expect(featuresOf("we I")).toHaveLength(3);
    expect(featuresOf("WE MET OTTOKAR TODAY")).toHaveLength(7);
    expect(featuresOf("we Barnaby met")).toHaveLength(2);
  });

  test("of words that were not seen in training are none", () => {
    const closed = new FeatureExtractor(new Set());
    closed.extract("one two", wordsOf("one two"));
    const { size } = closed;
    closed.close();
    expect([...closed.extract("three", wordsOf("three"))]).toEqual([]);
    expect(closed.extract("one three two", wordsOf("one three two"))).toHaveLength(2);
    expect(closed.size).toBe(size);
    expect(closed.extract("one two", wordsOf("one two")).every((feature) => feature < size)).toBe(true);
  });
});
