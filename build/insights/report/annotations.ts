import type { MethodInsight } from "../../../model/insights-method.ts";
import type { AspectMention } from "../sentiment/aspect-mention.ts";
import { polaritiesByAspect } from "../sentiment/judge.ts";
import type { AnalyzeText } from "../sentiment/text-analyzer.ts";
import { percent } from "../statistics/statistics.ts";

/** The aspects that a language model found, by text. */
export interface Annotations {
  readonly model: string;
  readonly mentions: ReadonlyMap<string, readonly AspectMention[]>;
  /** The number of texts without an answer. The rules analyze those. */
  readonly failures: number;
}

/** Analyzes like the rules, but with the model's aspects where it answered. */
export function withAnnotations(analyzeText: AnalyzeText, { mentions }: Annotations): AnalyzeText {
  return (text, words) => {
    const analysis = analyzeText(text, words);
    const aspects = analysis.skipped ? undefined : mentions.get(text);
    return aspects === undefined ? analysis : { ...analysis, aspects, isAnnotated: true };
  };
}

/** Compares the model with the rules: the share of aspects that both find, and of those with the same polarity. */
export function agreementOf(
  analyzeText: AnalyzeText,
  { model, mentions, failures }: Annotations,
): MethodInsight["annotator"] {
  let either = 0;
  let both = 0;
  let same = 0;
  for (const [text, found] of mentions) {
    const byRules = polaritiesByAspect(analyzeText(text).aspects);
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
    aspect_agreement_pct: either === 0 ? null : percent(both, either),
    polarity_agreement_pct: both === 0 ? null : percent(same, both),
  };
}
