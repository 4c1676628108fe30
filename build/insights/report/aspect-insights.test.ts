import { expect, test } from "vitest";
import type { AspectInsight } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import { mention, review, verdict } from "../../../test/support/insights.ts";
import type { JudgedMention, ReviewVerdict } from "../sentiment/judge.ts";
import { wilson } from "../statistics/statistics.ts";
import { aspectInsights, countAspects } from "./aspect-insights.ts";
import { compileNameRule } from "./quotable-names.ts";

const PRICE = { id: "price", label: "Price", words: ["price"] };
const TEXT = "The price was fair. ".repeat(9);

const isQuotable = compileNameRule({
  services: [],
  service_areas: [],
  technicians: [
    { id: "ana", name: "Ana" },
    { id: "chance", name: "Chance Ruiz" },
    { id: "bo", name: "Bo Lee", publish_sentiment: false },
    { id: "anastasia", name: "Anastasia Roe" },
    { id: "theo", name: "Theo Anders" },
    { id: "eve", name: "Eve Lim" },
  ],
});

const voting = (id: string, polarity: Polarity, ...mentions: readonly JudgedMention[]): ReviewVerdict =>
  verdict(review({ id, text: TEXT }), { votes: [{ aspect: 0, polarity, mentions }] });

/** The row of the price. */
function rowOf(verdicts: readonly ReviewVerdict[]): AspectInsight | undefined {
  const reviews = new Map(verdicts.map(({ review: one }) => [one.id, one]));
  const months = [{ month: "2026-01", aspects: countAspects(1, verdicts, isQuotable) }];
  return aspectInsights([PRICE], months, (id) => reviews.get(id) ?? review({}))[0];
}

/** Reviews with a vote each, as many as the counts say. */
const votes = (counts: Partial<Record<Polarity, number>>): ReviewVerdict[] =>
  Object.entries(counts).flatMap(([polarity, count]) =>
    Array.from({ length: count }, (_, index) => voting(`${polarity}-${index}`, polarity as Polarity)),
  );

test("the score is the share of praise less the share of complaints", () => {
  const row = rowOf(votes({ positive: 6, negative: 3, neutral: 2, mixed: 1 }));
  expect(row).toMatchObject({
    mention_count: 12,
    positive_count: 6,
    negative_count: 3,
    neutral_count: 2,
    mixed_count: 1,
    positive_pct: 60,
    positive_ci95: wilson(6, 10),
    score: 0.25,
    sufficient: true,
  });
});

test.for([
  [9, null],
  [10, 1],
] as const)("%d mentions have a score of %s", ([positive, score]) => {
  expect(rowOf(votes({ positive }))?.score).toBe(score);
});

test("evidence is typical, and a complaint that names a technician is not shown", () => {
  const blaming = (id: string, score: number): ReviewVerdict => {
    const one = voting(id, "negative", mention({ score, polarity: "negative" }));
    const text = `${id} ${TEXT}`;
    return { ...one, text, review: { ...one.review, text, rating: 1 } };
  };
  const naming = blaming("naming", -1.2);
  const name = { kind: "technicians", id: "ana", start: 4, end: 7, match: "exact", score: -1 } as const;
  const verdicts = [
    ...[-3, -0.3, -1, -1.1].map((score) => blaming(String(score), score)),
    { ...naming, names: [name] },
  ];
  const row = rowOf(verdicts);
  expect(row?.evidence.negative.map(({ review_id }) => review_id)).toEqual(["-1", "-1.1", "-0.3"]);
  expect(row?.negative_count).toBe(5);
});

