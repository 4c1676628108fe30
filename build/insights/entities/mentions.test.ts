import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entities, Entity } from "../../../model/entities.ts";
import { compileMentionFinder, mentionedIds } from "./mentions.ts";

const entities: Entities = {
  technicians: [
    { id: "will-hart", name: "Will Hart" },
    { id: "sean-obrien", name: "Sean O'Brien" },
    { id: "andre-lefevre", name: "André Lefèvre", aliases: ["Dré"] },
    { id: "marcus-bell", name: "Marcus Bell" },
    { id: "tina-wong", name: "Tina Wong" },
    { id: "tina-diaz", name: "Tina Díaz" },
    { id: "gordon-price", name: "Gordon Price" },
    { id: "dr-chen", name: "Dr. Anna Chen" },
    { id: "june-okafor", name: "June Okafor" },
    { id: "chance-ruiz", name: "Chance Ruiz" },
  ],
  services: [
    { id: "boiler", name: "Boiler service", aliases: ["boiler"] },
    { id: "boiler-replacement", name: "Boiler replacement", aliases: ["new boiler", "replaced our boiler"] },
    {
      id: "drains",
      name: "Drain clearing",
      aliases: ["drain", "clog", "a/c drain"],
      not_in: ["drain on my wallet"],
    },
    { id: "heat-pump", name: "Heat pump" },
  ],
  service_areas: [
    { id: "bath", name: "Bath" },
    { id: "st-ives", name: "St. Ives", aliases: ["Saint Ives", "TR26"] },
    { id: "long-ashton", name: "Long Ashton" },
  ],
};

const find = compileMentionFinder(entities);
const named = (text: string): string[] =>
  find(text).map(({ id, start, end }) => `${id}: ${text.slice(start, end)}`);

const WORDS = compileMentionFinder({
  technicians: [
    { id: "hope", name: "Hope Irwin" },
    { id: "bill", name: "Bill Ingram" },
    { id: "will", name: "Will Cook" },
    { id: "mark", name: "Mark Abbott" },
    { id: "crystal", name: "Crystal Gomez" },
    { id: "nick", name: "Nick Roe" },
    { id: "pete", name: "Pete Poe" },
    { id: "karen", name: "Karen Poe" },
  ],
  services: [],
  service_areas: [],
});

test.for([
  ["I hope I get the same crew again", []],
  ["Hope I get the same crew again", []],
  ["The bill I got was double", []],
  ["They left Mark a note", ["mark"]],
  ["They left a mark a foot long", []],
  ["The chef will cook it again", []],
  ["Will Cook came, and so did Bill I. and Mark A.", ["will", "bill", "mark"]],
  ["Hope I. was great", ["hope"]],
  ["Communication was crystal clear", []],
  ["Crystal was clear", ["crystal"]],
  ["Crystal in the cabinet was dusty", []],
  ["They came. Crystal of ours broke", []],
  ["Thank you! Crystal in the office was kind", ["crystal"]],
  ["Crystal on the phone was kind", ["crystal"]],
  ["I liked how Crystal in her way explained it", ["crystal"]],
  ["crystal was friendly", ["crystal"]],
  ["In the nick of time", []],
  ["THEY CAME IN THE NICK OF TIME", []],
  ["NICK CAME IN TIME", ["nick"]],
  ["Ask for nick", ["nick"]],
  ["Our plumber nick, on time", ["nick"]],
  ["thanks nick", ["nick"]],
  ["thank nick and crystal", ["nick"]],
  ["The nick was gone", []],
  ["For Pete's sake", []],
  ["Pete's work is fine", ["pete"]],
  ["I don't want to be a Karen", []],
] as const)("names that are words: %s", ([text, expected]) => {
  expect(WORDS(text).map(({ id }) => id)).toEqual(expected);
});

