import { aggregate } from "../../model/business.ts";
import type { Content } from "../../model/content.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import type { MethodInsight } from "../../model/insights-method.ts";
import type { ReviewInsight } from "../../model/review-insight.ts";
import { newestFirst, type Review } from "../../model/review.ts";
import { agreementOf, type Annotated, withAnnotations } from "./report/annotated.ts";
import { answers, summaryOf } from "./report/answers.ts";
import { aspectInsights, MIN_MENTIONS } from "./report/aspect-insights.ts";
import { entityInsights, publishedPeople } from "./report/entity-insights.ts";
import { type Judged, judge, type Text } from "./sentiment/judge.ts";
import { METHOD, METHOD_VERSION, methodOf } from "./report/method.ts";
import { pullQuote } from "./report/pull-quote.ts";
import { compileReading, type ReadText } from "./sentiment/read-text.ts";
import { Features } from "./sentiment/star-features.ts";
import { trainStars } from "./sentiment/star-model.ts";
import { percent, rounded } from "./report/statistics.ts";
import { monthly, trendOf } from "./report/temporal.ts";
import { ThemeCount } from "./report/themes.ts";
import { type UnknownName, UnknownNames } from "./report/unknown-names.ts";
import { wordsOf } from "./text/words.ts";

const VERSION = 2;

export interface Analysis {
  /** Everything in insights.json but the moment it was made. */
  readonly document: Omit<InsightsDocument, "generated_at">;
  /** For the owner's eyes. */
  readonly unknownNames: readonly UnknownName[];
}

type Vocabulary = Pick<Content, "entities" | "aspects" | "faq" | "summary">;

interface Readers {
  /** The rules; they may remember what they read before. */
  readonly read?: ReadText;
  readonly annotated?: Annotated;
}

/** Reads every text, learns from the ratings, judges, counts. */
export function analyze(
  content: Vocabulary,
  published: readonly Review[],
  { read: readByRules = compileReading(content.aspects, content.entities), annotated }: Readers = {},
): Analysis {
  const { entities, aspects } = content;
  const read = annotated ? withAnnotations(readByRules, annotated) : readByRules;
  const reviews = published.filter(({ verified }) => verified).toSorted(newestFirst);
  const names = nameWords(entities);
  const features = new Features(names);
  const themeCount = new ThemeCount(names);
  const unknown = new UnknownNames(names);
  const skipped = new Map<string, "placeholder" | "language">();
  const texts = reviews.flatMap((review): Text[] => {
    const { text } = review;
    if (text === null) return [];
    const words = wordsOf(text);
    const reading = read(text, words);
    if (reading.skipped) {
      skipped.set(review.id, reading.skipped);
      return [];
    }
    themeCount.add(review, text, words);
    unknown.add(text, words, reading);
    return [{ review, text, reading, row: features.row(text, words) }];
  });
  const stars = trainStars(
    texts.map(({ row, review }) => ({ row, rating: review.rating })),
    features,
  );
  // A reading has had its say once it is judged: what was kept of the texts goes as the verdicts come.
  const judged: Judged[] = [];
  texts.reverse();
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) judged.push(judge(text, stars));
  const { topics, byReview } = themeCount.themes();
  const aspectRows = aspectInsights(aspects, judged);
  const series = monthly(reviews, judged);
  const quote = pullQuote(judged);
  const coverage = coverageOf(reviews, skipped);
  const { rating_value } = aggregate(reviews);
  const document: Analysis["document"] = {
    version: VERSION,
    model: `${METHOD}${annotated ? `+${annotated.model}` : ""}/${METHOD_VERSION}`,
    review_count: reviews.length,
    date_range: { earliest: reviews.at(-1)?.date ?? null, latest: reviews[0]?.date ?? null },
    overall_sentiment: overallOf(judged),
    aspects: aspectRows,
    entities: entityInsights(entities, reviews, judged),
    topics,
    temporal: { monthly: series, trend: trendOf(series) },
    per_review: perReview(content, { reviews, skipped, judged, byReview }),
    faq: answers(content.faq, aspects, aspectRows),
    summary: summaryOf(content.summary, {
      review_count: reviews.length,
      analysed: judged.length,
      rating_value,
      aspects: aspectRows,
    }),
    ...(quote ? { pull_quote: quote } : {}),
    method: methodOf(stars, coverage, annotated ? agreementOf(readByRules, annotated) : null),
  };
  return { document, unknownNames: unknown.names() };
}

/** The words of all names: they are nobody's praise or complaint, and no theme. */
function nameWords({ technicians, service_areas }: Content["entities"]): Set<string> {
  const written = [...technicians, ...service_areas].flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  return new Set(written.flatMap((name) => wordsOf(name).map(({ folded }) => folded)));
}

function overallOf(judged: readonly Judged[]): InsightsDocument["overall_sentiment"] {
  if (judged.length < MIN_MENTIONS)
    return { score: null, positive_pct: null, neutral_pct: null, negative_pct: null };
  const share = (wanted: Judged["sentiment"]): number =>
    percent(judged.filter(({ sentiment }) => sentiment === wanted).length, judged.length);
  return {
    score: rounded(judged.reduce((sum, { score }) => sum + score, 0) / judged.length, 3),
    positive_pct: share("positive"),
    neutral_pct: share("neutral"),
    negative_pct: share("negative"),
  };
}

interface Read {
  readonly reviews: readonly Review[];
  readonly skipped: ReadonlyMap<string, "placeholder" | "language">;
  readonly judged: readonly Judged[];
  readonly byReview: ReadonlyMap<string, readonly string[]>;
}

/** One entry a review, newest first: enough to count everything again. */
function perReview(
  content: Vocabulary,
  { reviews, skipped, judged, byReview }: Read,
): Record<string, ReviewInsight> {
  const open = publishedPeople(content.entities.technicians, judged);
  const entries = new Map<string, ReviewInsight>();
  for (const [id, reason] of skipped) entries.set(id, { skipped: reason });
  for (const { review, sentiment, score, votes, people, problems } of judged) {
    entries.set(review.id, {
      sentiment,
      score,
      aspects: votes.map(({ aspect, polarity, mentions }) => ({
        id: content.aspects[aspect]?.id ?? "",
        polarity,
        mentions: mentions.map((mention) => ({
          polarity: mention.polarity,
          start: mention.start,
          end: mention.end,
        })),
      })),
      technicians: people.filter(({ id }) => open.has(id)),
      problems,
      topics: byReview.get(review.id) ?? [],
    });
  }
  return Object.fromEntries(reviews.map(({ id }) => [id, entries.get(id) ?? { skipped: "no_text" }]));
}

function coverageOf(reviews: readonly Review[], skipped: Read["skipped"]): MethodInsight["coverage"] {
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
