import { expect, test } from "vitest";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { priorAspectIdsOf } from "../labeled.ts";
import { type StockSentence, stockSentences } from "./stock-sentences.ts";

const sentences = stockSentences();

test("the same sentences each time, of every pack and about its aspects only", () => {
  expect(stockSentences()).toEqual(sentences);
  expect(new Set(sentences.map(({ pack }) => pack))).toEqual(new Set(PACK_NAMES));
  for (const pack of PACK_NAMES) {
    const judged = sentences.flatMap((one) =>
      one.pack === pack ? one.spans.map(({ aspect }) => aspect) : [],
    );
    expect(priorAspectIdsOf(pack)).toEqual(expect.arrayContaining([...new Set(judged)]));
  }
});

/** Labels of the sentences of one judgement that match. */
const labelsOf = (pack: PackName, pattern: RegExp): Set<string> =>
  new Set(
    sentences
      .filter((one) => one.pack === pack && one.spans.length === 1 && pattern.test(one.text))
      .map(({ spans: [span] }) => `${span?.aspect}${span?.polarity}`),
  );

test("'the service' is the people of a restaurant, and a home service as a whole", () => {
  const service = /(?<!customer )service/i;
  expect(labelsOf("restaurants", service)).toEqual(new Set(["professionalism+", "professionalism-"]));
  expect(labelsOf("home-services", service)).toEqual(new Set(["overall+", "overall-"]));
});

test("a sentence is tagged with what its words judge", () => {
  expect(
    [...labelsOf("dentists", /\b(?:pathetic|horrible|terrible)\b/i)].every((label) => label.endsWith("-")),
  ).toBe(true);
  expect([...labelsOf("dentists", /\b(?:superb|wonderful)\b/i)].every((label) => label.endsWith("+"))).toBe(
    true,
  );
  expect(sentences.filter(({ text }) => /\b(?:average|okay)\b/.test(text) && !/below/i.test(text))).toSatisfy(
    (neutral: StockSentence[]) => neutral.length > 0 && neutral.every(({ spans }) => spans.length === 0),
  );
});
