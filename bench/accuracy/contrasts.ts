import { aspectMentions } from "../../build/insights/sentiment/aspect-mentions.ts";
import { findOpinions } from "../../build/insights/sentiment/opinions.ts";
import { passageOf } from "../../build/insights/text/passage.ts";
import { compileMeanings } from "../../build/insights/sentiment/meanings.ts";
import { labeled, type AccuracyRow, correctness, type Scorer } from "./labeled.ts";

interface TermSentence {
  readonly text: string;
  readonly aspects: readonly { readonly polarity: string; readonly from: number; readonly to: number }[];
}

/** MAMS: every sentence praises one thing and blames another. Only the validation half was used to extend word lists. */
export function contrastedTerms(half: "val" | "test", vader?: Scorer): AccuracyRow {
  const meanings = compileMeanings([], []);
  const tally = { n: 0, ours: 0, positive: 0, vader: 0 };
  for (const { text, aspects } of labeled<TermSentence>("mams", `mams-${half}-terms.jsonl`)) {
    const passage = passageOf(text);
    const findings = findOpinions(passage, meanings);
    for (const { polarity, from, to } of aspects) {
      if (polarity === "neutral") continue;
      const at = passage.words.findIndex((word) => word.end > from);
      let end = at + 1;
      while ((passage.words[end]?.start ?? to) < to) end += 1;
      const hit = { at, end, aspect: 0, isWeak: false, event: undefined };
      const [mention] = aspectMentions({
        ...findings,
        hits: [hit],
        isGrievance: new Uint8Array(passage.words.length),
      });
      const isPraise = polarity === "positive";
      tally.n += 1;
      tally.ours += correctness(mention?.statement.score ?? 0, isPraise);
      tally.positive += isPraise ? 1 : 0;
      if (vader) tally.vader += correctness(vader(text), isPraise);
    }
  }
  const share = (right: number): number => (100 * right) / tally.n;
  return {
    set: `MAMS terms, ${half}`,
    measure: "praise or blame",
    n: tally.n,
    ours: share(tally.ours),
    majority: share(tally.positive),
    ...(vader ? { vader: share(tally.vader) } : {}),
  };
}
