import { describe, expect, test } from "vitest";
import { NO_TREES, review } from "../../../test/support/insights.ts";
import { readPack } from "../../load/aspects.ts";
import { ClaimModel } from "./claim-model.ts";
import { judge } from "./judge.ts";
import { SHIPPED } from "./prior.ts";
import { UNTRAINED } from "./star-model.ts";
import { compileTextAnalyzer } from "./text-analyzer.ts";

const { aspects } = readPack("home-services");
const NAMES = { technicians: [{ id: "brandon", name: "Brandon Lee" }], services: [], service_areas: [] };
const NO_PRIOR = { aspects: [], trades: {}, ...NO_TREES, biases: [], outputs: [], features: [] };
const model = new ClaimModel(SHIPPED, aspects);
const byRules = compileTextAnalyzer(aspects, NAMES, NO_PRIOR);
const analyzeText = compileTextAnalyzer(aspects, NAMES);

const MARKS = { positive: "+", negative: "-", mixed: "~", neutral: "0" } as const;

/** The judged aspects of a review, such as "price+ quality-". */
function judged(rating: number, text: string, analyze = byRules): string {
  const analyzed = {
    review: review({ text, rating }),
    text,
    analysis: analyze(text),
  };
  return judge(analyzed, UNTRAINED, model)
    .votes.map(({ aspect, polarity }) => `${aspects[aspect]?.id}${MARKS[polarity]}`)
    .filter((vote) => !vote.endsWith("0"))
    .join(" ");
}

