import { ratingCounts } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import type { MethodInsight } from "../../model/insights-method.ts";
import type { ReviewAspect, ReviewInsight } from "../../model/review-insight.ts";
import type { Review } from "../../model/review.ts";
import { nameWords } from "./entities/name-words.ts";
import { countAspects } from "./report/aspect-insights.ts";
import { compileNameRule } from "./report/quotable-names.ts";
import { countEntities } from "./report/entity-insights.ts";
import type { PersonRules } from "./report/person-rules.ts";
import { type CountedMonth, type MonthCounts, monthOf } from "./report/month-counts.ts";
import { countStatements, quotableStatements } from "./report/quotes.ts";
import { shareLists } from "./report/review-rows.ts";
import { countSentiments } from "./report/temporal.ts";
import { countThemes, Themes } from "./report/themes.ts";
import { countUncovered } from "./report/uncovered-texts.ts";
import { countUnknownNames } from "./report/unknown-names.ts";
import { ClaimModel } from "./sentiment/claim-model.ts";
import { SHIPPED } from "./sentiment/prior.ts";
import { judge, type JudgedMention, type ReviewVerdict } from "./sentiment/judge.ts";
import { withSupportedCriticism } from "./sentiment/persons.ts";
import { type StarModel, starModelOf } from "./sentiment/star-model.ts";
import type { TextAnalysis } from "./sentiment/text-analyzer.ts";

/** A review whose text was judged, or the reason why it was not. Topics are ids. */
type ReadReview =
  | {
      readonly review: Review;
      readonly verdict: ReviewVerdict;
      readonly topics: readonly string[];
    }
  | {
      readonly review: Review;
      readonly verdict?: undefined;
      readonly skipped: "no_text" | NonNullable<TextAnalysis["skipped"]>;
    };

/** The analysis of a text, by itself or by the place of its review in the month. */
type AnalysisOf = (text: string, place: number) => TextAnalysis | undefined;

/** `ReviewInsight` without the votes on technicians, which depend on all months. */
interface InsightEntry {
  readonly json: string;
  readonly technicians: ReviewVerdict["technicians"];
}

/** The content that counts depend on, besides the reviews. */
type CountedContent = Pick<Content, "entities" | "aspects" | "learned"> & {
  readonly business?: Pick<Content["business"], "name">;
};

/** More verdicts at once would grow old in memory: they take several times what is kept of them. */
const PART_SIZE = 128;
const THOUSANDTHS = 1000;

/** Judges and counts the reviews of a month. */
export class MonthCounter {
  readonly stars: StarModel;
  readonly themes: Themes;
  readonly #aspects: Content["aspects"];
  readonly #isQuotable: ReturnType<typeof compileNameRule>;
  readonly #model: ClaimModel;
  readonly #partSize: number;

  constructor({ business, entities, aspects, learned }: CountedContent, partSize = PART_SIZE) {
    this.#partSize = partSize;
    this.stars = starModelOf(learned, nameWords(entities));
    this.themes = new Themes(learned?.topics ?? []);
    this.#aspects = aspects;
    this.#model = new ClaimModel(SHIPPED, aspects);
    const isUnnamed = compileNameRule(entities, business?.name);
    // A reward would have to be disclosed beside the quote.
    this.#isQuotable = (statement) => !statement.verdict.review.incentive && isUnnamed(statement);
  }

