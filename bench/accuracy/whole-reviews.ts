import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../build/insights/analyze.ts";
import { learn } from "../../build/insights/learn.ts";
import { mentionedIds } from "../../build/insights/entities/mentions.ts";
import { compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import { readPack } from "../../build/load/aspects.ts";
import { type CalendarDate, parseCalendarDate } from "../../model/calendar-date.ts";
import type { Aspect, Content, PackName } from "../../model/content.ts";
import type { Entities } from "../../model/entities.ts";
import type { ContentReview, Review } from "../../model/review.ts";
import type { Polarity, ReviewInsight } from "../../model/review-insight.ts";
import { type AccuracyRow, homeAspects, labeled, NO_NAMES, type Scorer } from "./labeled.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const LABELS = join(import.meta.dirname, "whole-reviews");

export type Half = "learn" | "held_out";

/** Praised, criticised, both, mentioned without a judgement. */
export type Label = "+" | "-" | "~" | "0";

/** The words that a label rests on. */
export interface LabelledSpan {
  readonly aspect: string;
  readonly polarity: Label;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
}

interface ReviewLabels {
  readonly id: string;
  readonly half: Half;
  readonly aspects?: Readonly<Record<string, Label>>;
  readonly spans?: readonly LabelledSpan[];
  readonly persons?: Readonly<Record<string, Label>>;
}

interface OwnReview extends ReviewLabels {
  readonly pack: PackName;
  readonly rating: number;
  readonly text: string;
}

/** A labeled review with the verdicts of each method, by aspect id. */
export interface LabelledReview extends ReviewLabels {
  /** Those of its pack. */
  readonly aspectList: readonly Aspect[];
  readonly review: Review;
  readonly insight: ReviewInsight;
  readonly verdicts: Readonly<Record<ClaimMethod, ReadonlyMap<string, Label>>>;
}

/** "stars only" gives every aspect that was found the polarity of its review's stars. */
export const METHODS = ["ours", "VADER", "stars only"] as const;
export type ClaimMethod = (typeof METHODS)[number];

const LABEL_OF: Readonly<Record<Polarity, Label>> = {
  positive: "+",
  negative: "-",
  mixed: "~",
  neutral: "0",
};

/** The texts of the sample, which are part of the project. */
export function sampleReviews(vader: Scorer): LabelledReview[] {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, "content", name), "utf8"));
  const reviews = globSync("reviews/*.json", { cwd: join(ROOT, "content") }).flatMap((name) => {
    const file = json(name) as ContentReview[] | { reviews: ContentReview[] };
    return "reviews" in file ? file.reviews : file;
  });
  // A review that its source removed has no text.
  const texts = reviews.filter(({ text }) => text !== undefined);
  const entities = json("entities.json") as Entities;
  return judged(labelsOf("sample"), texts, { aspects: homeAspects(), entities }, vader);
}

/** The analysis reads none of these. */
const UNSTATED: Omit<ContentReview, "id" | "rating" | "text"> = {
  author: "",
  author_avatar_url: null,
  date: parseCalendarDate("2026-01-01") as CalendarDate,
  source: "",
  source_url: null,
  owner_reply: null,
  verified: true,
  verification: { method: "attested" },
  incentive: null,
  photos: [],
};

/** Texts written for this purpose. Those of other trades are labeled with the aspects of their pack. */
export function ownReviews(
  vader: Scorer,
  set: "own" | "written" | "aside" | "hard" | "plain" | "typed" = "own",
): LabelledReview[] {
  const written = labelsOf<OwnReview>(set);
  return [...Map.groupBy(written, ({ pack }) => pack)].flatMap(([pack, ofPack]) => {
    const reviews = ofPack.map(({ id, rating, text }) => ({
      ...UNSTATED,
      id,
      rating,
      text,
    }));
    return judged(ofPack, reviews, { aspects: readPack(pack).aspects, entities: NO_NAMES }, vader);
  });
}

export const transportReviews = (vader: Scorer): LabelledReview[] =>
  comments("patient-transport", "nhs-patient-transport.jsonl", vader);

