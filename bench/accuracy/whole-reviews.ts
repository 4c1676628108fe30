import { analyze } from "../../build/insights/analyze.ts";
import { learn } from "../../build/insights/learn.ts";
import { mentionedIds } from "../../build/insights/entities/mentions.ts";
import type { ClaimSide } from "../../build/insights/sentiment/prior.ts";
import { compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import type { Aspect, PackName } from "../../model/content.ts";
import type { Review } from "../../model/review.ts";
import type { ReviewInsight } from "../../model/review-insight.ts";
import { claimsOf, countsOn, isOn, labeledClaims, type SideCounts } from "./labeled-claims.ts";
import { type AccuracyRow, homeAspects, type Scorer } from "./labeled.ts";
import {
  type Label,
  type LabeledSet,
  type OwnSetName,
  ownSets,
  type PatientSetName,
  patientSet,
  type ReviewLabels,
  sampleSet,
  transportSet,
  yelpSets,
} from "./labeled-reviews.ts";
import { mamsSets } from "./mams-sentences.ts";

/** A labeled review with the verdicts of each method, by aspect id. */
export interface LabeledReview extends ReviewLabels {
  readonly pack: PackName;
  /** Those of its pack. */
  readonly aspectList: readonly Aspect[];
  readonly review: Review;
  readonly insight: ReviewInsight;
  readonly verdicts: Readonly<Record<ClaimMethod, ReadonlyMap<string, Label>>>;
}

/** "stars only" gives every aspect that was found the polarity of its review's stars. */
export const METHODS = ["ours", "VADER", "stars only"] as const;
export type ClaimMethod = (typeof METHODS)[number];

export const sampleReviews = (vader: Scorer): LabeledReview[] => judged(sampleSet(), vader);

export const ownReviews = (vader: Scorer, name?: OwnSetName): LabeledReview[] =>
  ownSets(name).flatMap((set) => judged(set, vader));

export const transportReviews = (vader: Scorer): LabeledReview[] => judged(transportSet(), vader);

export const patientReviews = (vader: Scorer, name?: PatientSetName): LabeledReview[] =>
  judged(patientSet(name), vader);

export const yelpReviews = (vader: Scorer, file: string): LabeledReview[] =>
  yelpSets(file).flatMap((set) => judged(set, vader));

export const mamsReviews = (vader: Scorer, folder: string): LabeledReview[] =>
  mamsSets(folder).flatMap((set) => judged(set, vader));

/** Analyzes the reviews as a build does, and joins them with their labels. */
function judged(
  { pack, labels, reviews: contents, aspects, entities }: LabeledSet,
  vader: Scorer,
): LabeledReview[] {
  const analyzeText = compileTextAnalyzer(aspects, entities);
  const reviews = contents.map((content): Review => {
    const mentions = mentionedIds(content.text === null ? [] : analyzeText(content.text).names);
    return { ...content, url: "", mentions };
  });
  const content = { entities, aspects, faq: [], summary: null };
  const learned = learn(content, reviews);
  const { document } = analyze({ ...content, learned }, reviews, { analyzeText });
  const byId = new Map(reviews.map((review) => [review.id, review]));
  return labels.flatMap((ofReview) => {
    const review = byId.get(ofReview.id);
    const insight = document.per_review[ofReview.id];
    if (review === undefined || insight === undefined) return [];
    return [
      {
        ...ofReview,
        pack,
        aspectList: aspects,
        review,
        insight,
        verdicts: verdictsOf(review, insight, vader),
      },
    ];
  });
}

function verdictsOf(
  { text, rating }: Review,
  insight: ReviewInsight,
  vader: Scorer,
): LabeledReview["verdicts"] {
  const found = "skipped" in insight ? [] : insight.aspects;
  const byAspect = (labelOf: (one: (typeof found)[number]) => Label): Map<string, Label> =>
    new Map(found.map((one) => [one.id, labelOf(one)]));
  return {
    ours: claimsOf(found),
    VADER: byAspect(({ mentions }) => {
      const scores = mentions.map(({ start, end }) => vader((text ?? "").slice(start, end)));
      const isPraised = scores.some((score) => score > 0);
      const isBlamed = scores.some((score) => score < 0);
      if (isPraised) return isBlamed ? "~" : "+";
      return isBlamed ? "-" : "0";
    }),
    "stars only": byAspect(() => (rating === 3 ? "0" : rating > 3 ? "+" : "-")),
  };
}

export const sideCounts = (
  reviews: readonly LabeledReview[],
  method: ClaimMethod,
  side: ClaimSide,
): SideCounts =>
  countsOn(
    side,
    reviews.flatMap(({ aspects = {}, verdicts }) =>
      labeledClaims(new Map(Object.entries(aspects)), verdicts[method]),
    ),
  );

/** Precision and recall as the methodology page words them. */
export function wholeReviewRows(reviews: readonly LabeledReview[], set: string): AccuracyRow[] {
  const row = (measure: string, right: number, n: number): AccuracyRow => ({
    set,
    measure,
    n,
    ours: (100 * right) / n,
  });
  const complaints = sideCounts(reviews, "ours", "complaint");
  const praise = sideCounts(reviews, "ours", "praise");
  return [
    row("published complaints that are right", complaints.right, complaints.claimed),
    row("complaints in the texts that were found", complaints.right, complaints.labeled),
    row("published praise that is right", praise.right, praise.claimed),
    row("praise in the texts that was found", praise.right, praise.labeled),
  ];
}

/** The share of reviews with 4 or 5 stars that a false complaint is read into, in percent; NaN if there are none. */
export function falselyBlamedShare(reviews: readonly LabeledReview[], method: ClaimMethod): number {
  const happy = reviews.filter(({ review }) => review.rating > 3);
  const wronged = happy.filter(({ aspects = {}, verdicts }) =>
    [...verdicts[method]].some(([id, label]) => isOn("complaint", label) && !isOn("complaint", aspects[id])),
  );
  return (100 * wronged.length) / happy.length;
}

/** Published judgements of persons, on one side. */
export const personCounts = (reviews: readonly LabeledReview[], side: ClaimSide): SideCounts =>
  countsOn(
    side,
    reviews.flatMap(({ insight, persons = {} }) =>
      labeledClaims(
        new Map(Object.entries(persons)),
        claimsOf("skipped" in insight ? [] : insight.technicians),
      ),
    ),
  );

/** Published criticisms of persons whom the text does not criticise. */
export function falselyBlamedPersons(reviews: readonly LabeledReview[]): number {
  const { claimed, right } = personCounts(reviews, "complaint");
  return claimed - right;
}

const MIN_JUDGEMENTS = 10;

/** By aspect with enough labels, the claimed share of praise minus the labeled one, in points. */
export function shareErrors(reviews: readonly LabeledReview[], method: ClaimMethod): Map<string, number> {
  const errors = new Map<string, number>();
  for (const { id } of homeAspects()) {
    const expected = praiseShare(reviews.map(({ aspects = {} }) => aspects[id]));
    const claimed = praiseShare(reviews.map(({ verdicts }) => verdicts[method].get(id)));
    if (expected.judged >= MIN_JUDGEMENTS && claimed.judged > 0)
      errors.set(id, claimed.share - expected.share);
  }
  return errors;
}

function praiseShare(labels: readonly (Label | undefined)[]): { judged: number; share: number } {
  const praised = labels.filter((label) => label === "+").length;
  const judgements = praised + labels.filter((label) => isOn("complaint", label)).length;
  return { judged: judgements, share: (100 * praised) / judgements };
}
