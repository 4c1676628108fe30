import { hash } from "node:crypto";
import {
  type AuditedVerdict,
  auditSample,
  STRATA,
  strataOf,
  validAnswers,
  verdictsAbout,
} from "../../build/insights/report/audit.ts";
import { type AuditAnswer, verdictKey, type WrittenAudit } from "../../model/audit.ts";
import type { CalendarDate } from "../../model/calendar-date.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import type { AccuracyInsight } from "../../model/insights-method.ts";
import type { Review } from "../../model/review.ts";

/** The published documents that an audit compares with its answers. */
export interface AuditDocuments {
  readonly insights: InsightsDocument;
  readonly reviews: readonly Review[];
}

export interface AuditQuestion {
  readonly verdict: AuditedVerdict;
  readonly review: Review;
  /** "Price", or the name of a person. */
  readonly label: string;
}

interface AuditTask {
  readonly documents: AuditDocuments;
  readonly audit: WrittenAudit;
  /** Number of answers to collect. */
  readonly count: number;
  /** The only aspect to ask about. */
  readonly aspect?: string | undefined;
}

/** The verdicts of the sample that have no answer yet, in the order in which they are asked. */
export function auditQuestions({ documents, audit, count, aspect }: AuditTask): AuditQuestion[] {
  const { insights, reviews } = documents;
  const strata = strataOf(insights.aspects, insights.per_review, audit.seed);
  const verdicts = aspect === undefined ? strata : verdictsAbout(strata, `aspect:${aspect}`);
  const answered = validAnswers(audit, reviews);
  const byId = new Map(reviews.map((review) => [review.id, review]));
  return auditSample(verdicts, count).flatMap((verdict) => {
    const review = byId.get(verdict.review);
    if (review === undefined || answered.has(verdictKey(verdict))) return [];
    return [{ verdict, review, label: labelOf(verdict.subject, insights) }];
  });
}

function labelOf(subject: string, { aspects, entities }: InsightsDocument): string {
  const [kind, id = ""] = subject.split(":");
  const aspect = kind === "aspect" ? aspects.find((one) => one.id === id) : undefined;
  return aspect?.label ?? entities.technicians.find((one) => one.id === id)?.name ?? id;
}

/** Adds an answer, in place of one about an older text. */
export function withAnswer(
  audit: WrittenAudit,
  { verdict, review }: AuditQuestion,
  answer: AuditAnswer["answer"],
  date: CalendarDate,
): WrittenAudit {
  const key = verdictKey(verdict);
  const text_sha256 = hash("sha256", review.text ?? "");
  const added = { review: verdict.review, subject: verdict.subject, text_sha256, answer, date };
  return { ...audit, answers: [...audit.answers.filter((one) => verdictKey(one) !== key), added] };
}

const VERDICT_WORDS = {
  positive: "praise",
  negative: "a complaint",
  mixed: "praise and a complaint",
  neutral: "no judgement",
} as const;

/** The published verdict that an answer is about, with the words that it rests on. */
export function verdictLine(
  { review, subject }: Pick<AuditAnswer, "review" | "subject">,
  { insights, reviews }: AuditDocuments,
): string {
  const insight = insights.per_review[review];
  const [kind, id] = subject.split(":");
  const found = insight === undefined || "skipped" in insight ? { aspects: [], technicians: [] } : insight;
  const aspect = kind === "aspect" ? found.aspects.find((one) => one.id === id) : undefined;
  const { polarity = "neutral" } = aspect ?? found.technicians.find((one) => one.id === id) ?? {};
  const text = reviews.find((one) => one.id === review)?.text ?? "";
  const quotes = [...new Set(aspect?.mentions.map(({ start, end }) => `"${text.slice(start, end)}"`))];
  const verdict = `${labelOf(subject, insights)}: the tool reads ${VERDICT_WORDS[polarity]}`;
  return quotes.length === 0 ? verdict : `${verdict}: ${quotes.join(", ")}`;
}

/** The accuracy by the answers so far, one line per figure. */
export function figureLines(accuracy: AccuracyInsight | null): string[] {
  if (accuracy === null) return ["no figures yet"];
  const rows = STRATA.flatMap((stratum) => {
    const { n, right, right_pct, right_ci95 } = accuracy[stratum];
    const share = right_pct === null ? "" : `, ${right_pct} % (${right_ci95?.join(" to ")})`;
    return n === 0 ? [] : `${stratum}: ${right} of ${n} right${share}`;
  });
  const shares = accuracy.shares.map(
    ({ basis, positive_pct, corrected_pct, corrected_ci95 }) =>
      `share of praise, ${basis}: ${positive_pct} % as counted, ${corrected_pct} % corrected (${corrected_ci95?.join(" to ")})`,
  );
  return [...rows, ...shares];
}
