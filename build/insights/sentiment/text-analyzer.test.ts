import { describe, expect, test } from "vitest";
import type { Aspect } from "../../../model/content.ts";
import type { ReviewVerdict } from "./judge.ts";
import { compileTextAnalyzer, isSkipped, type TextAnalysis } from "./text-analyzer.ts";
import { compileJudge, NO_NAMES } from "../../../test/support/insights.ts";

const ASPECTS: readonly Aspect[] = [
  {
    id: "price",
    label: "Price",
    words: ["price", "quote", "cheap", "charged"],
    except: ["in charge"],
    events: [
      { phrase: "charged twice", polarity: "negative" },
      { phrase: "worth every penny", polarity: "positive" },
      { phrase: "not overcharge", polarity: "positive" },
    ],
  },
  {
    id: "punctuality",
    label: "Punctuality",
    words: ["on time", "punctual"],
    weak: ["late"],
    events: [
      { phrase: "# hours late", polarity: "negative" },
      { phrase: "never showed up", polarity: "negative" },
      { phrase: "did not show", polarity: "negative" },
    ],
  },
  { id: "quality", label: "Quality", words: ["the work", "workmanship"] },
  { id: "manner", label: "Manner", words: ["polite", "rude", "the plumber", "the dispatcher"] },
];

const analyzeText = compileTextAnalyzer(ASPECTS, NO_NAMES);
const judgeText = compileJudge(ASPECTS);

const verdictOn = (text: string): ReviewVerdict => judgeText(text, 3);

const votes = (text: string): Record<string, string> =>
  Object.fromEntries(
    verdictOn(text).votes.map(({ aspect, polarity }) => [ASPECTS[aspect]?.id ?? "", polarity]),
  );

describe("the votes of a text", () => {
  test.for([
    // plain
    ["The price was fair.", { price: "positive" }],
    ["The workmanship is terrible.", { quality: "negative" }],
    ["They gave us a price.", { price: "neutral" }],
    // negation
    ["The price was not fair.", { price: "negative" }],
    ["The price wasn't bad.", { price: "positive" }],
    ["The work was never sloppy.", { quality: "positive" }],
    ["I have no complaints about the work.", { quality: "positive" }],
    ["I can't fault the work.", { quality: "positive" }],
    ["The plumber was not only polite, he was early.", { manner: "positive" }],
    ["The work could have been better.", { quality: "negative" }],
    ["You won't find a better price.", { price: "positive" }],
    ["The price was no better.", { price: "negative" }],
    ["You won't find superb workmanship here.", { quality: "negative" }],
    ["The plumber has never been so rude.", { manner: "negative" }],
    ["They didn't overcharge.", { price: "positive" }],
    // wishes and denials
    ["I wish they had been on time.", { punctuality: "negative" }],
    ["He promised to be on time and wasn't.", { punctuality: "negative" }],
    ["So much for a fair price.", { price: "negative" }],
    // contrast
    ["The price was great but the work was awful.", { price: "positive", quality: "negative" }],
    ["While the plumber was lovely, the work was awful.", { manner: "positive", quality: "negative" }],
    ["Not cheap, but worth every penny.", { price: "positive" }],
    ["The price was good. The price was awful the second time.", { price: "mixed" }],
    // facts
    ["He came three hours late.", { punctuality: "negative" }],
    ["He came 3 hours late.", { punctuality: "negative" }],
    ["They never showed up.", { punctuality: "negative" }],
    ["They didn't show.", { punctuality: "negative" }],
    ["I was charged twice.", { price: "negative" }],
    ["They charged twice the fair price.", { price: "negative" }],
    ["Quoted $200 and charged $650.", { price: "negative" }],
    ["They quoted $300. The bill was $300.", { price: "positive" }],
    ["Quoted $200 for one, quoted $600 for both and charged $600.", { price: "positive" }],
    // other meanings, other people
    ["He was in charge.", {}],
    ["Another company did awful work.", {}],
    // opinions about another aspect
    ["The dispatcher was rude. The work was done.", { manner: "negative", quality: "neutral" }],
  ] as const)("%s", ([text, expected]) => {
    expect(votes(text)).toEqual(expected);
  });

  test("a quote is the clause or sentence of the statement", () => {
    const text = "We called on Monday. The price was fair, and nobody hurried us.";
    const [mention] = analyzeText(text).aspects;
    expect(text.slice(mention?.start, mention?.end)).toBe("The price was fair, and nobody hurried us");
  });
});

