import { hash } from "node:crypto";
import type { Content } from "../../model/content.ts";
import { METHOD_VERSION } from "../insights/report/method.ts";
import {
  type AnalyzeText,
  compileTextAnalyzer,
  type TextAnalysis,
} from "../insights/sentiment/text-analyzer.ts";
import { codeDigests } from "./code-digest.ts";
import { LineCache } from "./line-cache.ts";

/** With 100,000 texts a file has 0.5 MB. */
const FILES = 64;

/** Keeps text analyses between builds. A build publishes the same bytes with and without it. */
export class TextAnalysisCache {
  /** The number of texts that this build analyzed because no analysis was cached. */
  misses = 0;
  readonly #analyzeText: AnalyzeText;
  readonly #lines: LineCache<TextAnalysis>;
  readonly #used = new Map<string, TextAnalysis>();

  static async open(folder: string | undefined, content: Content): Promise<TextAnalysisCache> {
    const rules = folder === undefined ? "" : digestOfRules(content);
    return new TextAnalysisCache(content, await LineCache.open(folder, "text-analyses", rules, FILES));
  }

  private constructor({ aspects, entities }: Content, lines: LineCache<TextAnalysis>) {
    this.#analyzeText = compileTextAnalyzer(aspects, entities);
    this.#lines = lines;
  }

  readonly analyzeText: AnalyzeText = (text) => {
    const used = this.#used.get(text);
    if (used !== undefined) return used;
    let analysis = this.#lines.get(text);
    if (analysis === undefined) {
      analysis = this.#analyzeText(text);
      this.#lines.set(text, analysis);
      this.misses += 1;
    }
    this.#used.set(text, analysis);
    return analysis;
  };

  async save(): Promise<void> {
    await this.#lines.save();
  }
}

/** Covers the method's version, its code, and the aspects and entities of this business. */
const digestOfRules = ({ aspects, entities }: Content): string =>
  hash("sha256", JSON.stringify([METHOD_VERSION, codeDigests().insights, aspects, entities]));
