import { judge } from "../../build/insights/sentiment/judge.ts";
import { compileReading, type ReadText } from "../../build/insights/sentiment/read-text.ts";
import { UNTRAINED } from "../../build/insights/sentiment/star-model.ts";
import type { Aspect } from "../../model/content.ts";
import type { Review } from "../../model/review.ts";
import { f1Interval, f1Of, type Finds, sumOf } from "./bootstrap.ts";
import { contentAspects, labelled, type AccuracyRow, NO_NAMES, type Scorer } from "./labelled.ts";
import { type NameLabels, nameRows } from "./names.ts";

export interface LabelledSentence {
  readonly text: string;
  readonly aspects: readonly { readonly category: string; readonly polarity: string }[];
}

interface GoldSentence extends NameLabels, LabelledSentence {
  readonly id: string;
}

/**
 * Hand-labelled sentences about home services. The errors of sentences with an odd number were read to mend rules, those
 * of the even half were not; docs/insights.md says what else was known of them.
 */
export function homeServices(vader?: Scorer): AccuracyRow[] {
  const gold = labelled<GoldSentence>("home-services", "gold.jsonl");
  const isOdd = ({ id }: GoldSentence): boolean => Number(id.slice(3)) % 2 === 1;
  return [
    ...aspectRows("home services, all", gold, vader),
    ...aspectRows("home services, odd: errors read", gold.filter(isOdd), vader),
    ...aspectRows(
      "home services, even: errors not read",
      gold.filter((one) => !isOdd(one)),
      vader,
    ),
    ...nameRows(gold),
  ];
}

export function aspectRows(
  set: string,
  gold: readonly LabelledSentence[],
  vader: Scorer | undefined,
): AccuracyRow[] {
  const aspects = contentAspects();
  const read = compileReading(aspects, NO_NAMES);
  const polarity = { n: 0, ours: 0, positive: 0, vader: 0 };
  const finds = gold.map(({ text, aspects: labels }): Finds => {
    const votes = votesOf(read, aspects, text);
    const wanted = wantedOf(labels);
    const found = [...wanted].filter(([id]) => votes.has(id));
    for (const [id, label] of found) {
      polarity.n += 1;
      polarity.ours += votes.get(id) === label ? 1 : 0;
      polarity.positive += label === "positive" ? 1 : 0;
      polarity.vader += vader && vader(text) === (label === "positive" ? 1 : -1) ? 1 : 0;
    }
    return {
      right: found.length,
      missed: wanted.size - found.length,
      invented: votes.size - found.length,
    };
  });
  const share = (right: number): number => (100 * right) / polarity.n;
  const labels = gold.reduce((sum, one) => sum + one.aspects.length, 0);
  return [
    ...detectionRows(set, labels, finds),
    {
      set,
      measure: "polarity of found aspects",
      n: polarity.n,
      ours: share(polarity.ours),
      majority: share(polarity.positive),
      ...(vader ? { vader: share(polarity.vader) } : {}),
    },
  ];
}

function detectionRows(set: string, n: number, finds: readonly Finds[]): AccuracyRow[] {
  const { right, missed, invented } = sumOf(finds);
  return [
    { set, measure: "aspect F1", n, ours: f1Of(sumOf(finds)), ci95: f1Interval(finds) },
    { set, measure: "aspect precision", n: right + invented, ours: (100 * right) / (right + invented) },
    { set, measure: "aspect recall", n: right + missed, ours: (100 * right) / (right + missed) },
  ];
}

/** One label an aspect; praise and complaint together are mixed. */
function wantedOf(labels: LabelledSentence["aspects"]): Map<string, string> {
  const wanted = new Map<string, string>();
  for (const { category, polarity } of labels) {
    const known = wanted.get(category) ?? polarity;
    wanted.set(category, known === polarity ? polarity : "mixed");
  }
  return wanted;
}

const NO_ROW = new Uint32Array();

/** Votes by aspect id, as a review would give them in a business without ratings to learn from. */
function votesOf(read: ReadText, aspects: readonly Aspect[], text: string): Map<string, string> {
  const judged = judge({ review: {} as Review, text, row: NO_ROW, reading: read(text) }, UNTRAINED);
  return new Map(judged.votes.map(({ aspect, polarity }) => [aspects[aspect]?.id ?? "", polarity]));
}
