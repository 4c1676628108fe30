import { expect, test } from "vitest";
import { PACK_NAMES, type PackName } from "../../../model/content.ts";
import { priorAspectIdsOf } from "../labeled.ts";
import { type StockSentence, stockSentences } from "./stock-sentences.ts";

const sentences = stockSentences();

const aspectsOf = (pack: PackName): Set<string> =>
  new Set(sentences.flatMap((one) => (one.pack === pack ? one.spans.map(({ aspect }) => aspect) : [])));

test("the same sentences each time, of every pack and about its aspects only", () => {
  expect(stockSentences()).toEqual(sentences);
  for (const pack of PACK_NAMES)
    expect(priorAspectIdsOf(pack)).toEqual(expect.arrayContaining([...aspectsOf(pack)]));
});

test("all aspects of home services and of restaurants have sentences", () => {
  const rare = new Set(["communication", "honesty"]);
  expect(aspectsOf("home-services")).toEqual(new Set(priorAspectIdsOf("home-services")));
  expect(aspectsOf("restaurants")).toEqual(
    new Set(priorAspectIdsOf("restaurants").filter((id) => !rare.has(id))),
  );
});

/** Labels of the sentences of one judgement that match. */
const labelsOf = (pack: PackName, pattern: RegExp): Set<string> =>
  new Set(
    sentences
      .filter((one) => one.pack === pack && one.spans.length === 1 && pattern.test(one.text))
      .map(({ spans: [span] }) => `${span?.aspect}${span?.polarity}`),
  );

test("'the service' is the people of a restaurant, and a home service as a whole", () => {
  const service = /^(?:the |their )?service (?:was|is) (?:awful|great|terrible|perfect|excellent)\b/i;
  expect(labelsOf("restaurants", service)).toEqual(new Set(["professionalism+", "professionalism-"]));
  expect(labelsOf("home-services", service)).toEqual(new Set(["overall+", "overall-"]));
});

test("general words judge a noun for one aspect only, its own words for others", () => {
  const dish = "(?:pizza|burger|steak|salad|tacos|sandwich|fries) (?:was|is|were|are)";
  expect(
    labelsOf(
      "restaurants",
      new RegExp(
        String.raw`\b${dish} (?:awful|great|terrible|amazing|excellent|horrible|perfect|super|lousy)[.!]?$`,
        "i",
      ),
    ),
  ).toEqual(new Set(["food+", "food-"]));
  expect(labelsOf("restaurants", new RegExp(String.raw`\b${dish} (?:tiny|small)\b`, "i"))).toEqual(
    new Set(["portions-"]),
  );
});

test("a sentence is tagged with what its words judge", () => {
  expect(labelsOf("dentists", /\b(?:horrible|dreadful|just ok|so-so)\b/i)).toSatisfy((labels: Set<string>) =>
    [...labels].every((label) => label.endsWith("-")),
  );
  expect([...labelsOf("dentists", /\b(?:superb|wonderful)\b/i)].every((label) => label.endsWith("+"))).toBe(
    true,
  );
  const average = /^(?!.*\b(?:sure|if) ).*\b(?:was|were|is|are) (?:ok|okay|average|alright)[.!]?$/;
  expect(sentences.filter(({ text }) => average.test(text))).toSatisfy(
    (neutral: StockSentence[]) => neutral.length > 0 && neutral.every(({ spans }) => spans.length === 0),
  );
});
