import { describe, expect, test } from "vitest";
import { denialsOf } from "./denials.ts";
import { isEnglish } from "./language.ts";
import { isSegmentStart, passageOf, type Segments, segmentEnd, segmentStart } from "./passage.ts";
import { matchesAt, PhraseTree } from "./phrases.ts";
import { wordsOf } from "./words.ts";

/** The words of a text with `||` before a sentence, `|` before a clause and `^` after a contrast. */
function divided(text: string): string {
  const { words, sentences, clauses, contrasts } = passageOf(text);
  return words
    .map(({ folded }, at) => {
      const begins = (segments: Segments): boolean => at > 0 && isSegmentStart(segments, at);
      const mark = begins(sentences) ? "|| " : begins(clauses) ? "| " : "";
      const isContrast = at > 0 && (contrasts[at] ?? 0) > (contrasts[at - 1] ?? 0);
      return `${mark}${isContrast ? "^" : ""}${folded}`;
    })
    .join(" ");
}

describe("clauses and sentences", () => {
  test.for([
    ["", ""],
    ["one two", "one two"],
    ["one. two", "one || two"],
    ["one.two $4.50 .two", "one two 4 50 two"],
    ["one? two! three; four", "one || two || three || four"],
    ["one\ntwo", "one || two"],
    ["one Dr. Two. Three", "one dr two || three"],
    ["one dr. two", "one dr || two"],
    ["one Prof. Two. Three", "one prof two || three"],
    ["one。two", "one || two"],
    ["one, two: three (four) five", "one | two | three | four | five"],
    ["one-two one - two one – two one — two one–two", "one two one | two one | two one | two one | two"],
    ["one but two", "one | ^but two"],
    ["one, but two", "one | ^but two"],
    ["one however two. Yet three", "one | ^however two || ^yet three"],
    ["while one two, three, four", "while one two | ^three | four"],
    ["one. While two, three", "one || ^while two | ^three"],
    ["one while two, three", "one | ^while two | three"],
    ["while one. two, three", "while one || two | three"],
    ["one and two because three", "one and two because three"],
  ] as const)("%j is %s", ([text, expected]) => {
    expect(divided(text)).toBe(expected);
  });

  test("a segment goes from its first word to the index after its last one", () => {
    const { sentences, clauses } = passageOf("one two, three. four five");
    expect([0, 1, 2, 3, 4].map((at) => segmentStart(sentences, at))).toEqual([0, 0, 0, 3, 3]);
    expect([0, 1, 2, 3, 4].map((at) => segmentEnd(sentences, at))).toEqual([3, 3, 3, 5, 5]);
    expect([0, 1, 2, 3, 4].map((at) => segmentStart(clauses, at))).toEqual([0, 0, 2, 3, 3]);
    expect([0, 1, 2, 3, 4].map((at) => segmentEnd(clauses, at))).toEqual([2, 2, 3, 5, 5]);
  });

  test("an opinion fades with every word, and more at punctuation, conjunctions and contrasts", () => {
    const share = (text: string): number => {
      const { distance } = passageOf(text);
      return Number(Math.exp(-(distance.at(-1) ?? 0)).toFixed(6));
    };
    expect(share("one")).toBe(1);
    expect(share("one two")).toBe(0.9);
    expect(share("one two three")).toBe(0.81);
    expect(share("one, two")).toBe(0.54);
    expect(share("one. two")).toBe(0.18);
    for (const word of ["and", "or", "then", "which", "who", "because", "so", "when"])
      expect(share(`one ${word}`), word).toBe(0.765);
    expect(share("one, and")).toBe(0.54);
    for (const word of ["but", "however", "although", "though", "yet", "except", "whereas", "while"])
      expect(share(`one ${word}`), word).toBe(0.108);
    expect(share("one, but")).toBe(0.0648);
    expect(share("one. But")).toBe(0.0216);
  });
});

