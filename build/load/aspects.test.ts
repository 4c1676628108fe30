import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Content, PACK_NAMES, type PackName } from "../../model/content.ts";
import { emptyFolder } from "../../test/support/content.ts";
import { NO_NAMES, review } from "../../test/support/insights.ts";
import { ClaimModel } from "../insights/sentiment/claim-model.ts";
import { judge } from "../insights/sentiment/judge.ts";
import { SHIPPED } from "../insights/sentiment/prior.ts";
import { UNTRAINED } from "../insights/sentiment/star-model.ts";
import { compileTextAnalyzer } from "../insights/sentiment/text-analyzer.ts";
import { loadAspects, packFor, readPack } from "./aspects.ts";
import { Problems } from "./problems.ts";

/** Loads a content folder with this aspects.json, for a business of this type. */
async function loaded(
  written: object | undefined,
  type = "Plumber",
): Promise<
  Pick<Content, "aspects" | "evaluation"> & { lines: readonly string[]; warnings: readonly string[] }
> {
  const folder = emptyFolder();
  if (written !== undefined) writeFileSync(join(folder, "aspects.json"), JSON.stringify(written));
  const problems = new Problems();
  const { aspects, evaluation } = await loadAspects(folder, type, problems);
  const short = (line: string): string => line.replaceAll(`${folder}/`, "");
  return { aspects, evaluation, lines: problems.lines.map(short), warnings: problems.warnings.map(short) };
}

const tidiness = { id: "tidiness", label: "Tidiness", words: ["tidy"] };

test.for(PACK_NAMES)(
  "the pack %s is whole: unique ids, and a word of each aspect in one list only",
  (name) => {
    const { aspects } = readPack(name);
    expect(new Set(aspects.map(({ id }) => id)).size).toBe(aspects.length);
    for (const { words, weak = [], except = [] } of aspects) {
      const all = [...words, ...weak, ...except];
      expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
    }
  },
);

test("every type has one pack", () => {
  const types = PACK_NAMES.flatMap((name) => readPack(name).types);
  expect(new Set(types).size).toBe(types.length);
});

test("without a file the type of the business chooses the pack", async () => {
  expect(packFor("Plumber")).toBe("home-services");
  expect((await loaded(undefined, "Plumber")).aspects).toEqual(readPack("home-services").aspects);
  const { aspects, warnings } = await loaded(undefined, "Embassy");
  expect(aspects).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^no aspects: there is no pack for business.type "Embassy"; name the nearest one in aspects.json/,
    ),
  ]);
});

test("a file leaves out aspects of its pack", async () => {
  const ids = readPack("dentists").aspects.map(({ id }) => id);
  const left = await loaded({ pack: "dentists", without: ["children"] }, "Dentist");
  expect(left.aspects.map(({ id }) => id)).toEqual(ids.filter((id) => id !== "children"));
  expect(left.evaluation).toEqual([]);
  const own = { id: "children", label: "Kids", words: ["kids"] };
  const replaced = await loaded({ pack: "dentists", without: ["children"], aspects: [own] }, "Dentist");
  expect(replaced.aspects[0]).toEqual(own);
  expect((await loaded({ pack: "dentists", without: ["childs"] })).lines).toEqual([
    `aspects.json: without: is no aspect of the pack dentists: it has ${ids.join(", ")} (got "childs")`,
  ]);
  expect((await loaded({ aspects: [tidiness], without: ["children"] })).lines).toEqual([
    'aspects.json: without: names aspects of a pack; name the pack with "pack" (got "children")',
  ]);
});

test("a phrase that an aspect of one's own moves leaves the events of the pack", async () => {
  const own = { id: "professionalism", label: "Professionalism", words: ["crew"], except: ["super nice"] };
  const phrasesOf = (aspects: Content["aspects"]): string[] =>
    aspects.find(({ id }) => id === own.id)?.events?.map(({ phrase }) => phrase) ?? [];
  const ofPack = phrasesOf(readPack("home-services").aspects);
  expect(ofPack).toContain("super nice");
  const { aspects } = await loaded({ pack: "home-services", aspects: [own] });
  expect(phrasesOf(aspects)).toEqual(ofPack.filter((phrase) => phrase !== "super nice"));
});

test("a file names a pack, brings its own aspects, or both", async () => {
  const pack = readPack("home-services").aspects;
  expect((await loaded({ pack: "home-services" }, "Embassy")).aspects).toEqual(pack);
  expect((await loaded({ aspects: [tidiness] })).aspects).toEqual([tidiness]);
  expect((await loaded({ aspects: [] })).aspects).toEqual([]);
  expect((await loaded({ pack: "home-services", aspects: [tidiness] })).aspects).toEqual([tidiness, ...pack]);
});

test("an aspect with the id of one in the pack extends it, and may move its words", async () => {
  const own = {
    id: "punctuality",
    label: "On time",
    words: ["by noon"],
    weak: ["prompt"],
    events: [{ phrase: "the cuckoo had just called", polarity: "positive" }],
  };
  const { aspects } = await loaded({ pack: "home-services", aspects: [own] });
  const before = readPack("home-services").aspects.find(({ id }) => id === "punctuality");
  const after = aspects.find(({ id }) => id === "punctuality");
  expect(before?.words).toContain("prompt");
  expect(after?.label).toBe("On time");
  expect(after?.question).toBe(before?.question);
  expect(after?.words).toContain("on time");
  expect(after?.words).toContain("by noon");
  expect(after?.words).not.toContain("prompt");
  expect(after?.weak).toContain("prompt");
  expect(after?.events).toHaveLength((before?.events?.length ?? 0) + 1);
  expect(aspects).toHaveLength(readPack("home-services").aspects.length);
});