  /** Takes the reviews of one month, newest first, and analyzes each when it is its turn. */
  count(reviews: readonly Review[], analysisOf: AnalysisOf): CountedMonth {
    const counts: MonthCounts[] = [];
    const entries: InsightEntry[] = [];
    for (let first = 0; first < reviews.length; first += this.#partSize) {
      const part = reviews.slice(first, first + this.#partSize);
      const read = part.map((review, at) => this.#read(review, (text) => analysisOf(text, first + at)));
      counts.push(this.#countsOf(part, read));
      for (const one of read) entries.push(this.#entryOf(one));
    }
    return countedMonth(reviews, counts, entries);
  }

  #read(review: Review, analyze: (text: string) => TextAnalysis | undefined): ReadReview {
    const { text } = review;
    if (text === null) return { review, skipped: "no_text" };
    const analysis = analyze(text);
    if (analysis === undefined) throw new Error(`the analysis of review ${review.id} is missing`);
    if (analysis.skipped !== undefined) return { review, skipped: analysis.skipped };
    const verdict = judge({ review, text, analysis }, this.stars, this.#model);
    return { review, verdict, topics: this.themes.find(text) };
  }

  #countsOf(reviews: readonly Review[], read: readonly ReadReview[]): MonthCounts {
    const verdicts = read.flatMap(({ verdict }) => verdict ?? []);
    const found = read.flatMap((one) => (one.verdict ? [[one.review, one.topics] as const] : []));
    return {
      month: reviews[0] === undefined ? "" : monthOf(reviews[0]),
      ratings: ratingCounts(reviews),
      coverage: coverageOf(read),
      sentiments: countSentiments(verdicts),
      score: verdicts.reduce((sum, { score }) => sum + Math.round(score * THOUSANDTHS), 0),
      aspects: countAspects(this.#aspects.length, verdicts, this.#isQuotable),
      quotable: countStatements(quotableStatements(verdicts).filter(this.#isQuotable)),
      entities: countEntities(reviews, verdicts),
      themes: countThemes(found),
      unknownNames: countUnknownNames(verdicts.map((verdict) => verdict.unknownNames)),
      uncovered: countUncovered(verdicts, this.#aspects),
      rows: {
        mentions: shareLists(reviews.map(({ mentions }) => mentions)),
        opinions: shareLists(
          read.map(({ verdict }) => (verdict?.votes ?? []).map(({ aspect, polarity }) => [aspect, polarity])),
        ),
        topics: shareLists(read.map((one) => (one.verdict ? one.topics : []))),
      },
    };
  }

  /** The entry of a review, from which every count can be recomputed. */
  #entryOf(one: ReadReview): InsightEntry {
    if (one.verdict === undefined) return { json: JSON.stringify({ skipped: one.skipped }), technicians: [] };
    const { sentiment, score, votes, technicians, problems } = one.verdict;
    const aspects = votes.map(({ aspect, polarity, mentions }) => ({
      id: this.#aspects[aspect]?.id ?? "",
      polarity,
      mentions: slicesOf(mentions),
    }));
    const entry: ReviewInsight = { sentiment, score, aspects, technicians: [], problems, topics: one.topics };
    return { json: JSON.stringify(entry), technicians };
  }
}

/** Words of one sentence share its slice, which is listed once for each polarity. */
function slicesOf(mentions: readonly JudgedMention[]): ReviewAspect["mentions"] {
  const slices = new Map(
    mentions.map(({ polarity, start, end }) => [`${start} ${end} ${polarity}`, { polarity, start, end }]),
  );
  return [...slices.values()];
}

/** Not a closure of `count`, whose scope has the verdicts: the JSON of an entry takes a fraction of their memory. */
function countedMonth(
  reviews: readonly Review[],
  counts: readonly MonthCounts[],
  entries: readonly InsightEntry[],
): CountedMonth {
  return {
    reviews,
    counts,
    entries: (rules) =>
      entries.map((entry, at) => `${JSON.stringify(reviews[at]?.id)}:${entryJson(entry, rules)}`).join(","),
  };
}

/** Parsing takes longer. No text of a customer comes before it. */
const NO_TECHNICIANS = '"technicians":[]';

function entryJson({ json, technicians }: InsightEntry, { criticised, published }: PersonRules): string {
  if (technicians.length === 0) return json;
  const votes = withSupportedCriticism(technicians, (id) => criticised.includes(id)).filter(({ id }) =>
    published.includes(id),
  );
  return json.replace(NO_TECHNICIANS, () => `"technicians":${JSON.stringify(votes)}`);
}

function coverageOf(read: readonly ReadReview[]): MethodInsight["coverage"] {
  const coverage = { analysed: 0, no_text: 0, placeholder: 0, language: 0 };
  for (const one of read) coverage[one.verdict ? "analysed" : one.skipped] += 1;
  return coverage;
}

/** The mean score of texts, by the sum of their scores. */
export const meanScore = (thousandths: number, texts: number): number => thousandths / THOUSANDTHS / texts;
