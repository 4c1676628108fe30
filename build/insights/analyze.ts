import { aggregate } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import type { MethodInsight } from "../../model/insights-method.ts";
import type { ReviewInsight } from "../../model/review-insight.ts";
import { newestFirst, type Review } from "../../model/review.ts";
import { nameWords } from "./entities/name-words.ts";
import { accuracyOf } from "./report/accuracy.ts";
import { agreementOf, type Annotations, withAnnotations } from "./report/annotations.ts";
import { answers, summaryOf } from "./report/answers.ts";
import { aspectInsights, MIN_MENTIONS } from "./report/aspect-insights.ts";
import { entityInsights, publishedTechnicians } from "./report/entity-insights.ts";
import { METHOD, METHOD_VERSION, methodOf } from "./report/method.ts";
import { pullQuote } from "./report/quotes.ts";
import { monthInsights, trendOf } from "./report/temporal.ts";
import { ThemeCounter, type Themes } from "./report/themes.ts";
import { uncoveredTexts, type UncoveredTexts } from "./report/uncovered-texts.ts";
import { type UnknownName, UnknownNameCounter } from "./report/unknown-names.ts";
import { judge, type ReviewVerdict } from "./sentiment/judge.ts";
import { withSupportedCriticism } from "./sentiment/persons.ts";
import { type StarModel, starModelOf } from "./sentiment/star-model.ts";
import { type AnalyzeText, compileTextAnalyzer, type TextAnalysis } from "./sentiment/text-analyzer.ts";
import { percent, rounded } from "./statistics/statistics.ts";

const VERSION = 3;

export interface Analysis {
  /** insights.json without its date. */
  readonly document: Omit<InsightsDocument, "generated_at">;
  /** Reported to the owner, never published. */
  readonly unknownNames: readonly UnknownName[];
  readonly uncoveredTexts: UncoveredTexts | undefined;
}

/** The content that the analysis depends on. */
type InsightsContent = Pick<Content, "entities" | "aspects" | "faq" | "summary" | "learned" | "audit"> &
  Partial<Pick<Content, "evaluation">>;

interface AnalyzeOptions {
  /** The rules, possibly with a cache. */
  readonly analyzeText?: AnalyzeText;
  readonly annotations?: Annotations | undefined;
}

/** Computes insights.json from the verified reviews. Their order does not matter. */
export function analyze(
  content: InsightsContent,
  published: readonly Review[],
  { analyzeText = compileTextAnalyzer(content.aspects, content.entities), annotations }: AnalyzeOptions = {},
): Analysis {
  const reviews = published.filter(({ verified }) => verified).toSorted(newestFirst);
  const read = annotations ? withAnnotations(analyzeText, annotations) : analyzeText;
  const { verdicts, skipped, stars, themes, unknownNames } = judgeReviews(reviews, content, read);
  const aspects = aspectInsights(content.aspects, verdicts);
  const monthly = monthInsights(reviews, verdicts);
  const quote = pullQuote(verdicts);
  const { incentivised_count, rating_value } = aggregate(reviews);
  const per_review = perReview(content, reviews, { verdicts, skipped, themes });
  const document: Analysis["document"] = {
    version: VERSION,
    model: `${METHOD}${annotations ? `+${annotations.model}` : ""}/${METHOD_VERSION}`,
    review_count: reviews.length,
    date_range: { earliest: reviews.at(-1)?.date ?? null, latest: reviews[0]?.date ?? null },
    overall_sentiment: overallSentiment(verdicts),
    aspects,
    entities: entityInsights(content.entities, reviews, verdicts),
    topics: themes.topics,
    temporal: { monthly, trend: trendOf(monthly) },
    per_review,
    faq: answers(content.faq, content.aspects, aspects),
    summary: summaryOf(content.summary, content.aspects, {
      review_count: reviews.length,
      analysed: verdicts.length,
      incentivised_count,
      rating_value,
      aspects,
    }),
    ...(quote ? { pull_quote: quote } : {}),
    method: methodOf(stars, {
      coverage: coverageOf(reviews, skipped),
      annotator: annotations ? agreementOf(analyzeText, annotations) : null,
      evaluation: content.evaluation ?? [],
      accuracy: accuracyOf(content.audit, reviews, { aspects, per_review }),
    }),
  };
  return {
    document,
    unknownNames,
    uncoveredTexts: uncoveredTexts(verdicts, content.aspects, nameWords(content.entities)),
  };
}

