import { hash } from "node:crypto";
import { type AuditAnswer, verdictKey, type WrittenAudit } from "../../../model/audit.ts";
import type { InsightsDocument } from "../../../model/insights.ts";
import type { Polarity } from "../../../model/review-insight.ts";

/** Verdicts that say alike. Each kind has its own error rate, so each is sampled by itself. */
export const STRATA = ["praise", "complaints", "silence"] as const;
export type Stratum = (typeof STRATA)[number];

/** Of one text about one aspect or person: neutral also where nothing was found. */
export interface AuditedVerdict {
  readonly review: string;
  /** As in audit.json. */
  readonly subject: string;
  readonly polarity: Polarity;
}

/** One value for each stratum. */
export const eachStratum = <T>(valueOf: (stratum: Stratum) => T): readonly [T, T, T] => [
  valueOf("praise"),
  valueOf("complaints"),
  valueOf("silence"),
];

/** All verdicts of a kind, in the random order of the seed. */
export type VerdictsByStratum = Readonly<Record<Stratum, readonly AuditedVerdict[]>>;

export const stratumOf = (polarity: Polarity): Stratum => {
  if (polarity === "positive") return "praise";
  return polarity === "neutral" ? "silence" : "complaints";
};

/** Only texts that the rules read are audited. A person is audited where a text names one whose sentiment is published. */
export function strataOf(
  aspects: readonly { readonly id: string }[],
  perReview: InsightsDocument["per_review"],
  seed: number,
): VerdictsByStratum {
  const strata = { praise: [], complaints: [], silence: [] } as Record<Stratum, OrderedVerdict[]>;
  for (const [review, insight] of Object.entries(perReview)) {
    if ("skipped" in insight) continue;
    const found = new Map(insight.aspects.map(({ id, polarity }) => [id, polarity]));
    const add = (subject: string, polarity: Polarity): void => {
      const order = hash("sha256", `${seed} ${review} ${subject}`);
      strata[stratumOf(polarity)].push({ review, subject, polarity, order });
    };
    for (const { id } of aspects) add(`aspect:${id}`, found.get(id) ?? "neutral");
    for (const { id, polarity } of insight.technicians) add(`technician:${id}`, polarity);
  }
  for (const stratum of STRATA) strata[stratum].sort(byOrder);
  return strata;
}

interface OrderedVerdict extends AuditedVerdict {
  /** A digest: as good as a random number, and the same in every run with this seed. */
  readonly order: string;
}

const byOrder = (a: OrderedVerdict, b: OrderedVerdict): number => (a.order < b.order ? -1 : 1);

/** Those about all aspects ("aspects"), or about one subject. */
export const verdictsAbout = (strata: VerdictsByStratum, basis: string): VerdictsByStratum =>
  Object.fromEntries(
    STRATA.map((stratum) => [
      stratum,
      strata[stratum].filter(({ subject }) =>
        basis === "aspects" ? subject.startsWith("aspect:") : subject === basis,
      ),
    ]),
  ) as unknown as VerdictsByStratum;

/** Complaints are rare and matter most, so they are asked as often as praise. Most misses hide in silence. */
const SHARE_OF_QUESTIONS: Readonly<Record<Stratum, number>> = { complaints: 0.3, praise: 0.3, silence: 0.4 };

/** The first verdicts of each kind, `count` in all if there are as many. Kinds in turn, so that a few answers cover all. */
export function auditSample(strata: VerdictsByStratum, count: number): AuditedVerdict[] {
  const sizes = { complaints: 0, praise: 0, silence: 0 };
  let rest = count;
  const extend = (stratum: Stratum, by: number): void => {
    const added = Math.min(by, rest, strata[stratum].length - sizes[stratum]);
    sizes[stratum] += added;
    rest -= added;
  };
  for (const stratum of STRATA) extend(stratum, Math.round(count * SHARE_OF_QUESTIONS[stratum]));
  for (const stratum of STRATA) extend(stratum, rest);
  return STRATA.flatMap((stratum) =>
    strata[stratum].slice(0, sizes[stratum]).map((verdict, index) => ({
      verdict,
      turn: (index + 0.5) / sizes[stratum],
    })),
  )
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ verdict }) => verdict);
}

/** Answers by verdict, without those about a text that has changed or is gone. */
export function validAnswers(
  { answers }: WrittenAudit,
  reviews: readonly { readonly id: string; readonly text: string | null }[],
): ReadonlyMap<string, AuditAnswer> {
  const texts = new Map(reviews.map(({ id, text }) => [id, text]));
  const valid = answers.filter(({ review, text_sha256 }) => {
    const text = texts.get(review) ?? null;
    return text !== null && hash("sha256", text) === text_sha256;
  });
  return new Map(valid.map((answer) => [verdictKey(answer), answer]));
}

/** The share of the first verdicts that must be answered. */
const MIN_ANSWERED_SHARE = 0.9;

/**
 * The answers that are a random sample of the verdicts: those of the longest beginning of the random order that is
 * nearly complete. New reviews and a new version of the method change which verdicts there are; answers about verdicts
 * that were chosen because of an older verdict would bias the estimate.
 */
export function sampledAnswers(
  verdicts: readonly AuditedVerdict[],
  answers: ReadonlyMap<string, AuditAnswer>,
): AuditAnswer[] {
  const found: AuditAnswer[] = [];
  let complete = 0;
  for (const [index, verdict] of verdicts.entries()) {
    if (index >= answers.size / MIN_ANSWERED_SHARE) break;
    const answer = answers.get(verdictKey(verdict));
    if (answer === undefined) continue;
    found.push(answer);
    if (found.length >= MIN_ANSWERED_SHARE * (index + 1)) complete = found.length;
  }
  return found.slice(0, complete);
}