test.for([
  [{ label: "Teaching" }, undefined],
  [{ label: "Teaching", noun: "how they teach" }, "how they teach"],
  [{ label: "Quality of work" }, "the quality of the work"],
] as const)("an aspect of the pack with %j is named %s", async ([different, noun]) => {
  const own = { id: "quality", words: ["teaching"], ...different };
  const { aspects } = await loaded({ pack: "home-services", aspects: [own] });
  expect(aspects.find(({ id }) => id === "quality")?.noun).toBe(noun);
});

test("figures are those of the pack alone, for a business of its trade", async () => {
  for (const name of PACK_NAMES) {
    const { evaluation, types } = readPack(name);
    expect(evaluation?.length).toBeGreaterThan(0);
    expect((await loaded({ pack: name }, types[0])).evaluation).toEqual(evaluation);
    expect((await loaded({ pack: name }, "Library")).evaluation).toEqual([]);
  }
  expect((await loaded({ pack: "home-services", aspects: [tidiness] })).evaluation).toEqual([]);
});

test("a word that is an event as well is named", async () => {
  const events = [{ phrase: "dust everywhere", polarity: "negative" }];
  const aspect = { ...tidiness, words: ["dust everywhere", "tidy"], events };
  expect((await loaded({ aspects: [aspect] })).warnings).toEqual([
    'aspects.json: aspects.tidiness: "dust everywhere" is a word and an event; leave it in events, where it judges',
  ]);
});

test("another trade's pack is named", async () => {
  expect((await loaded({ pack: "home-services" }, "Dentist")).warnings).toEqual([
    'aspects.json: pack: is "home-services", but business.type "Dentist" has a pack of its own, "dentists"',
  ]);
});

/** The trees of home services, for every pack: `trade-words.test.ts` has those of the trades. */
const HOME_MODEL = new ClaimModel(SHIPPED, []);

/** By pack: stars, a sentence, and the votes for it. */
const SENTENCES: readonly (readonly [PackName, number, string, string])[] = [
  ["restaurants", 5, "The pasta was delicious and our server was attentive.", "food+ professionalism+"],
  ["restaurants", 2, "The steak was raw in the middle.", "food-"],
  ["restaurants", 2, "We waited over 40 minutes for our food.", "wait-"],
  ["restaurants", 1, "They got our order wrong twice.", "accuracy-"],
  ["restaurants", 5, "Lovely atmosphere, cozy and warm.", "atmosphere+"],
  ["restaurants", 2, "Tiny portions: we went home hungry.", "portions-"],
  ["restaurants", 1, "They gave our table away.", "booking-"],
  ["restaurants", 1, "There was a roach in the dirty restroom.", "cleanliness-"],
  ["restaurants", 5, "They took my allergy seriously.", "menu+"],
  ["restaurants", 2, "Overpriced for what it is.", "price-"],
  ["salons", 5, "My haircut is exactly what I wanted.", "result+"],
  ["salons", 1, "She fried my hair and the highlights turned orange.", "result-"],
  ["salons", 5, "A talented stylist. She listened to what I wanted.", "communication+ skill+"],
  ["salons", 1, "I waited an hour past my appointment.", "waiting-"],
  ["salons", 1, "They reused the tools, so unsanitary.", "cleanliness-"],
  ["salons", 5, "So relaxing, I fell asleep.", "comfort+"],
  ["salons", 2, "They pushed products on me.", "products-"],
  ["dentists", 5, "I did not feel a thing.", "pain+"],
  ["dentists", 1, "I was not numb and felt everything.", "pain-"],
  ["dentists", 1, "The crown fell off within a week.", "treatment-"],
  ["dentists", 5, "He is great with kids.", "children+"],
  ["dentists", 1, "A surprise bill months later, though they said it was covered.", "insurance-"],
  ["dentists", 2, "I sat in the waiting room for 50 minutes.", "waiting-"],
  ["dentists", 5, "A modern and spotless practice.", "cleanliness+"],
  ["auto-repair", 5, "My truck runs like new.", "quality+"],
  ["auto-repair", 1, "It broke down on the way home.", "quality-"],
  ["auto-repair", 1, "They left grease on my seats.", "car-care-"],
  ["auto-repair", 5, "They gave me a loaner and washed my car.", "car-care+ convenience+"],
  ["auto-repair", 1, "They had my car for 6 weeks.", "speed-"],
  ["auto-repair", 5, "Honest mechanic, fair price.", "honesty+ price+"],
];

test.for(SENTENCES)("%s, %d stars: %s", ([name, rating, text, expected]) => {
  const { aspects } = readPack(name);
  const analysis = compileTextAnalyzer(aspects, NO_NAMES)(text);
  const { votes } = judge({ review: review({ text, rating }), text, analysis }, UNTRAINED, HOME_MODEL);
  const marks = { positive: "+", negative: "-", mixed: "~", neutral: "" } as const;
  const judged = votes
    .filter(({ polarity }) => polarity !== "neutral")
    .map(({ aspect, polarity }) => `${aspects[aspect]?.id}${marks[polarity]}`);
  expect(judged.toSorted().join(" ")).toBe(expected);
});

test("problems name the file and the place", async () => {
  expect((await loaded({ pack: "plumbers" })).lines).toEqual([
    expect.stringMatching(/^aspects.json: pack: /),
  ]);
  expect((await loaded({ aspects: [tidiness, tidiness] })).lines).toEqual([
    'aspects.json: aspects[1].id: is used twice (got "tidiness")',
  ]);
});
