import { ClaimModel } from "../../build/insights/sentiment/claim-model.ts";
import { judge } from "../../build/insights/sentiment/judge.ts";
import { SHIPPED } from "../../build/insights/sentiment/prior.ts";
import { compileTextAnalyzer, type AnalyzeText } from "../../build/insights/sentiment/text-analyzer.ts";
import { UNTRAINED } from "../../build/insights/sentiment/star-model.ts";
import type { Aspect } from "../../model/content.ts";
import type { Review } from "../../model/review.ts";
import { f1Interval, f1Of, type DetectionCounts, sumOf } from "./bootstrap.ts";
import { homeAspects, labeled, type AccuracyRow, NO_NAMES, type Scorer } from "./labeled.ts";
import { type NameLabels, nameRows } from "./names.ts";

export interface LabeledSentence {
  readonly text: string;
  readonly aspects: readonly { readonly category: string; readonly polarity: string }[];
}

interface GoldSentence extends NameLabels, LabeledSentence {
  readonly id: string;
}

/**
 * Sentences about home services, labeled by hand. Rules were fixed with the errors of odd-numbered sentences; nobody
 * read those of the even half. docs/insights.md lists what else was known of them.
 */
export function homeServices(vader?: Scorer): AccuracyRow[] {
  const gold = labeled<GoldSentence>("home-services", "gold.jsonl");
  const isOdd = ({ id }: GoldSentence): boolean => Number(id.slice(3)) % 2 === 1;
  return [
    ...aspectRows("home services, all", gold, vader),
    ...aspectRows("home services, odd: errors read", gold.filter(isOdd), vader),
    ...aspectRows(
      "single sentences about home services, kept aside",
      gold.filter((one) => !isOdd(one)),
      vader,
    ),
    ...nameRows(gold),
  ];
}

export function aspectRows(
  set: string,
  gold: readonly LabeledSentence[],
  vader: Scorer | undefined,
): AccuracyRow[] {
  const aspects = homeAspects();
  const analyzeText = compileTextAnalyzer(aspects, NO_NAMES);
  const polarity = { n: 0, ours: 0, positive: 0, vader: 0 };
  const counts = gold.map(({ text, aspects: labels }): DetectionCounts => {
    const votes = votesOf(analyzeText, aspects, text);
    const expected = expectedPolarities(labels);
    const found = [...expected].filter(([id]) => votes.has(id));
    for (const [id, label] of found) {
      polarity.n += 1;
      polarity.ours += votes.get(id) === label ? 1 : 0;
      polarity.positive += label === "positive" ? 1 : 0;
      polarity.vader += vader && vader(text) === (label === "positive" ? 1 : -1) ? 1 : 0;
    }
    return {
      right: found.length,
      missed: expected.size - found.length,
      invented: votes.size - found.length,
    };
  });
  const share = (right: number): number => (100 * right) / polarity.n;
  const labels = gold.reduce((sum, one) => sum + one.aspects.length, 0);
  return [
    ...detectionRows(set, labels, counts),
    {
      set,
      measure: "praise or complaint, of the aspects found",
      n: polarity.n,
      ours: share(polarity.ours),
      majority: share(polarity.positive),
      ...(vader ? { vader: share(polarity.vader) } : {}),
    },
  ];
}

function detectionRows(set: string, n: number, counts: readonly DetectionCounts[]): AccuracyRow[] {
  const { right, missed, invented } = sumOf(counts);
  return [
    { set, measure: "aspect F1", n, ours: f1Of(sumOf(counts)), ci95: f1Interval(counts) },
    { set, measure: "aspect precision", n: right + invented, ours: (100 * right) / (right + invented) },
    { set, measure: "aspect recall", n: right + missed, ours: (100 * right) / (right + missed) },
  ];
}

/** One label per aspect. Praise and complaint together are mixed. */
function expectedPolarities(labels: LabeledSentence["aspects"]): Map<string, string> {
  const expected = new Map<string, string>();
  for (const { category, polarity } of labels) {
    const known = expected.get(category) ?? polarity;
    expected.set(category, known === polarity ? polarity : "mixed");
  }
  return expected;
}

/** Votes by aspect id, without learned weights. */
function votesOf(analyzeText: AnalyzeText, aspects: readonly Aspect[], text: string): Map<string, string> {
  const review = { review: {} as Review, text, analysis: analyzeText(text) };
  const { votes } = judge(review, UNTRAINED, new ClaimModel(SHIPPED, aspects));
  return new Map(votes.map(({ aspect, polarity }) => [aspects[aspect]?.id ?? "", polarity]));
}
