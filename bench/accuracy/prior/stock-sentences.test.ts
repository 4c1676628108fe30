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

test.for([
  ["auto-repair", "mechanic"],
  ["dentists", "(?:dentist|doctor|vet)"],
] as const)("who is judged is a person, not the whole (%s)", ([pack, noun]) => {
  const labels = labelsOf(pack, new RegExp(String.raw`^(?:the |their )?${noun} (?:was|is)\b`, "i"));
  expect(labels).toContain("professionalism-");
  expect(labels).not.toContain("overall-");
  expect(labels).not.toContain("overall+");
});

/** Words that judge anything; "poor" is one of an aspect's own as well. */
const GENERAL =
  "awful|great|terrible|excellent|horrible|amazing|perfect|bad|good|fantastic|wonderful|disappointing|crap|lousy|superb|awesome|outstanding|terrific|incredible|fabulous|phenomenal|stellar|spectacular|mediocre|subpar|pathetic|dreadful|lackluster|atrocious|horrendous|abysmal|crappy|shitty|meh|underwhelming";

test.for([
  ["salons", "massage|package|full set", "price"],
  ["salons", "appointment", "waiting"],
  ["auto-repair", "wash", "price"],
  ["auto-repair", "car|truck|vehicle", "car-care"],
  ["dentists", "vaccines|shots|x rays", "price"],
  ["dentists", "appointments?|visit", "waiting"],
  ["restaurants", "entrees|meals|drink", "wait"],
  ["home-services", "move|project|roof job", "speed"],
  ["home-services", "dispatcher|estimator", "communication"],
  ["home-services", "kitchen|roof|lawn around the house", "cleanliness"],
] as const)(
  "general words about a thing with several sides judge none of them (%s: %s)",
  ([pack, nouns, aspect]) => {
    const general = new RegExp(String.raw`\b(?:${nouns}) (?:was|were|is|are) (?:${GENERAL})[.!]?$`, "i");
    expect([...labelsOf(pack, general)].filter((label) => label.startsWith(aspect))).toEqual([]);
  },
);

test("a poor dispatcher is no poor communication", () => {
  const poor = /\b(?:dispatcher|estimator) (?:was|is) (?:poor|very poor|inconsistent)[.!]?$/i;
  expect([...labelsOf("home-services", poor)].filter((label) => label.startsWith("communication"))).toEqual(
    [],
  );
});

test("a verb agrees with its noun", () => {
  const texts = sentences.map(({ text }) => text).join("\n");
  expect(texts).toMatch(/\bdiagnosis (?:was|is)\b/);
  expect(texts).not.toMatch(/(?<!and )diagnosis (?:were|are)\b/i);
  expect(texts).not.toMatch(/\b(?:men|women|people|menus) (?:was|is|sucks|needs|makes)\b/);
  expect(texts).toMatch(/\bramen (?:was|is)\b/);
  expect(texts).not.toMatch(/(?<!and )\b(?:ramen|size of the \w+) (?:were|are)\b/);
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