type SkipReasons = ReadonlyMap<string, NonNullable<TextAnalysis["skipped"]>>;

interface JudgedReviews {
  /** Of the reviews whose text was analyzed, newest first. */
  readonly verdicts: readonly ReviewVerdict[];
  /** The reasons for the other texts, by review id. */
  readonly skipped: SkipReasons;
  readonly stars: StarModel;
  readonly themes: Themes;
  readonly unknownNames: readonly UnknownName[];
}

/** Analyzes and judges every text, each by itself. */
function judgeReviews(
  reviews: readonly Review[],
  { entities, learned }: InsightsContent,
  analyzeText: AnalyzeText,
): JudgedReviews {
  const names = nameWords(entities);
  const stars = starModelOf(learned, names);
  const themes = new ThemeCounter(learned?.topics ?? []);
  const unknownNames = new UnknownNameCounter();
  const skipped = new Map<string, NonNullable<TextAnalysis["skipped"]>>();
  const verdicts: ReviewVerdict[] = [];
  for (const review of reviews) {
    const { id, text } = review;
    if (text === null) continue;
    const analysis = analyzeText(text, review);
    if (analysis.skipped) {
      skipped.set(id, analysis.skipped);
      continue;
    }
    themes.add(review, text);
    unknownNames.add(analysis.unknownNames ?? []);
    verdicts.push(judge({ review, text, analysis }, stars));
  }
  return {
    verdicts: withSupportedCriticism(verdicts),
    skipped,
    stars,
    themes: themes.themes(),
    unknownNames: unknownNames.names(),
  };
}

function overallSentiment(verdicts: readonly ReviewVerdict[]): InsightsDocument["overall_sentiment"] {
  if (verdicts.length < MIN_MENTIONS)
    return { score: null, positive_pct: null, neutral_pct: null, negative_pct: null };
  const counts = { positive: 0, neutral: 0, negative: 0 };
  for (const { sentiment } of verdicts) counts[sentiment] += 1;
  return {
    score: rounded(verdicts.reduce((sum, { score }) => sum + score, 0) / verdicts.length, 3),
    positive_pct: percent(counts.positive, verdicts.length),
    neutral_pct: percent(counts.neutral, verdicts.length),
    negative_pct: percent(counts.negative, verdicts.length),
  };
}

/** One entry per review, newest first, from which every count can be recomputed. */
function perReview(
  { aspects, entities }: InsightsContent,
  reviews: readonly Review[],
  { verdicts, skipped, themes }: Pick<JudgedReviews, "verdicts" | "skipped" | "themes">,
): Record<string, ReviewInsight> {
  const published = publishedTechnicians(entities.technicians, verdicts);
  const entries: Record<string, ReviewInsight> = {};
  let next = 0;
  for (const review of reviews) {
    const { id } = review;
    const verdict = verdicts[next];
    // Verdicts are in the order of their reviews.
    if (verdict?.review !== review) {
      entries[id] = { skipped: skipped.get(id) ?? "no_text" };
      continue;
    }
    next += 1;
    entries[id] = {
      sentiment: verdict.sentiment,
      score: verdict.score,
      aspects: verdict.votes.map(({ aspect, polarity, mentions }) => ({
        id: aspects[aspect]?.id ?? "",
        polarity,
        mentions: mentions.map((mention) => ({
          polarity: mention.polarity,
          start: mention.start,
          end: mention.end,
        })),
      })),
      technicians: verdict.technicians.filter((technician) => published.has(technician.id)),
      problems: verdict.problems,
      topics: themes.byReview.get(id) ?? [],
    };
  }
  return entries;
}

function coverageOf(reviews: readonly Review[], skipped: SkipReasons): MethodInsight["coverage"] {
  const reasons = [...skipped.values()];
  const placeholder = reasons.filter((reason) => reason === "placeholder").length;
  const no_text = reviews.filter(({ text }) => text === null).length;
  return {
    analysed: reviews.length - no_text - reasons.length,
    no_text,
    placeholder,
    language: reasons.length - placeholder,
  };
}
