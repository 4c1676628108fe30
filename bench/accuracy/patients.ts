import { ClaimModel } from "../../build/insights/sentiment/claim-model.ts";
import { judge } from "../../build/insights/sentiment/judge.ts";
import { SHIPPED } from "../../build/insights/sentiment/prior.ts";
import { compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import { FeatureExtractor } from "../../build/insights/sentiment/star-features.ts";
import { trainStarModel, UNTRAINED } from "../../build/insights/sentiment/star-model.ts";
import { wordsOf } from "../../build/insights/text/words.ts";
import type { Review } from "../../model/review.ts";
import { homeAspects, labeled, type AccuracyRow, NO_NAMES, correctness, type Scorer } from "./labeled.ts";

interface Comment {
  readonly text: string;
  readonly rating: number | null;
  readonly extra: { readonly respondent: string; readonly sentiment: number | null };
}

const FOLDS = 5;

/**
 * Balanced accuracy on patients' comments that people labeled. Weights are learned from the ratings of respondents in
 * the other folds. An undecided score is half right.
 */
export function patientComments(vader?: Scorer): AccuracyRow[] {
  const aspects = homeAspects();
  const analyzeText = compileTextAnalyzer(aspects, NO_NAMES);
  const model = new ClaimModel(SHIPPED, aspects);
  const comments = labeled<Comment>("nhs", "nhs-fft.jsonl").filter(({ text }) => text.trim() !== "");
  const rows = comments.map((comment) => ({
    comment,
    text: comment.text,
    analysis: analyzeText(comment.text),
    fold: foldOf(comment.extra.respondent),
  }));
  const isLabeled = ({ comment, analysis }: (typeof rows)[number]): boolean =>
    [1, 2, 4, 5].includes(comment.extra.sentiment ?? 0) && analysis.skipped !== "placeholder";
  const tallies = { rules: newTally(), ours: newTally(), vader: newTally() };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const extractor = new FeatureExtractor(new Set());
    const train = rows.flatMap(({ comment: { rating }, ...row }) =>
      row.fold === fold || rating === null || row.analysis.skipped
        ? []
        : [{ features: extractor.extract(row.text, wordsOf(row.text)), rating }],
    );
    const stars = trainStarModel(train, extractor);
    for (const row of rows.filter((one) => one.fold === fold && isLabeled(one))) {
      const isPraise = (row.comment.extra.sentiment ?? 0) < 3;
      const features = extractor.extract(row.text, wordsOf(row.text));
      const text = { ...row, features, review: {} as Review };
      count(tallies.rules, isPraise, judge(text, UNTRAINED, model).score);
      count(tallies.ours, isPraise, row.analysis.skipped ? 0 : judge(text, stars, model).score);
      if (vader) count(tallies.vader, isPraise, vader(row.text));
    }
  }
  const row = (measure: string, tally: AccuracyTally): AccuracyRow => ({
    set: "patients' comments, 5 folds by respondent",
    measure,
    n: tally.praise.n + tally.blame.n,
    ours: balanced(tally),
    majority: 50,
    ...(vader ? { vader: balanced(tallies.vader) } : {}),
  });
  return [
    row("balanced accuracy, rules alone", tallies.rules),
    row("balanced accuracy, with own ratings", tallies.ours),
  ];
}

function foldOf(respondent: string): number {
  let hash = 0;
  for (const letter of respondent) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % FOLDS;
}

interface AccuracyTally {
  readonly praise: { n: number; right: number };
  readonly blame: { n: number; right: number };
}

const newTally = (): AccuracyTally => ({ praise: { n: 0, right: 0 }, blame: { n: 0, right: 0 } });

function count({ praise, blame }: AccuracyTally, isPraise: boolean, score: number): void {
  const half = isPraise ? praise : blame;
  half.n += 1;
  half.right += correctness(score, isPraise);
}

const balanced = ({ praise, blame }: AccuracyTally): number =>
  50 * (praise.right / praise.n + blame.right / blame.n);
