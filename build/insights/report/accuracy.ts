import type { AuditAnswer, WrittenAudit } from "../../../model/audit.ts";
import type { InsightsDocument } from "../../../model/insights.ts";
import type { AccuracyInsight } from "../../../model/insights-method.ts";
import { correctedShare, type StratumCounts } from "../statistics/rogan-gladen.ts";
import { percent, wilson } from "../statistics/statistics.ts";
import { MIN_MENTIONS } from "./aspect-insights.ts";
import {
  type AuditedVerdict,
  eachStratum,
  sampledAnswers,
  STRATA,
  strataOf,
  type Stratum,
  stratumOf,
  validAnswers,
  type VerdictsByStratum,
} from "./audit.ts";

/** Measured on this site by `npm run audit`. Null without answers about verdicts of today. */
export function accuracyOf(
  audit: WrittenAudit,
  reviews: readonly { readonly id: string; readonly text: string | null }[],
  { aspects, per_review }: Pick<InsightsDocument, "aspects" | "per_review">,
): AccuracyInsight | null {
  const valid = validAnswers(audit, reviews);
  const verdicts = strataOf(aspects, per_review, audit.seed);
  const [praise, complaints, silence] = eachStratum((stratum) => sampledAnswers(verdicts[stratum], valid));
  const latest = [...praise, ...complaints, ...silence].map(({ date }) => date).toSorted();
  const latest_answer = latest.at(-1);
  if (latest_answer === undefined) return null;
  return {
    latest_answer,
    praise: audited("praise", praise),
    complaints: audited("complaints", complaints),
    silence: audited("silence", silence),
    shares: [
      ...correctedRow("aspects", verdicts, valid),
      ...aspects.flatMap(({ id }) => correctedRow(`aspect:${id}`, verdicts, valid)),
    ],
  };
}

/** A verdict is right if the text says the same; negative and mixed count as one, a complaint. */
function audited(stratum: Stratum, answers: readonly AuditAnswer[]): AccuracyInsight[Stratum] {
  const truths = truthsOf(answers);
  const n = sumOf(truths);
  const right = truths[STRATA.indexOf(stratum)] ?? 0;
  const isEnough = n >= MIN_MENTIONS;
  return {
    n,
    right,
    right_pct: isEnough ? percent(right, n) : null,
    right_ci95: isEnough ? wilson(right, n) : null,
  };
}

/** Answers by what the text says; unclear ones are left out. */
function truthsOf(answers: readonly AuditAnswer[]): StratumCounts {
  const truths = answers.flatMap(({ answer }) => (answer === "unclear" ? [] : [stratumOf(answer)]));
  return eachStratum((stratum) => truths.filter((truth) => truth === stratum).length);
}

const sumOf = (counts: StratumCounts): number => counts[0] + counts[1] + counts[2];

/** A wider interval of a corrected share says too little to be published. */
const MAX_POINTS = 30;

/**
 * One row, or none where the audit is too small. An aspect is corrected by answers about itself alone: aspects differ
 * in their errors.
 */
function correctedRow(
  basis: string,
  verdicts: VerdictsByStratum,
  valid: ReadonlyMap<string, AuditAnswer>,
): AccuracyInsight["shares"] {
  const isMeant = ({ subject }: { readonly subject: string }): boolean =>
    basis === "aspects" ? subject.startsWith("aspect:") : subject === basis;
  const meant = (stratum: Stratum): AuditedVerdict[] => verdicts[stratum].filter(isMeant);
  const truths = eachStratum((stratum) => truthsOf(sampledAnswers(meant(stratum), valid)));
  if (truths.some((counts) => sumOf(counts) < MIN_MENTIONS)) return [];
  const sizes = eachStratum((stratum) => meant(stratum).length);
  const { share, interval } = correctedShare(truths, sizes);
  if (interval[1] - interval[0] > MAX_POINTS) return [];
  return [
    {
      basis,
      positive_pct: percent(sizes[0], sizes[0] + sizes[1]),
      corrected_pct: share,
      corrected_ci95: interval,
    },
  ];
}