/** Comments about other services than transport; those of "comments" are about both. */
export const patientReviews = (vader: Scorer, set: "patients" | "comments" = "patients"): LabelledReview[] =>
  comments(set, "nhs-fft.jsonl", vader);

/** Comments without a rating are left out: they could not be published. */
function comments(set: string, file: string, vader: Scorer): LabelledReview[] {
  const texts = labeled<ContentReview & { rating: number | null }>("nhs", file);
  const labels = labelsOf(set);
  const known = new Set(labels.map(({ id }) => id));
  const rated = texts.filter(({ id, rating }) => rating !== null && known.has(id));
  const reviews = rated.map((comment) => ({ ...comment, verified: true as const }));
  return judged(labels, reviews, { aspects: homeAspects(), entities: NO_NAMES }, vader);
}

const labelsOf = <Line extends ReviewLabels = ReviewLabels>(set: string): Line[] =>
  readFileSync(join(LABELS, `${set}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

/** Analyzes the reviews as a build does, and joins them with their labels. */
function judged(
  labels: readonly ReviewLabels[],
  contents: readonly ContentReview[],
  { aspects, entities }: Pick<Content, "aspects" | "entities">,
  vader: Scorer,
): LabelledReview[] {
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
      { ...ofReview, aspectList: aspects, review, insight, verdicts: verdictsOf(review, insight, vader) },
    ];
  });
}

function verdictsOf(
  { text, rating }: Review,
  insight: ReviewInsight,
  vader: Scorer,
): LabelledReview["verdicts"] {
  const found = "skipped" in insight ? [] : insight.aspects;
  const byAspect = (labelOf: (one: (typeof found)[number]) => Label): Map<string, Label> =>
    new Map(found.map((one) => [one.id, labelOf(one)]));
  return {
    ours: byAspect(({ polarity }) => LABEL_OF[polarity]),
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

export type Side = "complaint" | "praise";

const SIDES: Readonly<Record<Side, readonly Label[]>> = { complaint: ["-", "~"], praise: ["+", "~"] };

export const isOn = (side: Side, label: Label | undefined): boolean =>
  label !== undefined && SIDES[side].includes(label);

export interface SideCounts {
  readonly right: number;
  readonly claimed: number;
  readonly labeled: number;
}

export function sideCounts(reviews: readonly LabelledReview[], method: ClaimMethod, side: Side): SideCounts {
  let right = 0;
  let claimed = 0;
  let expected = 0;
  for (const { aspects = {}, verdicts } of reviews) {
    const isLabelled = (id: string): boolean => isOn(side, aspects[id]);
    const claims = [...verdicts[method]].filter(([, label]) => isOn(side, label));
    claimed += claims.length;
    right += claims.filter(([id]) => isLabelled(id)).length;
    expected += Object.keys(aspects).filter(isLabelled).length;
  }
  return { right, claimed, labeled: expected };
}

/** Precision and recall as the methodology page words them. */
export function wholeReviewRows(reviews: readonly LabelledReview[], set: string): AccuracyRow[] {
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

/** The share of reviews with 4 or 5 stars that a false complaint is read into, in percent. */
export function falselyBlamedShare(reviews: readonly LabelledReview[], method: ClaimMethod): number {
  const happy = reviews.filter(({ review }) => review.rating > 3);
  const wronged = happy.filter(({ aspects = {}, verdicts }) =>
    [...verdicts[method]].some(([id, label]) => isOn("complaint", label) && !isOn("complaint", aspects[id])),
  );
  return (100 * wronged.length) / happy.length;
}

/** Published criticisms of persons whom the text does not criticise. */
export const falselyBlamedPersons = (reviews: readonly LabelledReview[]): number =>
  reviews
    .flatMap(({ insight, persons = {} }) =>
      ("skipped" in insight ? [] : insight.technicians).map(({ id, polarity }) => ({
        claim: LABEL_OF[polarity],
        label: persons[id],
      })),
    )
    .filter(({ claim, label }) => isOn("complaint", claim) && !isOn("complaint", label)).length;

const MIN_JUDGEMENTS = 10;

/** By aspect with enough labels, the claimed share of praise minus the labeled one, in points. */
export function shareErrors(reviews: readonly LabelledReview[], method: ClaimMethod): Map<string, number> {
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
