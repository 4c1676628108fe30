import { expect, test } from "vitest";
import { readPack } from "../../load/aspects.ts";
import { compileTextAnalyzer } from "./text-analyzer.ts";

const analyze = compileTextAnalyzer(readPack("home-services").aspects, {
  technicians: [
    { id: "ana", name: "Ana Reyes" },
    { id: "tom", name: "Tom Katz" },
  ],
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
  "Ana lied to us about the insurance.",
  "Ana yelled profanities at us.",
  'The "office" answered. Ana was rude to us.',
  "We waited because Ana was so rude and unprofessional.",
  "Ana was rude the entire time.",
  "Ana is a very rude woman.",
  "Today, Ana was rude. It was not the first time this year.",
  "Ana was rude. Never again.",
  "Ana was rude to us. We left when we were done.",
  "Ana at reception was rude to us.",
  "Ana at the reception desk was rude to us.",
  "Ana on the phone was rude to us.",
  "Ana at the front desk hung up on me. Twice.",
  "Ana yelled at us for no reason.",
  "Ana is a rude man.",
  "Ana was rude. Sadly it was no joke.",
  "Ana lied.",
])("%s criticises the person", (text) => {
  expect(scoreIn(text)).toBeLessThanOrEqual(CRITICISM);
});

test.for([
  // others' conduct
  ["Ana's boss was rude.", -0.5],
  ["Ana at the next table was rude.", -0.5],
  ["Ana from the rude company called.", -0.5],
  ["Ana at the desk said that he was rude.", -0.5],
  ["Ana was lied to by her own boss.", -0.5],
  ["Ana had a rude boss.", -0.5],
  ["Ana apologized for the rude dispatcher.", -0.5],
  ["The rude manager yelled at Ana.", -0.5],
  ["Everyone but Ana was rude.", -0.5],
  ["Ana, rude company that you work for.", 0],
  ["Ana and the rude hostess were the only ones.", -0.5],
  ["Ana is the rude owner's daughter.", -0.5],
  ["Ana is who the rude dispatcher sends.", -0.5],
  ["Ana was polite about a rude, arrogant foreman.", 0],
  ["Ana was rudely interrupted by the manager.", -0.5],
  ["Ana was so rudely treated.", -0.5],
  ["Ana was hung up on by her own dispatcher.", -0.5],
  ["Ana argued with her boss for us.", -0.5],
  ["At the other company, Ana was rude.", -0.5],
  ["Our server Ana argued with the chef about our order.", -0.5],
  ["Ana argued with the manufacturer for us.", -0.5],
  ["Ana yelled at the man who harassed us.", -0.5],
  ["Ana was yelled at.", -0.5],
  ["Ana was rude in other reviews.", -0.5],
  ["My last salon was terrible. Ana was rude.", -0.5],
  // harmless
  ["Ana hung up our coats and we waited an hour.", -0.5],
  ["Ana lied on his back for an hour.", -0.5],
  ["Ana yelled our order to the kitchen.", -0.5],
  ["Ana stole my heart.", -0.5],
  ["Ana swore it was fixed.", -0.5],
  // excused
  ["Ana was rude at first but turned out great.", -0.5],
  ["Ana was rude but later apologized.", -0.5],
  ["Ana was rude because we were rude.", -0.5],
  ["Ana was rude but it was so busy.", -0.5],
  ["Ana was rude. Correction: it was Dave.", -0.5],
  ["Ana was rude. Edit: it was Dave, not Ana.", -0.5],
  ["Ana was rude. Just kidding!", -0.5],
  // what is denied
  ["Ana was rude to nobody.", -0.5],
  ["Ana was unprofessional in no way.", -0.5],
  ["Ana is a crook. She is not.", -0.5],
  // reports
  ["“Sorry about that. Ana was rude to you. I will fire her.”", -0.5],
  ["The manager shouted: Ana is rude!", -0.5],
  ["The owner wrote back to me. Ana was rude.", -0.5],
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
  ["Ana couldn't make it, but lovely people.", -0.5],
  ["Ana was not there, but lovely people.", -0.5],
  ["Ana had the day off, so we got a lovely woman.", -0.5],
  ["Ana took Monday off. Lovely people!", -0.5],
  ["Ana was off that night, lovely people.", -0.5],
  ["Ana was off. The new guy was lovely.", -0.5],
  ["Ana isn't in. The lady was lovely.", -0.5],
  ["Ana was out with his back that week so we got a lovely crew.", -0.5],
  ["We were supposed to have Ana but she was on another roof, lovely man.", -0.5],
  ["We hoped for Ana, but a lovely man came.", -0.5],
  ["We meant to get Ana but she was tied up elsewhere, the man was lovely.", -0.5],
  ["Ana was at another job so her lovely crew did it.", -0.5],
  ["Ana, who was off, sent a lovely man.", -0.5],
  ["We wanted to see Ana again, lovely woman.", 1],
  ["Ana was out here with a lovely crew.", 1],
  ["I requested Ana but got a lovely man.", -0.5],
  ["Ana was booked so I saw a lovely man.", -0.5],
  ["Ana got fired. Lovely salon.", -0.5],
  ["I won't let anyone but Ana cut my hair, lovely woman.", 1],
  ["Ana is on another level, lovely woman.", 1],
  ["Ana couldn't make it any easier, lovely woman.", 1],
  ["Ana had the day off but she came in anyway, lovely woman.", 0],
  ["I was supposed to meet Ana but she came early, lovely woman.", 0],
  ["Ana was off to a lovely start.", 1],
  ["Ana took a night off our bill, lovely!", 1],
  ["Everyone but Ana was lovely.", -0.5],
  ["They sent Bo instead of Ana, lovely people.", -0.5],
  ["The man who replaced Ana was wonderful.", -0.5],
  ["The guy who came after Ana was great.", -0.5],
  ["Everyone apart from Ana was great.", -0.5],
  ["Great job despite Ana.", -0.5],
  ["Not only Ana was lovely.", 1],
  // what the sentence takes back
  ["Ana painted it nicely but she was rude to my daughter.", -0.5],
  ["Ana painted it nicely, but he was rude to Tom.", -0.5],
  ["Ana painted it nicely but was rude to my daughter.", -0.5],
  ["Ana painted it nicely, although she was rude.", -0.5],
  ["Ana painted it nicely. Tom came, but he was rude.", 1],
  ["Ana was lovely, but the price was rude.", 1],
  // whom the customer left
  ["Unlike Ana, Tom is lovely.", -0.5],
  ["Tom is lovelier than Ana.", -0.5],
  ["Tom was lovely, better than with Ana.", -0.5],
  ["So glad I swapped from Ana to Tom, he is lovely.", -0.5],
  ["Started with Ana, then switched to Tom. Lovely!", -0.5],
  ["Started with Tom, then switched to Ana. Lovely!", 1],
  ["Nobody is lovelier than Ana, lovely woman.", 1],
  ["The price was better than expected. Ana was lovely.", 1],
  ["We love Ana, so glad that we switched to Smith Plumbing.", 1],
  ["Ana was not in a hurry, lovely woman.", 1],
  // whom another firm sent
  ["Home Depot sent Ana and Ana was rude.", -0.5],
  ["My insurance company sent Ana. Ana was rude.", -0.5],
  ["My realtor is Ana. Ana was rude.", -0.5],
  ["The surveyor's name was Ana. Ana was rude.", -0.5],
  ["My agent Ana was wonderful.", 1],
  ["I'll ask for lovely Ana again.", 1],
  ["We'll ask for Ana.", 0],
  ["Ana is lovely and switched the filter.", 1],
  ["Ana switched to a quieter fan. Lovely!", 1],
] as const)("%s does not: %d", ([text, expected]) => {
  const score = scoreIn(text) ?? Number.NaN;
  if (expected === 1) expect(score).toBeGreaterThan(0);
  else expect(score).toBe(expected);
});

test("only technicians have a score", () => {
  expect(analyze("The drain was rude.").names).toMatchObject([{ id: "drain", score: 0 }]);
});

test.for([
  ["Tom is wonderful, Ana seemed rushed.", 0],
  ["Tom is wonderful; Ana talked over my head.", 0],
  ["Tom is wonderful. Ana talked.", 0],
  ["We saw Ana. Tom is wonderful.", 0],
  ["We saw Ana. He is wonderful.", 0.3],
  ["Tom is wonderful, Ana too.", 0.3],
  ["Tom is wonderful. So is Ana.", 0.3],
  ["Tom is wonderful, and Ana is wonderful as well.", 0.3],
  ["Ana, Tom and their boss are wonderful.", 0.3],
  ["ana, tom and their boss are wonderful.", 0.3],
  ["Ana in the office, Tom and his boss are wonderful.", 0.3],
] as const)("%s praises the person by %s at least", ([text, least]) => {
  if (least === 0) expect(scoreIn(text)).toBeLessThanOrEqual(0);
  else expect(scoreIn(text)).toBeGreaterThan(least);
});
