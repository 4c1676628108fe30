import { hash } from "node:crypto";
import type { Content } from "../../model/content.ts";
import type { ContentReview } from "../../model/review.ts";
import { monthOf } from "../insights/report/month-counts.ts";
import { METHOD_VERSION } from "../insights/report/method.ts";
import {
  type AnalyzeText,
  compileTextAnalyzer,
  type TextAnalysis,
} from "../insights/sentiment/text-analyzer.ts";
import { codeDigests } from "./code-digest.ts";
import { keyOf, LineCache } from "./line-cache.ts";

/** 100,000 texts of ten years take 0.5 MB in each. */
const FILES = 64;

/** The analyses of the texts of one month, newest first. */
interface MonthAnalyses {
  readonly keys: readonly string[];
  readonly analyses: readonly TextAnalysis[];
}

/** The reviews of a month, newest first. */
export type ReviewMonth = readonly [ContentReview, ...ContentReview[]];

/** Undefined for a review without text. */
type ReviewAnalyses = readonly (TextAnalysis | undefined)[];

/** Keeps text analyses between builds. A build publishes the same bytes with and without it. */
export class TextAnalysisCache {
  /** The number of texts that this build analyzed because no analysis was cached. */
  misses = 0;
  readonly #rules: AnalyzeText;
  readonly #cached: LineCache<MonthAnalyses>;
  readonly #months: readonly ReviewMonth[];
  /** Of the months that were needed so far. */
  readonly #analyses = new Map<ReviewMonth, ReviewAnalyses>();
  #byText: Map<string, TextAnalysis> | undefined;

  /** Takes the reviews of each month, newest first. */
  constructor(folder: string | undefined, content: Content, months: readonly ReviewMonth[]) {
    this.#rules = compileTextAnalyzer(content.aspects, content.entities);
    const version = folder === undefined ? "" : digestOfRules(content);
    this.#cached = new LineCache(folder, "text-analyses", version, FILES);
    this.#months = months;
  }

  /** The analyses of the texts of a month. */
  analysesOf(month: ReviewMonth): ReviewAnalyses {
    const known = this.#analyses.get(month);
    if (known !== undefined) return known;
    const analyses = this.#analyze(month);
    this.#analyses.set(month, analyses);
    return analyses;
  }

  /** Analyzes a text by itself. */
  readonly analyzeText: AnalyzeText = (text) => {
    this.#byText ??= this.#indexTexts();
    return this.#byText.get(text) ?? this.#rules(text);
  };

  /** Keeps what this build needed, and all months that it did not read. */
  async save(): Promise<void> {
    for (const month of this.#months) this.#cached.keep(nameOf(month));
    await this.#cached.save();
  }

  #indexTexts(): Map<string, TextAnalysis> {
    return new Map(
      this.#months.flatMap((month) => {
        const analyses = this.analysesOf(month);
        return month.flatMap(({ text }, place) => {
          const analysis = analyses[place];
          return text === null || analysis === undefined ? [] : [[text, analysis] as const];
        });
      }),
    );
  }

  #analyze(month: ReviewMonth): ReviewAnalyses {
    const cached = this.#cached.get(nameOf(month));
    const known = new Map(cached?.keys.map((key, index) => [key, cached.analyses[index]]));
    const keys: string[] = [];
    const analyses: TextAnalysis[] = [];
    const ofMonth = month.map(({ text }) => {
      if (text === null) return undefined;
      const key = keyOf(text);
      const analysis = known.get(key) ?? this.#analyzeNow(text);
      known.set(key, analysis);
      keys.push(key);
      analyses.push(analysis);
      return analysis;
    });
    const isCached = cached?.keys.length === keys.length && keys.every((key, at) => cached.keys[at] === key);
    if (!isCached) this.#cached.set(nameOf(month), { keys, analyses });
    return ofMonth;
  }

  #analyzeNow(text: string): TextAnalysis {
    this.misses += 1;
    return this.#rules(text);
  }
}

const nameOf = ([newest]: ReviewMonth): string => monthOf(newest);

/** Covers the method's version, its code, and the aspects and entities of this business. */
const digestOfRules = ({ aspects, entities }: Content): string =>
  hash("sha256", JSON.stringify([METHOD_VERSION, codeDigests().insights, aspects, entities]));