test("a phrase is lower case, with single spaces", () => {
  expect(analyzeText("What a FAIR \n Price!").aspects.map(({ phrase }) => phrase)).toEqual(["fair price"]);
});

test("a hint of praise stands beside an event of another aspect, a hint of complaint does not", () => {
  const analyze = compileTextAnalyzer(
    [
      { id: "manner", label: "Manner", words: [], hints: { positive: ["smiled"], negative: ["shrugged"] } },
      { id: "care", label: "Care", words: [], events: [{ phrase: "broke the vase", polarity: "negative" }] },
    ],
    NO_NAMES,
  );
  const scores = (text: string): number[] => analyze(text).aspects.map(({ score }) => Math.sign(score));
  expect(scores("He smiled and broke the vase.")).toEqual([-1, 1]);
  expect(scores("He shrugged and broke the vase.")).toEqual([-1]);
});

describe("in an except phrase no word mentions the aspect", () => {
  const analyze = compileTextAnalyzer(
    [
      {
        id: "price",
        label: "Price",
        words: ["price", "admission"],
        except: ["in charge", "price of admission", "beyond the usual price", "the usual"],
        hints: { negative: ["price was double"] },
      },
      { id: "manner", label: "Manner", words: [], events: [{ phrase: "in charge", polarity: "negative" }] },
    ],
    NO_NAMES,
  );
  const mentioned = (text: string): string[] =>
    analyze(text).aspects.map(
      ({ aspect, isHint }) => `${aspect === 0 ? "price" : "manner"}${isHint === true ? " hint" : ""}`,
    );

  test.for([
    ["The usual price.", ["price"]],
    ["The price of admission.", []],
    ["The price of admission, a price.", ["price"]],
    // a shorter exception inside the phrase does not shorten it
    ["It was beyond the usual price.", []],
    // what is an exception for one aspect may be an event of another
    ["They were in charge.", ["manner"]],
    // a phrase that hints at an aspect is no exception
    ["The price was double.", ["price", "price hint"]],
  ] as const)("%s: %j", ([text, expected]) => {
    expect(mentioned(text)).toEqual(expected);
  });
});

describe("the score of a technician", () => {
  const analyze = compileTextAnalyzer(ASPECTS, {
    technicians: [{ id: "ana", name: "Ana" }],
    services: [{ id: "drain", name: "Drain" }],
    service_areas: [],
  });
  const signsIn = (text: string): string =>
    analyze(text)
      .names.map(({ id, score }) => `${id}${Math.sign(score)}`)
      .join(" ");

  test.for([
    ["Ana was lovely.", "ana1"],
    ["Ana was rude.", "ana-1"],
    ["Ana came.", "ana0"],
    ["Ana came, the office was rude.", "ana0"],
    ["Ana came, and she was lovely.", "ana1"],
    ["Ana was rude, the office was lovely.", "ana-1"],
    ["The drain was lovely.", "drain0"],
    ["The drain was lovely, Ana was rude.", "drain0 ana-1"],
  ] as const)("%s: %s", ([text, expected]) => {
    expect(signsIn(text)).toBe(expected);
  });
});

test.for([
  ["I'll be there.", 0],
  ["He’LL be there at noon.", 0],
  ["We'll see.", 0],
  ["I was ill.", -1],
  ["All is well.", 1],
  ["We'll be well.", 1],
] as const)("a contraction is no opinion: %s", ([text, sign]) => {
  expect(Math.sign(analyzeText(text).score)).toBe(sign);
});