test.for([
  ["Chance charged me for synthetic oil.", []],
  ["They left the oil to chance twice.", ["They left the oil to chance twice."]],
  ["Anastasias attitude was rude to us.", []],
  ["Anas attitude was rude to us.", []],
  ["Bos attitude was rude to us.", []],
  ["Cha charged me for synthetic oil.", []],
  ["Chancey charged me for synthetic oil.", []],
  ["The van leaked synthetic oil.", ["The van leaked synthetic oil."]],
  ["Even the van leaked synthetic oil.", ["Even the van leaked synthetic oil."]],
  ["Evening visits leaked synthetic oil.", ["Evening visits leaked synthetic oil."]],
  ["Ch charged me for synthetic oil.", []],
] as const)("an everyday word that is a name of ours as well hides a complaint: %s", ([text, shown]) => {
  const complaint = mention({ score: -1, polarity: "negative", end: text.length });
  const one = verdict(review({ text, rating: 1 }), {
    votes: [{ aspect: 0, polarity: "negative", mentions: [complaint] }],
  });
  expect(rowOf([one])?.evidence.negative.map(({ quote }) => quote)).toEqual(shown);
});

test.for([
  ["Steve Miller was rude and dishonest.", []],
  ["We spoke with Sandra and she was rude to us.", []],
  ["Jeff, the owner, lied about the price.", []],
  ["Doctor Lee was rude to me.", []],
  ["The salesman Steve was rude to me.", []],
  ["Tech's name was Steve and he was rude.", []],
  ["Our plumber steve was rude to us.", []],
  ["steve was rude to us on the phone.", []],
  ["our plumber john was rude to us.", []],
  ["STEVE WAS RUDE TO US ON THE PHONE.", []],
  ["Mark told us a false price.", []],
  ["They said Grace quoted it wrong.", []],
  ["The plumber finally came with the wrong part.", ["The plumber finally came with the wrong part."]],
  ["THE PLUMBER WAS RUDE TO US.", ["THE PLUMBER WAS RUDE TO US."]],
  [
    "Will never call them again. The Plumber was rude.",
    ["Will never call them again. The Plumber was rude."],
  ],
  ["On Monday the HVAC broke again in May.", ["On Monday the HVAC broke again in May."]],
  ["Acme charged us twice in Portland.", ["Acme charged us twice in Portland."]],
] as const)("a complaint that may name somebody unlisted is not shown: %s", ([text, shown]) => {
  const isShown = compileNameRule(
    { technicians: [], services: [], service_areas: [{ id: "portland", name: "Portland" }] },
    "Acme Plumbing",
  );
  const complaint = mention({ score: -1, polarity: "negative", end: text.length });
  const one = verdict(review({ text, rating: 1 }));
  expect(isShown({ verdict: one, mention: complaint }) ? [text] : []).toEqual(shown);
});

test.for([
  ["Łukasz Nowak", "Lukasz was polite and on time."],
  ["Søren Berg", "Soren was polite and on time."],
  ["T.J. Watts", "TJ was polite and on time."],
  ["TJ Watts", "T J was polite and on time."],
  ["Declan O'Rourke", "Rourke was polite and on time."],
  ["Declan O’Rourke", "Mr O Rourke was polite and on time."],
  ["Anne-Marie Roux", "Annemarie was polite and on time."],
  ["Griffin Poe", "Griﬃn was polite and on time."],
  ["Sofia Poe", "Ｓｏｆｉａ was polite and on time."],
  ["Priya Nand", "Pri\u200Cya was polite and on time."],
  ["Will Cook", "will was polite and on time."],
  ["Joy Cook", "joy was very friendly and on time."],
])("praise of %s, who keeps opinions private, is not shown: %s", ([name = "", text = ""]) => {
  const one = { id: "one", name, publish_sentiment: false };
  const isShown = compileNameRule({ technicians: [one], services: [], service_areas: [] });
  const praise = mention({ end: text.length });
  expect(isShown({ verdict: verdict(review({ text })), mention: praise })).toBe(false);
  expect(isShown({ verdict: verdict(review({ text: "They were polite." })), mention: praise })).toBe(true);
});

test.for([
  ["Ana was wonderful and so polite.", ["Ana was wonderful and so polite."]],
  ["Bo was wonderful and so polite.", []],
  ["Lee was wonderful and so polite.", []],
  ["Bos wonderful, and so very polite.", ["Bos wonderful, and so very polite."]],
  ["The van was clean. Bo came twice.", ["The van was clean."]],
] as const)("praise that may name one whose sentiment is not published is not shown: %s", ([text, shown]) => {
  const praise = mention({ end: text.includes(". ") ? text.indexOf(".") + 1 : text.length });
  const one = verdict(review({ text }), { votes: [{ aspect: 0, polarity: "positive", mentions: [praise] }] });
  expect(rowOf([one])?.evidence.positive.map(({ quote }) => quote)).toEqual(shown);
});

