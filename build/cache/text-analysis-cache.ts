import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../../model/content.ts";
import { METHOD_VERSION } from "../insights/report/method.ts";
import {
  type AnalyzeText,
  compileTextAnalyzer,
  type TextAnalysis,
} from "../insights/sentiment/text-analyzer.ts";
import { LineCache } from "./line-cache.ts";

const RULES = join(import.meta.dirname, "..", "insights");

/** Keeps text analyses between builds. A build publishes the same bytes with and without it. */
export class TextAnalysisCache {
  /** The number of texts that this build analyzed because no analysis was cached. */
  misses = 0;
  readonly #analyzeText: AnalyzeText;
  readonly #lines: LineCache<TextAnalysis>;
  readonly #used = new Map<string, TextAnalysis>();

  static async open(folder: string | undefined, content: Content): Promise<TextAnalysisCache> {
    const rules = folder === undefined ? "" : await digestOfRules(content);
    return new TextAnalysisCache(content, await LineCache.open(folder, "text-analyses.jsonl", rules));
  }

  private constructor({ aspects, entities }: Content, lines: LineCache<TextAnalysis>) {
    this.#analyzeText = compileTextAnalyzer(aspects, entities);
    this.#lines = lines;
  }

  readonly analyzeText: AnalyzeText = (text, words) => {
    const used = this.#used.get(text);
    if (used !== undefined) return used;
    let analysis = this.#lines.get(text);
    if (analysis === undefined) {
      analysis = this.#analyzeText(text, words);
      this.misses += 1;
    }
    this.#used.set(text, analysis);
    this.#lines.use(text, analysis);
    return analysis;
  };

  async save(): Promise<void> {
    await this.#lines.save();
  }
}

/** Covers the method's version, its source files, and the aspects and entities of this business. */
async function digestOfRules({ aspects, entities }: Content): Promise<string> {
  const hash = createHash("sha256").update(METHOD_VERSION);
  const sources = await readdir(RULES, { recursive: true });
  for (const name of sources.filter((one) => one.endsWith(".ts") && !one.endsWith(".test.ts")).toSorted())
    hash.update(name).update(await readFile(join(RULES, name)));
  return hash.update(JSON.stringify([aspects, entities])).digest("hex");
}
