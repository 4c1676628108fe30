import { expect, test } from "vitest";
import type { Entities } from "../../../model/entities.ts";
import { compileGazetteer, sharedNameWarnings, type NameTree } from "./gazetteer.ts";

const gazetteerOf = (entities: Partial<Entities>) =>
  compileGazetteer({ technicians: [], services: [], service_areas: [], ...entities });

/** Every name of the tree with its entities; `?` after an id: needs a cue; `(not)`: a phrase of `not_in`. */
function namesIn({ next, aliases, isOtherMeaning }: NameTree, words: readonly string[] = []): string[] {
  const ids = aliases.map(({ id, isAmbiguous }) => `${id}${isAmbiguous ? "?" : ""}`);
  const own = [...(isOtherMeaning ? ["(not)"] : []), ...ids];
  const below = [...next].flatMap(([word, node]) => namesIn(node, [...words, word]));
  return own.length === 0 ? below : [`${words.join(" ")}: ${own.join(" ")}`, ...below];
}

const names = (entities: Partial<Entities>): string[] => namesIn(gazetteerOf(entities).names).toSorted();
const technicians = (...written: readonly string[]): Partial<Entities> => ({
  technicians: written.map((name) => ({ id: name.toLowerCase().replaceAll(/\W+/g, "-"), name })),
});

test("a technician is known by full name, first name, initial, and title with surname", () => {
  expect(names(technicians("Ana Silva"))).toEqual([
    "ana s: ana-silva",
    "ana silva: ana-silva",
    "ana: ana-silva",
    "doctor silva: ana-silva",
    "dr silva: ana-silva",
    "miss silva: ana-silva",
    "mister silva: ana-silva",
    "mr silva: ana-silva",
    "mrs silva: ana-silva",
    "ms silva: ana-silva",
    "prof silva: ana-silva",
    "professor silva: ana-silva",
  ]);
  expect(names(technicians("Ana"))).toEqual(["ana: ana"]);
  expect(names(technicians("???"))).toEqual([]);
});

test.for([
  ["Will", ["will: will?"]],
  ["Bo", ["bo: bo?"]],
  ["B", ["b: b?"]],
  ["Boz", ["boz: boz"]],
] as const)("%s as a name: %j", ([name, expected]) => {
  expect(names(technicians(name))).toEqual(expected);
});

test("a first name that two technicians share, or that is another's whole name, is no name", () => {
  const firstNames = (entities: Partial<Entities>): string[] =>
    names(entities).filter((name) => /^\w+:/.test(name));
  expect(firstNames(technicians("Ana Silva", "Ana Weir"))).toEqual([]);
  expect(firstNames({ ...technicians("Ana Silva"), service_areas: [{ id: "ana", name: "Ana" }] })).toEqual([
    "ana: ana",
  ]);
  expect(firstNames(technicians("J Silva"))).toEqual([]);
});

test("a service is known by the forms of its last word", () => {
  expect(names({ services: [{ id: "clog", name: "Drain clog" }] })).toEqual(
    [
      "drain clog: clog",
      "drain cloged: clog",
      "drain cloges: clog",
      "drain clogged: clog",
      "drain clogging: clog",
      "drain cloging: clog",
      "drain clogs: clog",
    ].toSorted(),
  );
  expect(names({ services: [{ id: "r", name: "Rewire" }] })).toContain("rewiring: r");
  expect(names({ services: [{ id: "s", name: "Supply" }] })).toEqual(
    ["supplies", "supply", "supplyed", "supplyes", "supplying", "supplys"].map((form) => `${form}: s`),
  );
  expect(names({ services: [{ id: "ac", name: "AC" }] })).toEqual(["ac: ac"]);
  expect(names({ services: [{ id: "tr", name: "TR26" }] })).toEqual(["tr26: tr"]);
});

test("areas and marked names need a cue, and a phrase of not_in means something else", () => {
  expect(
    names({
      service_areas: [
        { id: "bath", name: "Bath" },
        {
          id: "oak",
          name: "Oak Park",
          aliases: ["The Park"],
          ambiguous: ["the park"],
          not_in: ["park bench"],
        },
      ],
    }),
  ).toEqual(["bath: bath?", "oak park: oak", "park bench: (not)", "the park: oak?"]);
});

test("only single names of technicians with six letters are recognized with one wrong", () => {
  const { spellable } = gazetteerOf({
    technicians: [
      { id: "gordon", name: "Gordon Price", aliases: ["Gordon", "Flash Gordon"] },
      { id: "marcus", name: "Marcus" },
      { id: "wendy", name: "Wendy" },
    ],
    services: [{ id: "boiler", name: "Boilers" }],
  });
  expect(spellable.map(({ word, alias }) => `${word}: ${alias.id}`)).toEqual([
    "gordon: gordon",
    "marcus: marcus",
  ]);
});

test("a name that is written for two entities is warned of", () => {
  const services = [
    { id: "brakes", name: "Brakes", aliases: ["brakes", "Oil  change"] },
    { id: "oil", name: "Oil change" },
    // Without letters, these are the name of nothing.
    { id: "first", name: "???" },
    { id: "second", name: "!!!" },
  ];
  expect(sharedNameWarnings({ technicians: [], services, service_areas: [] })).toEqual([
    'entities.json: "oil change" is a name of services/brakes and services/oil, so a text with it mentions neither: keep it for one',
  ]);
});
