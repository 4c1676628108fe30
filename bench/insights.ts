import vader from "vader-sentiment";
import { contrastedTerms } from "./accuracy/contrasts.ts";
import { homeServices } from "./accuracy/home-services.ts";
import { missingTexts, type Scorer } from "./accuracy/labeled.ts";
import { ownSentences } from "./accuracy/own-sentences.ts";
import { patientComments } from "./accuracy/patients.ts";
import { measureSpeed, type Speed, vaderSpeed } from "./insights-speed.ts";
import { printWholeReviews } from "./insights-whole-reviews.ts";
import { median } from "./peer.ts";
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

const RUNS = 5;

/** Medians of runs that alternate with VADER's: other programs slow a shared machine down for seconds at a time. */
function printSpeed(size: string): void {
  const runs = Array.from({ length: RUNS }, () => ({ ours: measureSpeed(size), vader: vaderSpeed(size) }));
  const ratiosOf = (time: "readMs" | "analyzeMs"): string => {
    const ratios = runs.map(({ ours, vader: theirs }) => ours.tokens / ours[time] / theirs);
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    return `${median(ratios).toFixed(1)} x (${least.toFixed(1)} to ${most.toFixed(1)})`;
  };
  const ours = runs.map((one) => one.ours);
  const { reviews, tokens, digest } = ours[0] as Speed;
  const readMs = median(ours.map((one) => one.readMs));
  const analyzeMs = median(ours.map((one) => one.analyzeMs));
  printTable(
    `insights: computing time of one thread, medians of ${RUNS} processes; peak memory with and without insights`,
    [
      "reviews",
      "words",
      "read",
      "words/s",
      "of VADER's",
      "analyze",
      "words/s",
      "of VADER's",
      "peak memory",
      "without",
      "same bytes",
    ],
    [
      [
        String(reviews),
        String(tokens),
        `${Math.round(readMs)} ms`,
        perSecond(tokens, readMs),
        ratiosOf("readMs"),
        `${Math.round(analyzeMs)} ms`,
        perSecond(tokens, analyzeMs),
        ratiosOf("analyzeMs"),
        `${Math.max(...ours.map(({ rssMb }) => rssMb))} MB`,
        `${Math.max(...ours.map(({ controlMb }) => controlMb))} MB`,
        ours.every((one) => one.digest === digest) ? "yes" : "NO",
      ],
    ],
  );
}

const perSecond = (words: number, ms: number): string => `${Math.round(words / ms)}k`;
