import { expect, test } from "vitest";
import { addingWeights } from "../../../test/support/insights.ts";
import { weightsToText } from "./weight-text.ts";
import type { Aspect } from "../../../model/content.ts";
import { passageOf } from "../text/passage.ts";
import { Prior, type PriorWeights } from "./prior.ts";
import { EVIDENCE } from "./evidence.ts";
import { EvidenceReader } from "./text-evidence.ts";
import { compilePassageReader } from "./text-analyzer.ts";

const SPEED: Aspect = {
  id: "speed",
  label: "Speed",
  prior: true,
  words: ["quick", "slow", "pace"],
  weak: ["wait"],
  events: [{ phrase: "three weeks", polarity: "negative" }],
  hints: { negative: ["whole season"] },
};
const PRICE: Aspect = { id: "price", label: "Price", prior: true, words: ["price"] };
/** Unknown to the weights. */
const MANNERS: Aspect = {
  id: "manners",
  label: "Manners",
  words: ["manners"],
  events: [{ phrase: "slammed the door", polarity: "negative" }],
};
const ASPECTS = [PRICE, SPEED, MANNERS];

/** Praise and complaint of price, then of speed, in sixteenths; the biases are -2. */
const WEIGHTS = addingWeights(["price", "speed"], -32, {
  drag: [0, 8, -16, 40],
  crawl: [0, 0, 0, 24],
  fee: [0, 32, 0, 0],
  nic: [16, 0, 16, 0],
  sky: [-16, -16, -16, -16],
  hill: [0, 0, 0, 12],
  pond: [0, 0, 0, 11],
});

/** `at` is the first word of the segment that speaks for the claim. */
type Evidence = Readonly<Partial<Record<(typeof EVIDENCE)[number] | "at", number>>>;

/** By network, the evidence of complaints about speed, or of praise. */
function evidenceBy(weights: PriorWeights, text: string, side = "complaint"): Evidence[] {
  const reader = new EvidenceReader(new Prior(weights, ASPECTS));
  let found: Evidence[] = [];
  reader.readClaims(
    compilePassageReader(ASPECTS, [])(passageOf(text), []),
    ({ output, values, segment: { at } }) => {
      if (ASPECTS[output.aspect] !== SPEED || output.side !== side) return;
      found = values.map((ofNetwork) => ({
        at,
        ...Object.fromEntries(EVIDENCE.map((kind, index) => [kind, ofNetwork[index]])),
      }));
    },
  );
  return found;
}

const evidence = (text: string, side?: string): Evidence | undefined => evidenceBy(WEIGHTS, text, side)[0];

/** The lexicon's value of a word without a context. */
function opinionOf(word: string): number {
  const { opinions } = compilePassageReader(ASPECTS, [])(passageOf(`${word}.`), []);
  return opinions[0]?.value ?? Number.NaN;
}

const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

test.for<[name: string, text: string, expected: Evidence]>([
  [
    "the segment with the largest log-odds speaks for the claim",
    "Nice. It crawled along. It dragged on and on.",
    { words: 8, rival: -24, length: 5, at: 4, aspect: 1 },
  ],
  [
    "probabilities by words add up over the segments",
    "Nice. It crawled along. It dragged on and on.",
    { sum: logistic(-2) + logistic(-0.5) + logistic(0.5) },
  ],
  [
    "so do the largest of each segment, for both sides",
    "Nice. It dragged on. The fee.",
    {
      sameSide: logistic(-2) + logistic(0.5) + logistic(0),
      otherSide: logistic(-1) + logistic(-2) + logistic(-2),
    },
  ],
  ["the opposite may stand in another segment", "It dragged on. Nice.", { opposite: -16, words: 8, at: 0 }],
  ["the opposite may stand in the same", "Nice. It dragged on.", { opposite: -16, oppositeThere: -48 }],
  ["the second best is in another segment", "It dragged on. It crawled along.", { words: 8, second: -8 }],
  ["there may be no second", "It dragged on.", { second: -128 }],
  [
    "another aspect may be told of there, or elsewhere",
    "It dragged on. The fee.",
    { words: 8, rival: -24, elsewhere: 0 },
  ],
  ["no rule makes the claim", "It dragged on.", { kind: 0 }],
  ["the rules only name the aspect", "At that pace it dragged on.", { kind: 1 }],
  ["the rules only name another aspect", "The price dragged on.", { kind: 0 }],
  ["weak words beside an opinion", "What a terrible wait.", { kind: 2 }],
  ["a hint", "It took a whole season.", { kind: 3 }],
  ["an opinion about words of the aspect", "The pace was terrible.", { kind: 4 }],
  ["words of the aspect that judge by themselves", "It was slow.", { kind: 5 }],
  ["an event of the rules", "It took three weeks.", { kind: 6 }],
  ["an event that the text sets apart", "Fine work, but three weeks dragged by.", { kind: 7 }],
  ["the rules claim the opposite there", "It dragged on, which was quick.", { words: 8, against: 5 }],
  ["the rules claim the opposite before", "That was quick. It dragged on.", { words: 8, against: 0 }],
  ["the rules claim the opposite elsewhere", "It dragged on. That was quick.", { words: 8, against: 0 }],
  ["of equal claims the first speaks for it", "It took three weeks. It took three weeks.", { at: 0 }],
  [
    "a claim of the rules counts in the segment that speaks for it",
    "It dragged on. It took three weeks.",
    { words: 8, kind: 0, at: 0, found: 6, foundWords: -32 },
  ],
  ["no claim of the rules is found", "It dragged on.", { found: 0, foundWords: -128 }],
  [
    "the strongest claim of the rules is found, and the best words of any",
    "It dragged on. What a terrible wait by the hill. It was slow.",
    { found: 5, foundWords: -20 },
  ],
  [
    "opinions speak for the side or against it, there and in the text",
    "It dragged on, which was horrible. Lovely, wonderful people.",
    {
      opinions: -opinionOf("horrible"),
      opinionsOfText: -opinionOf("horrible") - opinionOf("lovely") - opinionOf("wonderful"),
    },
  ],
])("%s", ([, text, expected]) => {
  for (const [kind, value] of Object.entries(expected))
    expect(evidence(text)?.[kind as keyof Evidence], kind).toBeCloseTo(value, 9);
});

