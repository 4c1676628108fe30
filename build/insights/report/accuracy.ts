import type { AuditAnswer, WrittenAudit } from "../../../model/audit.ts";
import type { InsightsDocument } from "../../../model/insights.ts";
import type { AccuracyInsight } from "../../../model/insights-method.ts";
import { err, ok, type Result } from "../../../model/result.ts";
import type { Polarity } from "../../../model/review-insight.ts";
import { correctedShare, type StratumCounts } from "../statistics/rogan-gladen.ts";
import { percent, wilson } from "../statistics/statistics.ts";
import { MIN_MENTIONS } from "./aspect-insights.ts";
import {
  eachStratum,
  sampledAnswers,
  STRATA,
  strataOf,
  type Stratum,
  stratumOf,
  validAnswers,
  verdictsAbout,
  type VerdictsByStratum,
} from "./audit.ts";

type ReviewTexts = Parameters<typeof validAnswers>[1];
type JudgedDocument = Pick<InsightsDocument, "aspects" | "per_review">;
type ValidAnswers = ReadonlyMap<string, AuditAnswer>;
type ClearAnswer = AuditAnswer & { readonly answer: Polarity };

/** Measured on this site by `npm run audit`. Null if the answers give no figure about verdicts of today. */
export function accuracyOf(
  audit: WrittenAudit,
  reviews: ReviewTexts,
  { aspects, per_review }: JudgedDocument,
): AccuracyInsight | null {
  const valid = validAnswers(audit, reviews);
  const verdicts = strataOf(aspects, per_review, audit.seed);
  const [praise, complaints, silence] = clearAnswers(verdicts, valid);
  const shares = ["aspects", ...aspects.map(({ id }) => `aspect:${id}`)].flatMap((basis) => {
    const share = shareOf(basis, verdicts, valid);
    return share.ok ? share.value : [];
  });
  const used = [praise, complaints, silence, ...shares.map(({ answers }) => answers)].flat();
  const dates = used.map(({ date }) => date).toSorted();
  const latest_answer = dates.at(-1);
  if (latest_answer === undefined) return null;
  return {
    latest_answer,
    praise: audited("praise", praise),
    complaints: audited("complaints", complaints),
    silence: audited("silence", silence),
    shares: shares.map(({ row }) => row),
  };
}

/** Why the answers give no corrected share of an aspect; undefined if they give one. */
export function missingShare(
  audit: WrittenAudit,
  reviews: ReviewTexts,
  { aspects, per_review }: JudgedDocument,
  aspect: string,
): string | undefined {
  const verdicts = strataOf(aspects, per_review, audit.seed);
  const share = shareOf(`aspect:${aspect}`, verdicts, validAnswers(audit, reviews));
  return share.ok ? undefined : share.error;
}

const isClear = (one: AuditAnswer): one is ClearAnswer => one.answer !== "unclear";

/**
 * The answers of each kind that count, without unclear ones. If all are about one subject, as after `--aspect price`,
 * they count only for kinds without verdicts about others.
 */
function clearAnswers(
  verdicts: VerdictsByStratum,
  valid: ValidAnswers,
): readonly [ClearAnswer[], ClearAnswer[], ClearAnswer[]] {
  const answers = eachStratum((stratum) => sampledAnswers(verdicts[stratum], valid).filter(isClear));
  const subjects = new Set(answers.flat().map(({ subject }) => subject));
  const isOfAll = (stratum: Stratum): boolean =>
    subjects.size > 1 || verdicts[stratum].every(({ subject }) => subjects.has(subject));
  return eachStratum((stratum) => (isOfAll(stratum) ? (answers[STRATA.indexOf(stratum)] ?? []) : []));
}

/** A verdict is right if the text says the same; negative and mixed count as one, a complaint. */
function audited(stratum: Stratum, answers: readonly ClearAnswer[]): AccuracyInsight[Stratum] {
  const n = answers.length;
  const right = truthsOf(answers)[STRATA.indexOf(stratum)] ?? 0;
  const isEnough = n >= MIN_MENTIONS;
  return {
    n,
    right,
    right_pct: isEnough ? percent(right, n) : null,
    right_ci95: isEnough ? wilson(right, n) : null,
  };
}

/** Answers by what the text says. */
const truthsOf = (answers: readonly ClearAnswer[]): StratumCounts =>
  eachStratum((stratum) => answers.filter(({ answer }) => stratumOf(answer) === stratum).length);

/** A wider interval of a corrected share says too little to be published. */
const MAX_POINTS = 30;

interface AuditedShare {
  readonly row: AccuracyInsight["shares"][number];
  readonly answers: readonly ClearAnswer[];
}

/**
 * A corrected share, or why the audit is too small for one. An aspect is corrected by answers about itself alone:
 * aspects differ in their errors.
 */
function shareOf(basis: string, all: VerdictsByStratum, valid: ValidAnswers): Result<AuditedShare, string> {
  const verdicts = verdictsAbout(all, basis);
  const answers = clearAnswers(verdicts, valid);
  const counts = answers.map(({ length }) => length);
  if (Math.min(...counts) < MIN_MENTIONS)
    return err(
      `it takes ${MIN_MENTIONS} clear answers about verdicts of each kind, and there are ${STRATA.map((stratum, index) => `${counts[index]} about ${stratum}`).join(", ")}`,
    );
  const [praise, complaints, silence] = answers;
  const sizes = eachStratum((stratum) => verdicts[stratum].length);
  const { share, interval } = correctedShare(
    [truthsOf(praise), truthsOf(complaints), truthsOf(silence)],
    sizes,
  );
  if (interval[1] - interval[0] > MAX_POINTS)
    return err(`its interval, ${interval.join(" to ")} %, is wider than ${MAX_POINTS} points`);
  return ok({
    row: {
      basis,
      positive_pct: percent(sizes[0], sizes[0] + sizes[1]),
      corrected_pct: share,
      corrected_ci95: interval,
    },
    answers: answers.flat(),
  });
}
