import { expect, test } from "vitest";
import { readPack } from "../../load/aspects.ts";
import { compileTextAnalyzer } from "./text-analyzer.ts";

const analyze = compileTextAnalyzer(readPack("home-services").aspects, {
  technicians: [{ id: "ana", name: "Ana Reyes" }],
  services: [{ id: "drain", name: "Drain" }],
  service_areas: [],
});
const scoreIn = (text: string): number | undefined =>
  analyze(text).names.find(({ id }) => id === "ana")?.score;

/** The least distance of a criticism from zero, see `persons.ts`. */
const CRITICISM = -1;

test.for([
  "Ana was rude to us.",
  "Our technician Ana was really rude.",
  "The heat works, but our dispatcher Ana is incredibly rude.",
  "Brilliant work, and Ana was rude.",
  "Ana, who was also very rude, left.",
  "Ana, who was rude, came on Tuesday.",
  "Ana lied to us.",
  'The "office" answered. Ana was rude to us.',
  "We waited because Ana was so rude and unprofessional.",
])("%s criticises the person", (text) => {
  expect(scoreIn(text)).toBeLessThanOrEqual(CRITICISM);
});

test.for([
  // others' conduct
  ["Ana's boss was rude.", -0.5],
  ["Ana was lied to by her own boss.", -0.5],
  ["Ana had a rude boss.", -0.5],
  ["Ana apologized for the rude dispatcher.", -0.5],
  ["The rude manager yelled at Ana.", -0.5],
  ["Everyone but Ana was rude.", -0.5],
  ["Ana and I saw how rude he was.", -0.5],
  ["Ana, rude company that you work for.", 0],
  // reports
  ["They said Ana was rude.", -0.5],
  ["Ana was rude, according to the owner.", -0.5],
  ["“Ana is so rude”, the manager told her.", -0.5],
  ["We heard that Ana was rude.", -0.5],
  // more than conduct
  ["Ana was two hours late.", -0.5],
  // another clause, or sentence
  ["Ana came, the office was rude.", 0],
  ["Ana came. Rude, rude company.", 0],
  ["Ana was never rude.", 1],
  ["Ana came on Tuesday.", 0],
  // who was not there
  ["Ana was on vacation, but they were lovely.", -0.5],
  ["Ana is on maternity leave.", -0.5],
  ["Ana retired. Lovely people!", -0.5],
  ["Ana no longer works there.", -0.5],
  ["Not Ana this time, but lovely people.", -0.5],
  ["They sent Bo instead of Ana, lovely people.", -0.5],
  ["Not only Ana was lovely.", 1],
] as const)("%s does not: %d", ([text, expected]) => {
  const score = scoreIn(text) ?? Number.NaN;
  if (expected === 1) expect(score).toBeGreaterThan(0);
  else expect(score).toBe(expected);
});

test("only technicians have a score", () => {
  expect(analyze("The drain was rude.").names).toMatchObject([{ id: "drain", score: 0 }]);
});
