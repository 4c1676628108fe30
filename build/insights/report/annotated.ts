import type { MethodInsight } from "../../../model/insights-method.ts";
import type { AspectMention } from "../sentiment/aspect-mentions.ts";
import { verdictsOf } from "../sentiment/judge.ts";
import type { ReadText } from "../sentiment/read-text.ts";
import { percent } from "./statistics.ts";

/** What a language model found in texts, in the same form as the rules' own mentions. */
export interface Annotated {
  readonly model: string;
  readonly mentions: ReadonlyMap<string, readonly AspectMention[]>;
  /** Texts without an answer: the rules read them. */
  readonly failures: number;
}

/** Reads as the rules do, but takes the aspects from the model where it answered. */
export function withAnnotations(read: ReadText, { mentions }: Annotated): ReadText {
  return (text, words) => {
    const reading = read(text, words);
    const found = reading.skipped ? undefined : mentions.get(text);
    return found === undefined ? reading : { ...reading, aspects: found, isAnnotated: true };
  };
}

/** How often both find the same aspects, and how often they agree on those. */
export function agreementOf(read: ReadText, annotated: Annotated): MethodInsight["annotator"] {
  let either = 0;
  let both = 0;
  let same = 0;
  for (const [text, found] of annotated.mentions) {
    const rules = verdictsOf(read(text).aspects);
    const model = verdictsOf(found);
    either += new Set([...rules.keys(), ...model.keys()]).size;
    for (const [aspect, polarity] of model) {
      if (!rules.has(aspect)) continue;
      both += 1;
      same += rules.get(aspect) === polarity ? 1 : 0;
    }
  }
  return {
    model: annotated.model,
    texts: annotated.mentions.size,
    failures: annotated.failures,
    aspect_agreement_pct: either === 0 ? null : percent(both, either),
    polarity_agreement_pct: both === 0 ? null : percent(same, both),
  };
}
