import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { analyze } from "../../build/insights/analyze.ts";
import { type AnalyzeText, compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import { readPack } from "../../build/load/aspects.ts";
import type { Aspect, PackName } from "../../model/content.ts";
import { review } from "../support/insights.ts";

/** Every computed sentence of publications of different shapes, to be read aloud. */
const FILE = join(import.meta.dirname, "sentences.txt");

/** The number of such reviews, their stars and their text. */
type Written = readonly [count: number, rating: number, text?: string];

interface Shape {
  readonly pack?: PackName;
  readonly aspects?: readonly Aspect[];
  readonly topics?: readonly string[];
  readonly incentivised?: number;
}

const HOME: Shape = { pack: "home-services" };
const NO_ASPECTS: Shape = { aspects: [] };
const PRICE: Shape = {
  aspects: [{ id: "price", label: "Price", question: "What does it cost?", words: ["price"] }],
};
const AC: Shape = {
  aspects: [{ id: "ac", label: "AC repair", question: "Do they repair AC?", words: ["AC"] }],
};

const FAIR = "The price was fair.";
const STEEP = "The price was terrible.";
const PLAIN = "The price is on the website.";
const BOTH = "The price was fair. But the price of the part was terrible.";

const SHAPES: Readonly<Record<string, readonly [Shape, ...(readonly Written[])]>> = {
  "no reviews": [HOME],
  "one review, no text": [HOME, [1, 5]],
  "one review with a text": [HOME, [1, 4, "On time and friendly, fair price."]],
  "two reviews": [HOME, [1, 5, "Friendly crew."], [1, 2, "They came two hours late."]],
  "ratings only": [HOME, [30, 5], [10, 1]],
  "all five stars": [HOME, [25, 5, "They were on time and the price was fair."]],
  "all one star": [HOME, [25, 1, "They came two hours late and the technician was rude."]],
  "all five stars, no texts": [HOME, [12, 5]],
  "one text among many ratings": [HOME, [40, 4], [1, 5, "Friendly crew."]],
  "only incentivised reviews": [{ ...HOME, incentivised: 12 }, [12, 5, FAIR]],
  "no aspects at all": [NO_ASPECTS, [20, 5, "They were great."], [5, 1, "Bad."]],
  "one aspect, all praise": [PRICE, [12, 5, FAIR]],
  "one aspect, all complaints": [PRICE, [12, 1, STEEP]],
  "one aspect, all mixed": [PRICE, [12, 3, BOTH]],
  "one aspect, nobody judges": [PRICE, [12, 3, PLAIN]],
  "one aspect, praise and complaint": [PRICE, [9, 5, FAIR], [4, 1, STEEP]],
  "one aspect, every kind": [PRICE, [9, 5, FAIR], [1, 1, STEEP], [1, 3, BOTH], [1, 3, PLAIN]],
  "one aspect, praise and mixed": [PRICE, [9, 5, FAIR], [1, 3, BOTH], [2, 3, PLAIN]],
  "one aspect, complaint and mixed": [PRICE, [9, 1, STEEP], [3, 3, BOTH]],
  "one aspect, too few": [PRICE, [2, 5, FAIR], [1, 1, STEEP]],
  "one aspect, one complaint": [PRICE, [11, 5, FAIR], [1, 1, STEEP]],
  "one aspect, one mention": [PRICE, [1, 3, PLAIN], [10, 5, "All well."]],
  "an acronym as a label": [AC, [12, 5, "They did great AC work."]],
  "home services, many": [
    { ...HOME, topics: ["water heater", "leaks", "invoice"] },
    [900, 5, "On time, friendly, and the price was fair. The water heater works great."],
    [300, 4, "Very professional and clean work."],
    [80, 2, "They came two hours late."],
    [90, 1, "Rude on the phone, and the price was terrible. It leaks again."],
    [130, 3],
  ],
  "a restaurant": [
    { pack: "restaurants", topics: ["patio"] },
    [40, 5, "The pasta was delicious and our server was attentive. We love the patio."],
    [12, 2, "We waited over 40 minutes for our food."],
    [6, 3, "The steak was raw in the middle, but the atmosphere was lovely."],
  ],
  "a dentist": [
    { pack: "dentists", topics: ["crown"] },
    [30, 5, "I did not feel a thing. He is great with kids."],
    [14, 1, "I sat in the waiting room for 50 minutes. The crown fell off within a week."],
  ],
  "a salon": [
    { pack: "salons" },
    [25, 5, "A talented stylist, my haircut is exactly what I wanted."],
    [11, 1, "I waited an hour past my appointment, and they ruined my hair."],
  ],
  "auto repair": [
    { pack: "auto-repair", topics: ["loaner"] },
    [22, 5, "Honest mechanic, fair price, and they gave me a loaner."],
    [12, 1, "It broke down on the way home."],
  ],
  "the business as a whole only": [HOME, [15, 5, "Highly recommend!"], [4, 1, "Stay away."]],
  "topics that no review has": [
    { ...HOME, topics: ["attic", "basement"] },
    [1, 5, "The attic is warm."],
    [11, 4],
  ],
};

const entities = { technicians: [], services: [], service_areas: [] };
const analyzers = new Map<readonly Aspect[], AnalyzeText>();

/** Compiled once for each pack. */
function analyzerOf(aspects: readonly Aspect[]): AnalyzeText {
  const analyzer = analyzers.get(aspects) ?? compileTextAnalyzer(aspects, entities);
  analyzers.set(aspects, analyzer);
  return analyzer;
}

function sentencesOf([shape, ...written]: (typeof SHAPES)[string]): string[] {
  const reviews = written.flatMap(([count, rating, text = null], kind) =>
    Array.from({ length: count }, (_, index) => {
      const isIncentivised = index < (shape.incentivised ?? 0);
      const incentive = isIncentivised ? { incentive: { kind: "discount" as const, note: "10 % off" } } : {};
      return review({ id: `${kind}${String(index).padStart(25, "0")}`, rating, text, ...incentive });
    }),
  );
  const aspects = shape.aspects ?? readPack(shape.pack ?? "home-services").aspects;
  const learned = { high: 0, low: 0, weights: {}, topics: shape.topics ?? [] };
  const content = { aspects, entities, learned, faq: [], summary: null };
  const { document } = analyze(content, reviews, { analyzeText: analyzerOf(aspects) });
  return [
    ...document.summary.sentences.map(({ text }) => text),
    ...document.faq.map(({ question, answer }) => `${question} ${answer}`),
    ...document.aspects
      .filter(({ mention_count }) => mention_count > 0)
      .map(({ sentence }) => `- ${sentence}`),
    ...document.topics.map(({ sentence }) => `* ${sentence}`),
  ];
}

const written = (): string =>
  Object.entries(SHAPES)
    .map(([name, shape]) => [`# ${name}`, ...sentencesOf(shape)].join("\n"))
    .join("\n\n");

test("thirty publications say what a person would", () => {
  expect(Object.keys(SHAPES)).toHaveLength(30);
  const sentences = `${written()}\n`;
  if (process.env["ACCEPT_GOLDEN"]) writeFileSync(FILE, sentences);
  expect(sentences, "if that is intended: npm run golden:accept, and read every sentence").toBe(
    readFileSync(FILE, "utf8"),
  );
});
