import { describe, expect, test } from "vitest";
import { passageOf } from "../text/passage.ts";
import { type LocatedMention, withoutConflicts } from "./conflicts.ts";

/**
 * The mentions that stay. Each is written as `ASPECT SIGN WORDS`, such as "0- left a mess", with `!` before the words of
 * an event and `OPINION` after `<` where the score comes from another word.
 */
function left(text: string, ...mentions: readonly string[]): string[] {
  const passage = passageOf(text);
  const spanOf = (phrase: string): { at: number; end: number } => {
    const parts = phrase.split(" ");
    const at = passage.words.findIndex((_, start) =>
      parts.every((part, index) => passage.words[start + index]?.folded === part),
    );
    if (at < 0) throw new Error(`${phrase} is not in the text`);
    return { at, end: at + parts.length };
  };
  const located = mentions.map((written): LocatedMention => {
    const [, aspect = "", score = "", mark, phrase = "", opinion] =
      /^(\d)([-+]\d?) (!?)([^<]+?)(?: < (.+))?$/.exec(written) ?? [];
    const { at, end } = spanOf(phrase);
    return {
      at,
      last: end - 1,
      main: opinion === undefined ? undefined : spanOf(opinion),
      statement: {
        aspect: Number(aspect),
        score: Number(score.length === 1 ? `${score}1` : score),
        start: 0,
        end: 0,
        phrase: written,
        ...(mark === "!" ? { isEvent: true as const } : {}),
      },
    };
  });
  return withoutConflicts(passage, located).map(({ statement }) => statement.phrase);
}

describe("of two events of a clause without a conjunction between them one stands", () => {
  const MESS = "0- !left a mess";
  const LATE = "1- !two hours late";

  test.for<[string, readonly string[], readonly string[]]>([
    ["they left a mess two hours late", [MESS, LATE], [MESS]],
    ["they came two hours late left a mess", [MESS, LATE], [LATE]],
    ["ana and bo left a mess two hours late and went", [MESS, LATE], [MESS]],
    ["they left a mess and two hours late", [MESS, LATE], [MESS, LATE]],
    ["they left a mess, two hours late", [MESS, LATE], [MESS, LATE]],
    [
      "they left a mess two hours late again",
      [MESS, "1- !two hours late again"],
      ["1- !two hours late again"],
    ],
    // a longer opinion is no event
    ["they left a mess very badly indeed again", [MESS, "1- very badly indeed again"], [MESS]],
    // the same words
    ["they left a mess", [MESS, "1- !left a mess"], [MESS]],
    ["they left a mess", ["1- !left a mess", MESS], [MESS]],
    ["they left a mess", ["1- !left a", MESS], [MESS]],
    // praise, and the same aspect
    ["they left a mess two hours late", ["0+ !left a mess", LATE], ["0+ !left a mess", LATE]],
    ["they left a mess two hours late", [MESS, "0- !two hours late"], [MESS, "0- !two hours late"]],
  ])("%s: %j", ([text, mentions, expected]) => {
    expect(left(text, ...mentions)).toEqual(expected);
  });
});

describe("a complaint by an opinion is no second one", () => {
  test.for<[string, readonly string[], readonly string[]]>([
    // an event tells of another aspect
    ["the price was bad and they left a mess", ["0- price < bad", "1- !left a mess"], ["1- !left a mess"]],
    [
      "the price was bad, they left a mess",
      ["0- price < bad", "1- !left a mess"],
      ["0- price < bad", "1- !left a mess"],
    ],
    [
      "the price was bad and they left a mess",
      ["0+ price < bad", "1- !left a mess"],
      ["0+ price < bad", "1- !left a mess"],
    ],
    // the opinion is in the aspect's own words
    [
      "they were rude and left a mess",
      ["0- rude < rude", "1- !left a mess"],
      ["0- rude < rude", "1- !left a mess"],
    ],
    // one opinion, two aspects: the nearer one
    ["the price of the work was bad", ["0- price < bad", "1- work < bad"], ["1- work < bad"]],
    ["bad was the price of the work", ["0- price < bad", "1- work < bad"], ["0- price < bad"]],
    ["price bad work", ["0- price < bad", "1- work < bad"], ["0- price < bad", "1- work < bad"]],
    ["bad price, poor work", ["0- price < bad", "1- work < poor"], ["0- price < bad", "1- work < poor"]],
  ])("%s: %j", ([text, mentions, expected]) => {
    expect(left(text, ...mentions)).toEqual(expected);
  });
});

describe("of opposite statements of one aspect in a sentence", () => {
  test.for<[string, readonly string[], readonly string[]]>([
    // the stronger one after a contrast stands
    ["cheap but pricey", ["0+1 cheap", "0-2 pricey"], ["0-2 pricey"]],
    ["cheap but pricey", ["0+1 cheap", "0-1 pricey"], ["0-1 pricey"]],
    ["cheap but pricey", ["0+2 cheap", "0-1 pricey"], ["0+2 cheap", "0-1 pricey"]],
    ["cheap and pricey", ["0+1 cheap", "0-2 pricey"], ["0+1 cheap", "0-2 pricey"]],
    ["cheap. but pricey", ["0+1 cheap", "0-2 pricey"], ["0+1 cheap", "0-2 pricey"]],
    ["cheap but pricey", ["0+1 cheap", "1-2 pricey"], ["0+1 cheap", "1-2 pricey"]],
    ["cheap but pricey", ["0+1 cheap", "0+2 pricey"], ["0+1 cheap", "0+2 pricey"]],
    // an event outweighs an opinion, on its side of a contrast
    ["the repair failed", ["0+ repair", "0- !failed"], ["0- !failed"]],
    ["the failed repair", ["0+ repair", "0- !failed"], ["0- !failed"]],
    ["the repair, it failed", ["0+ repair", "0- !failed"], ["0- !failed"]],
    ["the repair. it failed", ["0+ repair", "0- !failed"], ["0+ repair", "0- !failed"]],
    ["the failed but repair", ["0+ repair", "0-2 !failed"], ["0+ repair", "0-2 !failed"]],
    ["the bad repair worked", ["0- repair", "0+ !worked"], ["0+ !worked"]],
    // a complaint denies the praise after it in its clause
    ["failed to work perfectly", ["0- !failed", "0+ !work perfectly"], ["0- !failed"]],
    ["work perfectly failed", ["0- !failed", "0+ !work perfectly"], ["0- !failed", "0+ !work perfectly"]],
    ["failed to fail", ["0- !failed", "0+ !failed to fail"], ["0- !failed", "0+ !failed to fail"]],
    [
      "failed, then work perfectly",
      ["0- !failed", "0+ !work perfectly"],
      ["0- !failed", "0+ !work perfectly"],
    ],
    ["work perfectly yet failed", ["0- !failed", "0+ !work perfectly"], ["0- !failed"]],
  ])("%s: %j", ([text, mentions, expected]) => {
    expect(left(text, ...mentions)).toEqual(expected);
  });
});