describe("denials", () => {
  const deniedIn = (text: string): string => {
    const passage = passageOf(text);
    const denials = denialsOf(passage);
    return passage.words
      .map(({ folded }, at) => (denials.has(at) ? `${folded}-${denials.get(at)}` : folded))
      .join(" ");
  };

  test.for([
    ["so much for good work, price", "so much for good-praise work-praise price"],
    ["so much good", "so much good"],
    ["good luck", "good luck"],
    ["wished they came. good", "wished they came-praise good"],
    ["they came and wasn't", "they-everything came-everything and wasnt"],
    ["a b but c d not", "a b but c d not"],
    ["a b but it did not", "a-everything b-everything but it did not"],
    ["a b yet c d e wasn't. good", "a-everything b-everything yet c d e wasnt good"],
    ["a and b c d e wasn't", "a and b c d e wasnt"],
    ["and it wasn't", "and it wasnt"],
    ["a. b and didn't", "a b-everything and didnt"],
    ["a and b", "a and b"],
    ["it wasn't and a", "it wasnt and a"],
    ["not", "not"],
  ] as const)("%s", ([text, expected]) => {
    expect(deniedIn(text)).toBe(expected);
  });
});

describe("languages", () => {
  test.for([
    ["the work is good", true],
    ["muy good work", false],
    ["gracias good work today", true],
    ["one two three four", true],
    ["el trabajo es the work", false],
    ["el trabajo the work was", true],
    ["el trabajo the work here", true],
    ["el la the and", true],
    ["el la los the and", false],
    ["naïve tiles look fine", false],
    ["naïve the work well", true],
    ["ab вг", true],
    ["ab вгд", false],
    ["1 2 3 《》", true],
    ["me a me a me", true],
    ["no me gustó toda la hora tarde", false],
    ["no time for me", true],
  ] as const)("%s is English: %s", ([text, expected]) => {
    expect(isEnglish(text, wordsOf(text))).toBe(expected);
  });
});

describe("phrases", () => {
  const tree = new PhraseTree<string>();
  for (const phrase of [
    "did not show",
    "his/her van",
    "# hours late",
    "left * mess",
    "* alone",
    "not good",
    "will not come",
    "top-notch",
    "good",
    "good as new",
    "  spaced   out ",
    "...",
    "*",
    "can not say enough",
    "not",
    "a/b c/d",
  ])
    tree.add(phrase, phrase.trim());
  tree.add("good", "good again");
  tree.add("good", "good");

  const matchesIn = (text: string): string[] => {
    const passage = passageOf(text);
    const { words } = passage;
    return words.flatMap((_, at) =>
      matchesAt(tree, passage, at).map(
        ({ entries, end }) =>
          `${words
            .slice(at, end)
            .map(({ folded }) => folded)
            .join(" ")} = ${entries.join(" + ")}`,
      ),
    );
  };

  test.for([
    ["nothing here", []],
    ["they did not show", ["did not show = did not show", "not = not"]],
    ["didn't show", ["didnt = not", "didnt show = did not show"]],
    ["didn't good", ["didnt = not", "didnt good = not good", "good = good + good again"]],
    ["won't come", ["wont = not", "wont come = will not come"]],
    ["cannot say can't say enough", ["cant = not", "cant say enough = can not say enough"]],
    ["her van his van my van", ["her van = his/her van", "his van = his/her van"]],
    ["late two hours late", ["hours late = # hours late"]],
    ["hours late", ["hours late = # hours late"]],
    ["left a mess left big ugly mess left mess", ["left a mess = left * mess"]],
    ["alone", ["alone = * alone"]],
    ["top notch top. notch", ["top notch = top-notch"]],
    ["good as new", ["good = good + good again", "good as new = good as new"]],
    ["good. as new", ["good = good + good again"]],
    ["spaced out", ["spaced out = spaced   out"]],
    ["a c a d b c b d a b", ["a c = a/b c/d", "a d = a/b c/d", "b c = a/b c/d", "b d = a/b c/d"]],
  ] as const)("%s", ([text, expected]) => {
    expect(matchesIn(text)).toEqual(expected);
  });

  test("a number inside a phrase is a numeral or a word for one", () => {
    const own = new PhraseTree<string>();
    own.add("came # late", "late");
    const isMatch = (text: string): boolean => {
      return matchesAt(own, passageOf(text), 0).length > 0;
    };
    expect(["came 3 late", "came two late", "came 3pm late", "came dozen late"].map(isMatch)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(["came so late", "came x3 late", "came late"].some(isMatch)).toBe(false);
  });
});