test("the words of a name of ours say nothing by themselves", () => {
  const analyze = compileTextAnalyzer(ASPECTS, {
    technicians: [{ id: "devon", name: "Devon Price" }],
    services: [{ id: "quotes", name: "Quote service" }],
    service_areas: [{ id: "pleasant-hill", name: "Pleasant Hill" }],
  });
  const found = (text: string): unknown => {
    const { aspects, score } = analyze(text);
    return { aspects: aspects.map(({ aspect }) => ASPECTS[aspect]?.id), score };
  };
  const nothing = { aspects: [], score: 0 };
  expect(found("Devon Price came.")).toEqual(nothing);
  expect(found("They drove out to Pleasant Hill.")).toEqual(nothing);
  expect(found("Ask Bob about the price.")).toEqual({ aspects: ["price"], score: 0 });
  expect(found("The quote service came.")).toEqual({ aspects: ["price"], score: 0 });
});

test("a statement that begins with an amount has its currency sign", () => {
  const text = "Charged twice. $18 for a cheap price. ($20) was the quote, fair price.";
  expect(analyzeText(text).aspects.map(({ start, end }) => text.slice(start, end))).toContain(
    "$18 for a cheap price",
  );
});

test.for([
  "They raised the fair price by 50%",
  "Fair price, under 900€",
  "#1 for a fair price",
  "A fairer price than Lowe's",
  "The price is fair, quality A+",
])("a statement keeps the signs of its first and last words: %s", (text) => {
  const [mention] = analyzeText(`We called. ${text}. The end.`).aspects;
  expect(`We called. ${text}. The end.`.slice(mention?.start, mention?.end)).toBe(text);
});

test("without an aspect for the price, two amounts judge nothing", () => {
  const analyze = compileTextAnalyzer(ASPECTS.slice(1), NO_NAMES);
  expect(analyze("Quoted $200 and charged $650.").aspects).toEqual([]);
});

test.for([
  ["👍", "positive"],
  ["👎👎👎", "negative"],
  ["They came. 😡", "negative"],
  ["They came.", "neutral"],
  ["Great service, friendly people. 😢", "positive"],
] as const)("%s is %s", ([text, sentiment]) => {
  expect(verdictOn(text).sentiment).toBe(sentiment);
});

describe("texts that are skipped", () => {
  test.for([
    ["Buen trabajo con el aire acondicionado y buen precio.", "language"],
    ["Väldigt nöjd. Kom i tid, lagade läckan, städade efter sig.", "language"],
    ["Ο τεχνικός ήρθε στην ώρα του.", "language"],
    ["空调修得很快，师傅准时到达，价格也合理。", "language"],
    ["José no show again. No call.", undefined],
    ["N/A", "placeholder"],
    ["🚽🚽", "placeholder"],
    ["👍👍", undefined],
    ["Fast, friendly, fair price.", undefined],
    ["José was great, the café owner says so too.", undefined],
  ] as const satisfies readonly (readonly [string, TextAnalysis["skipped"]])[])(
    "%s: %s",
    ([text, skipped]) => {
      expect(analyzeText(text).skipped).toBe(skipped);
      expect(isSkipped(text)).toBe(skipped !== undefined);
    },
  );
});

test("a word that is a property of every object modifies nothing", () => {
  expect(verdictOn("The constructor great work.").score).toBe(verdictOn("The carpenter great work.").score);
});

test.for([
  ["The tap leaks.", ["leak"]],
  ["No leaks since, without a leak for weeks.", []],
  ["No leaks at first, then the leak was back. No hot water.", ["leak", "cold"]],
] as const)("problems in %s", ([text, expected]) => {
  const problems = [
    { id: "leak", name: "Leak", phrases: ["leak", "leaks"] },
    { id: "cold", name: "Cold water", phrases: ["no hot water"] },
  ];
  const analyze = compileTextAnalyzer(ASPECTS, {
    technicians: [],
    services: [],
    service_areas: [],
    problems,
  });
  expect(analyze(text).problems).toEqual(expected);
});