test.for([
  ["It was slow on the hill.", false],
  ["It was slow by the pond.", true],
  ["It was slow.", true],
] as const)("%j speaks of other things than its claim: %s", ([sentence, isUnsupported]) => {
  const reader = new EvidenceReader(new Prior(WEIGHTS, ASPECTS));
  const findings = compilePassageReader(ASPECTS, [])(passageOf(`It dragged on. ${sentence}`), []);
  reader.readClaims(findings, () => undefined);
  expect(findings.mentions.map(({ statement }) => statement.isUnsupported === true)).toEqual([isUnsupported]);
});

test("without a claim of the rules, improbable words may claim nothing, and less so among many segments", () => {
  const among = (sentence: string, others: number): string => `${sentence}${" We sat.".repeat(others)}`;
  expect(evidence(among("It crawled along.", 8))).toBeDefined();
  expect(evidence(among("It crawled along.", 9))).toBeUndefined();
  expect(evidence(among("The sky was blue.", 5))).toBeUndefined();
  expect(evidence(among("It dragged on.", 14))).toBeDefined();
  expect(evidence(among("It dragged on.", 15))).toBeUndefined();
  expect(evidence(among("It was slow.", 99))).toBeDefined();
});

/** The second network hears another word. */
const TWO_NETWORKS: PriorWeights = {
  ...WEIGHTS,
  biases: [...WEIGHTS.biases, ...WEIGHTS.biases],
  outputs: [...WEIGHTS.outputs, ...WEIGHTS.outputs],
  features: [
    `drag${weightsToText([0, 0, 0, 40, 0, 0, 0, 8])}`,
    `crawl${weightsToText([0, 0, 0, 0, 0, 0, 0, 44])}`,
    `plod${weightsToText([0, 0, 0, 0, 0, 0, 0, 32])}`,
  ],
};

test("each network has evidence by its own best segment, and the surest one's speaks for the claim", () => {
  expect(evidenceBy(TWO_NETWORKS, "Nice. It dragged on. It crawled along now.")).toMatchObject([
    { at: 4, words: 8, second: -32, length: 3 },
    { at: 4, words: 12, second: -24, length: 4 },
  ]);
  expect(evidenceBy(TWO_NETWORKS, "Nice. It dragged on. It plodded.")).toMatchObject([
    { at: 1, words: 8, length: 3 },
    { at: 1, words: 0, length: 2 },
  ]);
});

test("a claim that one of the networks hears is weighed", () => {
  const sentence = `It crawled along.${" We sat.".repeat(14)}`;
  expect(evidenceBy(TWO_NETWORKS, sentence)).toHaveLength(2);
  expect(evidenceBy(TWO_NETWORKS, sentence.replace("crawled", "went"))).toHaveLength(0);
});

test("what tells of another firm is no evidence", () => {
  expect(evidence("The last company dragged on.")).toBeUndefined();
});

test("words claim nothing against an event that the text sets apart", () => {
  expect(evidence("It was wonderful, but nice three weeks.", "praise")).toBeUndefined();
  expect(evidence("It was nice and took three weeks.", "praise")).toBeDefined();
});

test("one event judges one aspect, also one that the words do not know", () => {
  expect(evidence("It dragged on and he slammed the door.")).toBeUndefined();
  expect(evidence("It dragged on. He slammed the door.")).toBeDefined();
  expect(evidence("It was nice and he slammed the door.", "praise")).toBeDefined();
});

test("a reproach praises nothing", () => {
  const praises = (text: string): boolean => evidence(text, "praise") !== undefined;
  expect(praises("That was nice.")).toBe(true);
  expect(praises("Would it kill them to be nice?")).toBe(false);
});

test("a long text has as many segments as it needs", () => {
  const text = Array.from({ length: 200 }, () => "It dragged on so slow.").join(" ");
  expect(evidence(text)).toMatchObject({ at: 0, words: 8 });
  expect(evidence(text)?.sum).toBeCloseTo(200 * logistic(0.5), 6);
});