describe("technicians", () => {
  test.for([
    ["Sean O'Brien came", ["sean-obrien: Sean O'Brien"]],
    ["Sean with the rest of the crew", ["sean-obrien: Sean"]],
    ["Sean with the rest of my family", []],
    ["Sean with the rest of my", ["sean-obrien: Sean"]],
    ["Sean with a smile, and that is more than I can say of my plumber", ["sean-obrien: Sean"]],
    ["sean obrien came", ["sean-obrien: sean obrien"]],
    ["SEAN O’BRIEN CAME", ["sean-obrien: SEAN O’BRIEN"]],
    ["Sean's work and sean’s manners", ["sean-obrien: Sean", "sean-obrien: sean"]],
    ["Thanks to Sean O. for this", ["sean-obrien: Sean O"]],
    ["Ask for Mr. O'Brien", ["sean-obrien: Mr. O'Brien"]],
    ["Dr. Anna Chen or Dr Chen", ["dr-chen: Dr. Anna Chen", "dr-chen: Dr Chen"]],
    ["Doctor Chen, Dr. Anna or Anna Chen", ["dr-chen: Doctor Chen", "dr-chen: Anna", "dr-chen: Anna Chen"]],
    ["Dr. Okafor and Dr. Lee", ["june-okafor: Dr. Okafor"]],
    ["My sister Anna", []],
    ["andre lefevre and Andre", ["andre-lefevre: andre lefevre", "andre-lefevre: Andre"]],
    ["Dré was here", ["andre-lefevre: Dré"]],
    ["Andre\u0301 was here", ["andre-lefevre: Andre\u0301"]],
  ] as const)("%s", ([text, expected]) => {
    expect(named(text)).toEqual(expected);
  });
});

describe("names that are everyday words need a capital and a cue", () => {
  test.for([
    ["Will was great", ["will-hart: Will"]],
    ["Will is great", ["will-hart: Will"]],
    ["Our hygienist Will", ["will-hart: Will"]],
    ["Our hygienist June is great", ["june-okafor: June"]],
    ["June is busy", []],
    ["Marcus and Will came", ["marcus-bell: Marcus", "will-hart: Will"]],
    ["Thank you to Will!", ["will-hart: Will"]],
    ["Will's advice saved us", ["will-hart: Will"]],
    ["will hart did it", ["will-hart: will hart"]],
    ["Will, our plumber, is kind", ["will-hart: Will"]],
    ["Will call again", []],
    ["Will never use anyone else", []],
    ["Chance never showed up", ["chance-ruiz: Chance"]],
    ["Will quickly fixed it", ["will-hart: Will"]],
    ["Chance seated us and Will poured the wine", ["chance-ruiz: Chance", "will-hart: Will"]],
    ["Will welcomed us. Chance refilled our glasses.", ["will-hart: Will", "chance-ruiz: Chance"]],
    ["Chance and Will were awesome", ["chance-ruiz: Chance", "will-hart: Will"]],
    ["Chance explains it all, Will gets it", ["chance-ruiz: Chance", "will-hart: Will"]],
    ["They will come, and we will pay", []],
    ["WILL WAS GREAT AND WILL IS BACK", []],
    ["WILL HART WAS GREAT", ["will-hart: WILL HART"]],
    ["Give Chance a chance", ["chance-ruiz: Chance"]],
    ["When I got home, Chance had fixed it", ["chance-ruiz: Chance"]],
    ["Chance charged me twice", ["chance-ruiz: Chance"]],
    ["Chance at the counter laughed", ["chance-ruiz: Chance"]],
    ["Chance in the office knew it", ["chance-ruiz: Chance"]],
    ["Chance in the rain", []],
    ["Chance rocks", ["chance-ruiz: Chance"]],
    ["Chance, Marcus and Sean rock", ["chance-ruiz: Chance", "marcus-bell: Marcus", "sean-obrien: Sean"]],
    ["Chance, luck and fate", []],
    ["Chance clipped it", ["chance-ruiz: Chance"]],
    ["Ask for Sean or Chance", ["sean-obrien: Sean", "chance-ruiz: Chance"]],
    ["Chance in dispatch, Chance from scheduling", ["chance-ruiz: Chance", "chance-ruiz: Chance"]],
    ["Chance the plumber", ["chance-ruiz: Chance"]],
    ["Chance, thank you so much!", ["chance-ruiz: Chance"]],
    ["Thanks Will for a great job, and ask Will about the valve", ["will-hart: Will", "will-hart: Will"]],
    ["Great people and Will definitely use again", []],
    ["Thank you and Will see you next year", []],
    ["Thanks Will be using you again", []],
    ["Will couldn't have been nicer", ["will-hart: Will"]],
    ["Roads like glass and Will still made it", ["will-hart: Will"]],
    ["Nice people and Will always call again", []],
    ["I Chance it, you Chance it, gave them a second Chance and the Chance was missed", []],
    ["To be Chance about it", []],
    ["CHANCE was great, I said", []],
    ["Called Chance Plumbing, then Chance Street", []],
    ["Called June 12", []],
    ["On a busy June morning", []],
    ["There is no Chance that we come back", []],
    ["Second Chance Motors is next door, and Lucky Chance Bar", []],
    ["Great Work By Far Chance Of A Lifetime", []],
    ["I Will call again, the crew Will too", []],
    ["Good job Will!", ["will-hart: Will"]],
    ["I think that Chance was slow and that Will is the best", ["chance-ruiz: Chance", "will-hart: Will"]],
    ["Chance the cleaner and our housekeeper Will", ["chance-ruiz: Chance", "will-hart: Will"]],
    [
      "Chance scrubbed, Will mopped. June vacuumed!",
      ["chance-ruiz: Chance", "will-hart: Will", "june-okafor: June"],
    ],
    ["It was cold that June morning", []],
    ["Chance of rain. Chance, they say. CHANCE", []],
    ["We live in Bath", ["bath: Bath"]],
    ["Best plumbers in Bath, UK", ["bath: Bath"]],
    ["The bath was leaking in the evening", []],
    ["Bath was leaking", []],
  ] as const)("%s", ([text, expected]) => {
    expect(named(text)).toEqual(expected);
  });
});