test("the name of one of ours is no name of another, whose sentiment is not published", () => {
  const isShown = compileNameRule({
    services: [],
    service_areas: [],
    technicians: [
      { id: "ana", name: "Ana Silva" },
      { id: "ana-lopez", name: "Ana Lopez", publish_sentiment: false },
    ],
  });
  const shownOf = (text: string, end: number): boolean => {
    const name = { kind: "technicians", id: "ana", start: 0, end, match: "exact", score: 1 } as const;
    const one = verdict(review({ text }), { names: end === 0 ? [] : [name] });
    return isShown({ verdict: one, mention: mention({ end: text.length }) });
  };
  expect(shownOf("Ana Silva was wonderful and polite.", 9)).toBe(true);
  expect(shownOf("Ana was wonderful and polite to us.", 0)).toBe(false);
});

test("no complaint is shown of a text that names one of ours, or somebody unknown", () => {
  const shownOf = (different: Partial<ReviewVerdict>) => {
    const text = "Somebody answered. The lady hung up on me.";
    const complaint = mention({ score: -1, polarity: "negative", start: 19, end: 41 });
    const one = verdict(review({ text, rating: 1 }), {
      votes: [{ aspect: 0, polarity: "negative", mentions: [complaint] }],
      ...different,
    });
    return rowOf([one])?.evidence.negative;
  };
  const name = { kind: "technicians", id: "ana", start: 0, end: 8, match: "exact", score: 0 } as const;
  expect(shownOf({})).toHaveLength(1);
  expect(shownOf({ names: [{ ...name, kind: "services" }] })).toHaveLength(1);
  expect(shownOf({ names: [name] })).toEqual([]);
  expect(shownOf({ unknownNames: ["Steve"] })).toEqual([]);
});

test("no top phrase is of a complaint in a text that names somebody", () => {
  const phrases = (different: Partial<ReviewVerdict>): readonly string[] | undefined => {
    const blaming = (id: string): ReviewVerdict => ({
      ...voting(id, "negative", mention({ phrase: "ana is rude", polarity: "negative" })),
      ...different,
    });
    return rowOf([blaming("a"), blaming("b")])?.top_phrases;
  };
  const name = { kind: "technicians", id: "ana", start: 0, end: 3, match: "exact", score: 0 } as const;
  expect(phrases({})).toEqual(["ana is rude"]);
  expect(phrases({ names: [name] })).toEqual([]);
  expect(phrases({ unknownNames: ["Brenda"] })).toEqual([]);
});

test.for([
  ["ana", 1],
  ["bo", 0],
] as const)("praise that names %s is quoted %d times", ([id, count]) => {
  const one = voting("praise", "positive", mention());
  const name = { kind: "technicians", id, start: 4, end: 7, match: "exact", score: 1 } as const;
  expect(rowOf([{ ...one, names: [name] }])?.evidence.positive).toHaveLength(count);
  const elsewhere = { ...name, start: 60, end: 63 };
  expect(rowOf([{ ...one, names: [elsewhere] }])?.evidence.positive).toHaveLength(1);
  const before = voting("later", "positive", mention({ start: 20, end: 38 }));
  expect(rowOf([{ ...before, names: [name] }])?.evidence.positive).toHaveLength(1);
});

test("top phrases are in at least two reviews and claim something", () => {
  const saying = (...phrases: readonly string[]): ReviewVerdict =>
    voting(phrases.join(), "positive", ...phrases.map((phrase) => mention({ phrase })));
  const neutral = voting("neutral", "neutral", mention({ phrase: "the bill", polarity: "neutral" }));
  const verdicts = [
    saying("good price", "good price", "fair price"),
    saying("fair price", "good price"),
    saying("fair price"),
    saying("once", "once"),
    neutral,
    neutral,
  ];
  expect(rowOf(verdicts)?.top_phrases).toEqual(["fair price", "good price"]);
});
