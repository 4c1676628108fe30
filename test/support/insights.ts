import type { CalendarDate } from "../../model/calendar-date.ts";
import type { EvidenceWeights } from "../../build/insights/sentiment/prior.ts";
import type { JudgedMention, ReviewVerdict } from "../../build/insights/sentiment/judge.ts";
import type { Review } from "../../model/review.ts";

/** A published review with one visible difference. */
export function review(different: Partial<Omit<Review, "date">> & { readonly date?: string }): Review {
  const one = {
    id: "01HZZZZZZZZZZZZZZZZZZZZZZZ",
    author: "A. Customer",
    author_avatar_url: null,
    rating: 5,
    text: "The price was fair.",
    source: "google",
    source_url: null,
    owner_reply: null,
    verified: true as const,
    verification: { method: "invoice" as const },
    incentive: null,
    photos: [],
    url: "",
    mentions: { technicians: [], services: [], service_areas: [] },
    ...different,
  };
  return { ...one, date: (different.date ?? "2026-01-01") as CalendarDate };
}

/** A positive mention with one visible difference. */
export const mention = (different: Partial<JudgedMention> = {}): JudgedMention => ({
  aspect: 0,
  score: 1,
  polarity: "positive",
  start: 0,
  end: 40,
  phrase: "fair price",
  plainness: 0,
  ...different,
});

/** A verdict with one vote for the first aspect, by its mentions. */
export function verdict(one: Review, different: Partial<ReviewVerdict> = {}): ReviewVerdict {
  return {
    review: one,
    text: one.text ?? "",
    names: [],
    problems: [],
    sentiment: "positive",
    score: 1,
    votes: [],
    technicians: [],
    ...different,
  };
}

/** No evidence counts, and every claim has even odds. */
export const NO_WEIGHTS: EvidenceWeights = {
  bias: 0,
  words: 0,
  score: 0,
  event: 0,
  hint: 0,
  own: 0,
  weak: 0,
  named: 0,
  opinion: 0,
  other: 0,
  length: 0,
  rival: 0,
  agreeing: 0,
  fullyAgreeing: 0,
  leaningAgainst: 0,
  aspects: [],
  minLogOdds: { agreeing: 0, undecided: 0, leaningAgainst: 0 },
};