/** Pairs that differ in little but whose doing they tell of. Three stars leave it to the text, where not written. */
const PAIRS: readonly (readonly [text: string, expected: string, rating?: number])[] = [
  // another firm
  ["They never showed up.", "punctuality-"],
  ["Another company never showed up.", ""],
  ["Another company never showed up. So they", ""],
  ["Our previous plumber never showed up.", ""],
  ["Two other contractors were rude.", ""],
  ["Two of their contractors were rude.", "professionalism-"],
  ["The last company was dishonest. They lied to me.", ""],
  ["The company was dishonest. They lied to me.", "honesty-"],
  ["The last company lied to me. Brandon did not: he was honest.", "honesty+"],
  ["Dustin from another company was rude.", ""],
  ["Dustin from the office was rude.", "professionalism-"],
  ["Most companies were rude.", ""],
  ["The wiring was done by another company and they were rude.", ""],
  ["The wiring was done by Brandon and he was rude.", "professionalism-"],
  ["Rude people from another company came first.", ""],
  ["They were never rude like another company.", "professionalism+"],
  ["They were not rude like another company.", "professionalism+"],
  ["Their prices were overpriced.", "price-"],
  ["Better than most, another company was great. They lied to me.", ""],
  ["Better than another company was great. They lied to me.", "honesty-"],
  // the reviewer
  ["My husband tried to fix it and made it worse.", ""],
  ["My husband's furnace broke again the next day.", "quality-"],
  ["They tried to fix it and made it worse.", "quality-"],
  ["My husband said the crew was rude.", "professionalism-"],
  ["I do not care that it was late.", ""],
  ["They do not care that it was late.", "professionalism-"],
  ["Another customer was rude to the girl at the desk.", ""],
  ["The technician was rude to the girl at the desk.", "professionalism-"],
  ["The lady next to me was rude.", ""],
  ["The lady at the desk was rude.", "professionalism-"],
  ["His boss was rude to me.", "professionalism-"],
  ["My neighbor was very rude to Brandon.", ""],
  ["My neighbor said that Brandon was very rude.", "professionalism-"],
  ["My mother in law was rude to Brandon.", ""],
  ["My mother-in-law was rude to Brandon.", ""],
  ["Brandon was rude to another customer.", "professionalism-"],
  ["I was rude to Brandon.", ""],
  ["He was rude to Brandon's boss.", "professionalism-"],
  ["I yelled at Brandon. He was rude.", "professionalism-"],
  ["The tow truck driver was rude.", ""],
  ["Their truck driver was rude.", "professionalism-"],
  ["The warranty company was dishonest.", ""],
  // before the visit
  ["They left because the furnace stopped working again.", "quality-"],
  ["They came because the furnace stopped working again.", ""],
  ["They were out here twice because the furnace stopped working again.", "quality-"],
  ["They were out there because the furnace stopped working again.", ""],
  ["Called because brass stopped working again.", "quality-"],
  ["We called because the furnace stopped working again.", ""],
  ["We called again and the furnace stopped working again.", "quality-"],
  ["Called Brandon after my furnace stopped working again.", ""],
  ["Brandon left and my furnace stopped working again.", "quality-"],
  ["He found the drain clogged again.", ""],
  ["They left the drain clogged again.", "quality-"],
  ["He found the pipe leaking everywhere and badly done.", ""],
  ["He left the pipe leaking everywhere and badly done.", "quality-"],
  ["It had been wired wrong years ago.", ""],
  ["It was wired wrong.", "quality-"],
  // hypotheses
  ["If Brandon had been rude I would have left.", ""],
  ["He isn't like the crew who came before and was rude.", ""],
  ["He is one of the crew who came before and was rude.", "professionalism-"],
  ["As if that was not enough they were rude.", "professionalism-"],
  ["They charged me double.", "price-"],
  ["Instead of being overcharged, I paid less.", "price+"],
  ["I was worried that they would be overpriced.", ""],
  ["I was told that they were overpriced.", "price-"],
  ["If they had been rude I would have left.", ""],
  ["If it had leaked, they would be rude.", ""],
  ["It had leaked, they were rude.", "professionalism-"],
  ["They had been rude so I left.", "professionalism-"],
  ["If you can imagine it they were rude.", "professionalism-"],
  ["If I could change one thing they were rude.", "professionalism-"],
  // questions
  ["Are they honest?", ""],
  ["They are honest.", "honesty+"],
  ["Were they rude to my wife?", ""],
  ["They were rude to my wife.", "professionalism-"],
  ["What if they had been rude?", ""],
  ["What about rude technicians then?", ""],
  ["Who about ten times was rude to my wife?", "professionalism-"],
  ["What rude technicians they have?", "professionalism-"],
  ["Why were they so rude to my wife?", "professionalism-"],
  ["And why were they so rude to my wife?", "professionalism-"],
  ["Could the receptionist be any ruder?", "professionalism-"],
  ["Could the receptionist be ruder?", ""],
  ["Is it too much to ask to be polite?", "professionalism-"],
  ["Is it too much to ask to show up on time?", "punctuality-"],
  ["Overpriced?", ""],
  ["Overpriced.", "price-"],
  ["So overpriced?", ""],
  ["How honest is that?", ""],
  // stars and sentence
  ["The technician was rude.", "", 5],
  ["The technician was rude.", "professionalism-", 2],
  ["The technician was friendly.", "", 1],
  ["The technician was friendly.", "professionalism+", 4],
  ["Great job, but they came two hours late.", "punctuality- quality+", 5],
  ["Great job, and they came two hours late.", "quality+", 5],
  ["Great job. My only complaint is the price.", "price- quality+", 5],
  ["Great job. My only complaint is that I did not hear of their prices sooner.", "quality+", 5],
  ["Great job. My only complaint is that I did not hear of their prices earlier.", "quality+", 5],
  ["Great job. My only complaint is the price. I did not hear of them sooner.", "price- quality+", 5],
  ["The booking was a maze, hence four stars.", "scheduling-", 4],
  ["The booking was a maze.", "", 4],
  ["The house cleaner was rude.", "professionalism-"],
  ["Loved how the cleaner named Ana danced.", ""],
  // hints count where the stars agree
  ["One of them bled on our couch.", "quality-", 1],
  ["One of them bled on our couch.", "", 3],
  ["One of them bled on our couch.", "", 5],
  // the end of a text
  ["Their prices were overpriced. So?", "price-"],
  ["Their prices were overpriced, even if", "price-"],
  ["The last company lied to me. They were rude. They were rude. They were rude.", "professionalism-"],
  ["The work from another company was bad and Brandon was rude.", "professionalism-"],
  // another firm since
  ["We have since gone to Happy Tails. They came on time.", ""],
  ["We have since gone to Happy Tails and they are rude, and they never showed up.", "", 1],
  ["We have gone to Happy Tails and they are rude.", "professionalism-", 1],
  // the present
  ["The last company lied to me. They were rude.", ""],
  ["The last company lied to me. They are rude.", "professionalism-"],
  // amounts
  ["They came 2 hours late.", "punctuality-"],
  ["They charged $50 more than the quote.", "price-"],
  ["They quoted me for the whole job $200 and charged me $650.", "price-"],
  ["They quoted me for the whole big job $200 and charged me $650.", ""],
  ["They quoted $1,150 all in. It turned into $1,890.", "price-"],
  ["They quoted $1,150 all in. It came to $1,100.", "price+"],
  ["The final bill was almost a third higher than what I was quoted.", "price-"],
  ["The final bill was 200 dollars over the estimate of 100 dollars.", "price-"],
  ["He arrived 3 hours after the window.", "punctuality-"],
  // one event, one aspect
  ["They came two hours late or they were rude.", "punctuality- professionalism-", 3],
  ["They came two hours late and left a mess.", "punctuality- cleanliness-", 1],
  ["They were rude and dishonest.", "professionalism- honesty-", 1],
];

