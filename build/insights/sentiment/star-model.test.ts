import { describe, expect, test } from "vitest";
import { Features } from "./star-features.ts";
import { type StarModel, trainStars } from "./star-model.ts";
import { wordsOf } from "../text/words.ts";

const PRAISED = ["The visit went swimmingly.", "It was a swimmingly done visit by Barnaby."];
const BLAMED = ["The gizmo wobbled all night.", "After the visit the gizmo wobbled, Barnaby said so."];

/** `low` complaints and twice as much praise, in which some words go with the stars and a name does too. */
function trained(low: number, names: ReadonlySet<string> = new Set()): StarModel {
  const features = new Features(names);
  const row = (text: string): Uint32Array => features.row(text, wordsOf(text));
  const blamed = Array.from({ length: low }, (_, index) => ({
    row: row(BLAMED[index % 2] ?? ""),
    rating: 1,
  }));
  const praised = Array.from({ length: 2 * low }, (_, index) => ({
    row: row(PRAISED[index % 4 === 0 ? 1 : 0] ?? ""),
    rating: 5,
  }));
  return trainStars([...blamed, ...praised], features);
}

describe("weights from the business's own stars", () => {
  test("know words that no lexicon knows", () => {
    const stars = trained(40);
    expect(stars.ofText("The gizmo wobbled.")).toBeLessThan(-0.5);
    expect(stars.ofText("It went swimmingly.")).toBeGreaterThan(0.5);
  });

  test("count by how many there are, and not at all below 30 complaints", () => {
    expect(trained(29)).toMatchObject({ low: 29, high: 58, blend: 0 });
    expect(trained(40).blend).toBeCloseTo(120 / 420, 10);
    expect(trained(29).ofText("The gizmo wobbled.")).toBe(0);
  });

  test("leave names out: by the vocabulary, and by a capital inside a sentence", () => {
    expect(trained(40, new Set(["barnaby"])).ofText("barnaby")).toBe(0);
    expect(trained(40).ofText("We met Barnaby")).toBe(trained(40).ofText("We met"));
  });

  test("are the same to the last bit every time", () => {
    expect(trained(50).ofText(BLAMED.join(" "))).toBe(trained(50).ofText(BLAMED.join(" ")));
  });

  test("reviews with three stars teach nothing", () => {
    const features = new Features(new Set());
    const rows = Array.from({ length: 99 }, () => ({
      row: features.row("So so.", wordsOf("So so.")),
      rating: 3,
    }));
    expect(trainStars(rows, features)).toMatchObject({ high: 0, low: 0, blend: 0 });
  });
});
