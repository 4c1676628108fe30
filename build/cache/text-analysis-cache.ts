import { hash } from "node:crypto";
import type { Content } from "../../model/content.ts";
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
  /** Of all texts in this order: while they are the same, no text is searched by itself. */
  readonly key: string;
  readonly keys: readonly string[];
  readonly analyses: readonly TextAnalysis[];
}

/** Keeps text analyses between builds. A build publishes the same bytes with and without it. */
export class TextAnalysisCache {
  /** The number of texts that this build analyzed because no analysis was cached. */
  misses = 0;
  readonly #rules: AnalyzeText;
  readonly #months: LineCache<MonthAnalyses>;
  readonly #reviews: Content["reviews"];
  /** Of the reviews of the months that were read, newest first; undefined for a review without text. */
  readonly #analyses: (TextAnalysis | undefined)[] = [];
  #byText: Map<string, TextAnalysis> | undefined;

  static async open(folder: string | undefined, content: Content): Promise<TextAnalysisCache> {
    const rules = folder === undefined ? "" : digestOfRules(content);
    return new TextAnalysisCache(content, await LineCache.open(folder, "text-analyses", rules, FILES));
  }

  private constructor({ aspects, entities, reviews }: Content, months: LineCache<MonthAnalyses>) {
    this.#rules = compileTextAnalyzer(aspects, entities);
    this.#months = months;
    this.#reviews = reviews;
  }

  /** The analysis of the text of the review at a place, newest first; undefined if it has no text. */
  analysisAt(place: number): TextAnalysis | undefined {
    while (place >= this.#analyses.length) this.#addMonth();
    return this.#analyses[place];
  }

  /** Analyzes a text by itself. */
  readonly analyzeText: AnalyzeText = (text) => {
    this.#byText ??= this.#indexTexts();
    return this.#byText.get(text) ?? this.#rules(text);
  };

  async save(): Promise<void> {
    await this.#months.save();
  }

  #indexTexts(): Map<string, TextAnalysis> {
    return new Map(
      this.#reviews.flatMap(({ text }, place) => {
        const analysis = this.analysisAt(place);
        return text === null || analysis === undefined ? [] : [[text, analysis]];
      }),
    );
  }

  #addMonth(): void {
    const first = this.#analyses.length;
    const month = monthOf(this.#reviews[first]);
    let end = first + 1;
    while (end < this.#reviews.length && monthOf(this.#reviews[end]) === month) end += 1;
    const ofMonth = this.#reviews.slice(first, end);
    const texts = ofMonth.flatMap(({ text }) => text ?? []);
    const analyses = this.#analysesOf(month, texts);
    let next = 0;
    for (const { text } of ofMonth) this.#analyses.push(text === null ? undefined : analyses[next++]);
  }

  #analysesOf(month: string, texts: readonly string[]): readonly TextAnalysis[] {
    const kept = this.#months.get(month);
    const key = keyOf(JSON.stringify(texts));
    if (kept?.key === key) return kept.analyses;
    const known = new Map(kept?.keys.map((one, index) => [one, kept.analyses[index]]));
    const keys = texts.map(keyOf);
    const analyses = texts.map((text, index) => {
      const found = known.get(keys[index] as string);
      if (found !== undefined) return found;
      const analysis = this.#rules(text);
      known.set(keys[index] as string, analysis);
      this.misses += 1;
      return analysis;
    });
    this.#months.set(month, { key, keys, analyses });
    return analyses;
  }
}

const monthOf = (review: { readonly date: string } | undefined): string =>
  review?.date.slice(0, "2026-01".length) ?? "";

/** Covers the method's version, its code, and the aspects and entities of this business. */
const digestOfRules = ({ aspects, entities }: Content): string =>
  hash("sha256", JSON.stringify([METHOD_VERSION, codeDigests().insights, aspects, entities]));