/** The rules alone are tried on these. */
const BY_RULES: typeof PAIRS = [
  ["Unlike work by another company. They lied to me.", "honesty-"],
  ["Work by another company. They lied to me.", ""],
  ["Another company came and sent Brandon who was from Ohio and rude.", ""],
  ["Another company came and sent Brandon who was rude.", "professionalism-"],
  ["If the American was rude they were rude.", ""],
  ["My son already tried to fix it and made it worse.", ""],
  ["We called because", ""],
  ["Would give 5 but for me, the booking was a maze.", "scheduling-", 4],
];

test.for([...PAIRS, ...BY_RULES])("%s: %s", ([text, expected, rating = 3]) => {
  expect(judged(rating, text)).toBe(expected);
});

describe("with the shipped weights", () => {
  const claims = PAIRS.map(([text, expected, rating = 3]) => ({
    text,
    expected: expected.split(" ").filter(Boolean),
    found: judged(rating, text, analyzeText).split(" ").filter(Boolean),
  }));

  test("nothing is claimed that the table does not expect", () => {
    const known = new Set([
      // The rules hear only that nobody cares; that it was late is a complaint as well.
      "They do not care that it was late. punctuality-",
      // Debatable: praise of her manners.
      "Loved how the cleaner named Ana danced. professionalism+",
      // False: "better than" stands beside praise of another firm.
      "Better than most, another company was great. They lied to me. overall+",
      // Debatable: whoever did not hear of the prices sooner likes them.
      "Great job. My only complaint is that I did not hear of their prices sooner. price+",
    ]);
    const beyond = claims.filter(({ text, expected, found }) =>
      found.some((claim) => !expected.includes(claim) && !known.has(`${text} ${claim}`)),
    );
    expect(beyond.map(({ text, found }) => `${text} ${found.join(" ")}`)).toEqual([]);
  });

  test("a plain complaint stands with four stars, where the rules alone need more", () => {
    expect(judged(4, "The technician was rude.")).toBe("");
    expect(judged(4, "The technician was rude.", analyzeText)).toBe("professionalism-");
  });

  test("nearly all of what it expects is found", () => {
    const expected = claims.flatMap((one) => one.expected.map((claim) => one.found.includes(claim)));
    expect(expected.filter(Boolean).length / expected.length).toBeGreaterThan(0.83);
  });
});