describe("doubtful names are no mentions", () => {
  test.for([
    ["two technicians share a first name", "Tina was lovely", []],
    ["the initial tells them apart", "Tina W. was lovely", ["tina-wong: Tina W"]],
    ["so does the surname, accent or not", "tina diaz was lovely", ["tina-diaz: tina diaz"]],
    ["a relative of the reviewer", "my husband Sean fixed it first, my neighbour, Marcus, too", []],
    ["a friend of the reviewer", "My buddy Sean came along, and a coworker named Marcus", []],
    ["a relative in law", "My brother in law Sean, and her sister in law Marcus", []],
    ["a child of ours", "since Sean's dad ran it and Marcus's own son", []],
    [
      "another firm of that name",
      "I went to Sean's Auto, then Marcus's garage called",
      ["marcus-bell: Marcus"],
    ],
    ["someone of a known chain or the reviewer's office", "Sean from AAA and Marcus at my office", []],
    [
      "one of our office",
      "Sean at the office and Marcus with the other guy",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["one whom family thanks", "Thank you Sean, my wife loves you", ["sean-obrien: Sean"]],
    ["one whom family likes", "Sean is my husband's favorite", ["sean-obrien: Sean"]],
    ["an examiner", "My examiner, Mr Sean Crowe, then the examiner Marcus", []],
    ["an examiner in apposition", "Sean, my examiner, and Marcus the examiner", []],
    ["one who examined", "Had Sean as my examiner, his was called Sean", []],
    ["one who is called an examiner", "Our examiner was called Sean. Sean smiled", []],
    [
      "no examiner",
      "The examiner left. Sean smiled, told Sean the examiner was late, had Marcus as my plumber",
      ["sean-obrien: Sean", "sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["another customer", "Another pupil, Sean, yelled, and the other customer, Marcus", []],
    ["a stepfather", "Marcus, my stepdad, and my mum Andre", []],
    ["one of another firm", "My old instructor Sean left, my previous plumber, Marcus, was slow", []],
    ["an old man", "The old guy Sean came", ["sean-obrien: Sean"]],
    [
      "one of ours at an earlier visit",
      "On our previous visit Sean came, our new plumber Marcus too",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["one who took care of my things", "Sean from Smith Heating took care of my AC", ["sean-obrien: Sean"]],
    [
      "one at some other time",
      "Sean at our last visit, Marcus from the other day",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["one of the customer's office", "Sean at the front desk of my office", []],
    [
      "someone of another firm by its kind",
      "Sean from the last plumbing company, Marcus at a different clinic",
      [],
    ],
    ["an official in apposition", "The adjuster, Sean, refused. My landlady is Andre", []],
    [
      "a realtor, who may be ours",
      "My realtor is Sean, Marcus the realtor helped",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["an official in the whole text", "They had an adjuster named Sean. Sean was slow", []],
    ["one of another firm in the whole text", "Our old plumber Sean retired. Sean was slow", []],
    ["the name of a pet", "My dog's name is Sean", []],
    ["one whom family calls", "My mom called Sean", ["sean-obrien: Sean"]],
    [
      "a partner at work",
      "Ana and her partner Sean came, then his boss Marcus",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["two of one name", "My husband Sean called. The technician Sean came", ["sean-obrien: Sean"]],
    ["two of one name, job last", "My husband Sean called. Sean the technician came", ["sean-obrien: Sean"]],
    ["one as an adjective of time", "I called Sean the day mum lost her heat", ["sean-obrien: Sean"]],
    ["the customer who introduces herself", "My name is Sean, I'm Marcus, I am Andre", []],
    ["the customer who greets", "Hi, Sean here. Marcus here!", ["marcus-bell: Marcus"]],
    ["an employee here", "Sean here was the best", ["sean-obrien: Sean"]],
    ["the customer who closes", "Great job. Best regards, Sean", []],
    ["an initial of another surname", "They came late. Sean P.", []],
    ["the initial of ours", "They came late. Marcus B.", ["marcus-bell: Marcus B"]],
    ["no initial", "Thanks Sean A+ work", ["sean-obrien: Sean"]],
    ["a pet", "Our dog Sean bit my cat, Sean", []],
    ["a pet in apposition", "Sean, our golden retriever, loves it here", []],
    ["a pet by its breed", "I have a poodle named Sean", []],
    ["one who is said to be family", "Sean is my son and Marcus was our neighbor", []],
    ["one of the family", "My Sean is a sweet old boy", []],
    ["our plumber after a dog", "He petted our dog. Sean did", ["sean-obrien: Sean"]],
    ["one who is said to be our plumber", "Sean is our plumber", ["sean-obrien: Sean"]],
    ["a relative in apposition", "Marcus, my son, and a friend named Sean", []],
    ["a relative in another sentence", "We met my husband. Sean came", ["sean-obrien: Sean"]],
    ["a relative in apposition before the name", "My husband, Sean and I", []],
    ["a relative's thing", "my neighbour's Sean came", ["sean-obrien: Sean"]],
    ["a relative in brackets", "Marcus (our son) and Sean (our plumber)", ["sean-obrien: Sean"]],
    ["no relative after a name", "Sean my husband says", ["sean-obrien: Sean"]],
    ["someone of another firm", "Marcus from another company and Sean at my old dentist", []],
    ["someone of a customer", "Sean at the front desk of my dentist", []],
    ["their own firm", "Marcus from Bell Plumbing, my favourite", ["marcus-bell: Marcus"]],
    ["someone with another surname", "Sean Miller charged us, and Marcus Doyle's truck blocked us", []],
    ["a surname misspelled", "Sean Obrian came", ["sean-obrien: Sean"]],
    [
      "no surname: the next sentence, and another of ours",
      "Thanks Sean Great job. Marcus Sean came. Thanks Marcus Awesome and fast",
      ["sean-obrien: Sean", "marcus-bell: Marcus", "sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    [
      "no surname: a stressed word",
      "Sean Really came, Marcus Did try",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["the customer who signs", "Great job!\n- Sean", []],
    ["the customer who signs in the same line", "Great job. — Sean", []],
    ["someone after a dash", "Ask for the best - Sean", ["sean-obrien: Sean"]],
    [
      "someone in a line of a list",
      "They sent two.\n- Sean\n- Marcus was best",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    [
      "a pet in the next sentence",
      "Our cat Sean is a fighter. Sean bit two people. Marcus didn't mind",
      ["marcus-bell: Marcus"],
    ],
    ["a pet before it is called one", "Sean hates cars. Sean is my dog", []],
    ["our plumber by full name beside a pet", "Our cat Sean bit Sean O'Brien", ["sean-obrien: Sean O'Brien"]],
    ["a pet by its kind or age", "Sean the cat and Marcus, our 14 year old tabby", []],
    ["children", "My twins Marcus and Sean love it, our toddler Andre too", []],
    ["children by their age", "My 4-year-old, Sean, and a six year old Marcus", []],
    [
      "nobody's child",
      "He was good with the kids. Sean and Marcus came",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    [
      "someone's brother, who works here",
      "Mike and his brother Sean own it. Sean fixed it",
      ["sean-obrien: Sean"],
    ],
    [
      "no pet, after a sentence without its stop",
      "Dropped off my dog Sean was kind. Sean called",
      ["sean-obrien: Sean"],
    ],
    [
      "people who care for pets",
      "Sean is our dog walker, Marcus the dog groomer too",
      ["sean-obrien: Sean", "marcus-bell: Marcus"],
    ],
    ["one whom we told of a pet", "I told Sean the cat was scared", ["sean-obrien: Sean"]],
    ["the age of a thing", "The unit was only a year old, Sean found it", ["sean-obrien: Sean"]],
    [
      "employees, fondly",
      "Shout out to my boys Marcus and Sean",
      ["marcus-bell: Marcus", "sean-obrien: Sean"],
    ],
    ["a list of pets", "Our dogs Rex, Marcus and Sean love it", []],
    [
      "an employee and a job, or another one",
      "Sean Junior came, Marcus Receptionist was kind, thanks Sean Carlos was kind",
      ["sean-obrien: Sean", "marcus-bell: Marcus", "sean-obrien: Sean"],
    ],
    ["an answer to a question", "Who came? - Sean", ["sean-obrien: Sean"]],
    ["a crew", "These boys Marcus and Sean rock", ["marcus-bell: Marcus", "sean-obrien: Sean"]],
    ["a contraction is no name", "don't; won't; he'll; Sean'll", []],
    ["part of a longer word", "seance, drainage, boilerplate", []],
    ["another place", "We are in Bath County", []],
    ["another place over a line break", "We are in Bath  \n County", []],
  ] as const)("%s", ([, text, expected]) => {
    expect(named(text)).toEqual(expected);
  });
});

describe("one wrong letter in a long name next to a cue is a fuzzy match", () => {
  test.for([
    ["Marcus came", "exact"],
    ["Markus came", "fuzzy"],
    ["Marcsu came", "fuzzy"],
    ["Marccus came", "fuzzy"],
    ["thanks to Gordan for all", "fuzzy"],
  ] as const)("%s", ([text, match]) => {
    expect(find(text)).toMatchObject([{ match }]);
  });

  test.for([
    "markus came",
    "Marckos came",
    "Maurices came",
    "Seen came",
    "Marcuss",
    "thanks to Markus from another company",
  ])("%s is no mention", (text) => {
    expect(find(text)).toEqual([]);
  });
});

describe("services and areas", () => {
  test.for([
    [
      "the longest alias wins",
      "a new boiler and the old boiler",
      ["boiler-replacement: new boiler", "boiler: boiler"],
    ],
    ["a name of several words", "they replaced our boiler", ["boiler-replacement: replaced our boiler"]],
    [
      "plural and verb forms",
      "clogs, clogged, unclogging, Heat-pumps",
      ["drains: clogs", "drains: clogged", "heat-pump: Heat-pumps"],
    ],
    ["a phrase that means something else", "It was a drain on my wallet, not my drain", ["drains: drain"]],
    ["the plural of what means something else", "drain on my wallets", []],
    ["a slash", "the A/C drain dripped", ["drains: A/C drain"]],
    [
      "a stop inside a name, and a postcode",
      "from St. Ives, st ives, tr26",
      ["st-ives: St. Ives", "st-ives: st ives", "st-ives: tr26"],
    ],
    ["a hyphen", "in Long-Ashton", ["long-ashton: Long-Ashton"]],
    ["no name over a full stop and a line", "It took long\nAshton is near", []],
  ] as const)("%s", ([, text, expected]) => {
    expect(named(text)).toEqual(expected);
  });
});

test("ids need to differ only among entities of one kind", () => {
  const findIn = (text: string): (readonly [string, string])[] =>
    compileMentionFinder({
      technicians: [{ id: "austin", name: "Austin Reed" }],
      services: [],
      service_areas: [{ id: "austin", name: "Austin" }],
    })(text).map(({ kind, id }) => [kind, id]);
  expect(findIn("They serve all of Austin every day.")).toEqual([["service_areas", "austin"]]);
  expect(findIn("Austin Reed came.")).toEqual([["technicians", "austin"]]);
});

test("ids come once, in the order of their first mention", () => {
  const text = "Marcus, then Sean, then Marcus again fixed the boiler in St Ives.";
  expect(mentionedIds(find(text))).toEqual({
    technicians: ["marcus-bell", "sean-obrien"],
    services: ["boiler"],
    service_areas: ["st-ives"],
  });
});

test("in any text mentions are in order, never overlap, and do not depend on a next sentence", () => {
  const parts = [
    "Will",
    "will",
    "Sean",
    "O'Brien",
    "Tina",
    "boiler",
    "new",
    "Bath",
    "in",
    "was",
    "my",
    "husband",
    "’s",
    "-",
    ",",
    "🙂",
    "مرحبا",
    "你好",
    "\n",
  ];
  const texts = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: "binary", maxLength: 5 })), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(texts, (words) => {
      const text = words.join(" ");
      const mentions = find(text);
      let end = 0;
      for (const mention of mentions) {
        expect(mention.start).toBeGreaterThanOrEqual(end);
        expect(mention.end).toBeGreaterThan(mention.start);
        end = mention.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
      expect(find(`${text}. Goodbye!`)).toEqual(mentions);
    }),
    { numRuns: 500 },
  );
});

const DATA = join(import.meta.dirname, "..", "..", "..", "..", "shared", "data", "home-services");
const absent = !existsSync(DATA);
if (absent)
  process.stderr.write(`SKIPPED: the gold mentions need ${DATA}, which is not part of the project\n`);

interface Gold {
  readonly text: string;
  readonly technicians: readonly string[];
  readonly services: readonly string[];
  readonly areas: readonly string[];
}

test.skipIf(absent)("F1 of at least 97 for technicians, services and areas on labeled sentences", () => {
  const vocabulary = JSON.parse(readFileSync(join(DATA, "gazetteer.json"), "utf8")) as Record<
    string,
    readonly Entity[]
  >;
  const { technicians = [], services = [], areas = [] } = vocabulary;
  const read = compileMentionFinder({ technicians, services, service_areas: areas });
  const gold = readFileSync(join(DATA, "gold.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Gold);
  for (const [label, kind] of [
    ["technicians", "technicians"],
    ["services", "services"],
    ["areas", "service_areas"],
  ] as const) {
    let right = 0;
    let wrong = 0;
    for (const one of gold) {
      const got = new Set(mentionedIds(read(one.text))[kind]);
      const want = new Set(one[label]);
      right += got.intersection(want).size;
      wrong += got.symmetricDifference(want).size;
    }
    expect((200 * right) / (2 * right + wrong), label).toBeGreaterThanOrEqual(97);
  }
});
