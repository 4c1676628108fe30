import type { MethodInsight } from "../../../model/insights-method.ts";
import type { AspectMention } from "../sentiment/aspect-mention.ts";
import { polaritiesByAspect } from "../sentiment/judge.ts";
import { type AnalyzeText, textScore } from "../sentiment/text-analyzer.ts";
import { percent } from "../statistics/statistics.ts";

/** The aspects that a language model found, by text. */
export interface Annotations {
  readonly model: string;
  readonly mentions: ReadonlyMap<string, readonly AspectMention[]>;
  /** The number of texts without an answer. The rules analyze those. */
  readonly failures: number;
  /** The number of texts that were not sent: over the budget, or the service was down. */
  readonly unsent: number;
  /** The number of quotes that are not in their texts, and were dropped. */
  readonly paraphrasedQuotes: number;
}

/** Analyzes like the rules, but with the model's aspects where it answered: also texts in languages that the rules do not read. */
export function withAnnotations(analyzeText: AnalyzeText, { mentions }: Annotations): AnalyzeText {
  return (text) => {
    const analysis = analyzeText(text);
    const { skipped, ...found } = analysis;
    const aspects = skipped === "placeholder" ? undefined : mentions.get(text);
    if (aspects === undefined) return analysis;
    const score =
      skipped === undefined
        ? found.score
        : textScore(aspects.reduce((sum, mention) => sum + mention.score, 0));
    return { ...found, score, aspects, isAnnotated: true };
  };
}

/** Compares the model with the rules: the share of aspects that both find, and of those with the same polarity. */
export function agreementOf(
  analyzeText: AnalyzeText,
  { model, mentions, failures, unsent, paraphrasedQuotes }: Annotations,
): MethodInsight["annotator"] {
  let either = 0;
  let both = 0;
  let same = 0;
  for (const [text, found] of mentions) {
    const analysis = analyzeText(text);
    if (analysis.skipped) continue;
    const byRules = polaritiesByAspect(analysis.aspects);
    const byModel = polaritiesByAspect(found);
    either += new Set([...byRules.keys(), ...byModel.keys()]).size;
    for (const [aspect, polarity] of byModel) {
      if (!byRules.has(aspect)) continue;
      both += 1;
      if (byRules.get(aspect) === polarity) same += 1;
    }
  }
  return {
    model,
    texts: mentions.size,
    failures,
    unsent,
    paraphrased_quotes: paraphrasedQuotes,
    aspect_agreement_pct: either === 0 ? null : percent(both, either),
    polarity_agreement_pct: both === 0 ? null : percent(same, both),
  };
}
