import vader from "vader-sentiment";
import { contrastedTerms } from "./accuracy/contrasts.ts";
import { homeServices } from "./accuracy/home-services.ts";
import { missingTexts, type Scorer } from "./accuracy/labeled.ts";
import { ownSentences } from "./accuracy/own-sentences.ts";
import { patientComments } from "./accuracy/patients.ts";
import { measureSpeed, vaderSpeed } from "./insights-speed.ts";
import { printWholeReviews } from "./insights-whole-reviews.ts";
import { printTable } from "./table.ts";

const DEFAULT_SIZES = ["5000", "10000", "20000", "100000"];

/**
 * Accuracy of the insights, compared with always answering "positive" and with VADER, and their speed. With `learn`
 * only the learn halves: whoever changes a rule must not see the totals of the held-out ones.
 */
export async function run(sizes: readonly string[] = [], { learn = false } = {}): Promise<void> {
  const missing = missingTexts();
  if (missing !== undefined) process.stderr.write(`\n${missing}\n`);
  const scorer = vaderScorer();
  if (learn) {
    printWholeReviews(scorer, missing === undefined, ["learn"]);
    return;
  }
  printAccuracy(scorer, missing === undefined);
  printWholeReviews(scorer, missing === undefined, ["learn", "held_out"]);
  for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES) printSpeed(size);
  await Promise.resolve();
}

function printAccuracy(scorer: Scorer, hasTexts: boolean): void {
  const rows = ownSentences(scorer);
  if (hasTexts)
    rows.push(
      ...homeServices(scorer),
      ...patientComments(scorer),
      contrastedTerms("val", scorer),
      contrastedTerms("test", scorer),
    );
  printTable(
    "insights: accuracy in percent",
    ["labeled texts", "measure", "n", "majority", "VADER", "ours", "95 % interval"],
    rows.map(({ set, measure, n, majority, vader: theirs, ours, ci95 }) => [
      set,
      measure,
      String(n),
      majority?.toFixed(1) ?? "-",
      theirs?.toFixed(1) ?? "-",
      ours.toFixed(1),
      ci95?.map((bound) => bound.toFixed(1)).join(" to ") ?? "",
    ]),
  );
}

/** VADER's customary threshold: scores within 0.05 of zero are undecided. */
function vaderScorer(): Scorer {
  const { SentimentIntensityAnalyzer } = vader;
  return (text) => {
    const { compound } = SentimentIntensityAnalyzer.polarity_scores(text);
    return Math.abs(compound) < 0.05 ? 0 : Math.sign(compound);
  };
}

function printSpeed(size: string): void {
  const [first, theirs, second] = [measureSpeed(size), vaderSpeed(size), measureSpeed(size)];
  printTable(
    "insights: computing time of one thread, twice, in processes of their own; memory with and without insights",
    [
      "reviews",
      "words",
      "read",
      "words/s",
      "of VADER's",
      "analyze",
      "words/s",
      "peak memory",
      "without",
      "same bytes",
    ],
    [first, second].map((one) => [
      String(one.reviews),
      String(one.tokens),
      `${Math.round(one.readMs)} ms`,
      perSecond(one.tokens, one.readMs),
      `${(one.tokens / one.readMs / theirs).toFixed(1)} x ${Math.round(theirs)}k`,
      `${Math.round(one.analyzeMs)} ms`,
      perSecond(one.tokens, one.analyzeMs),
      `${one.rssMb} MB`,
      `${one.controlMb} MB`,
      first.digest === second.digest ? "yes" : "NO",
    ]),
  );
}

const perSecond = (words: number, ms: number): string => `${Math.round(words / ms)}k`;
